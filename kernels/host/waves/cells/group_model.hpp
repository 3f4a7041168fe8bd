/// The local model of a group's cells (kernels/waves/traits/local_model.hpp) in a block: its coefficients,
/// and its auxiliaries, which take the same stages as the fields.
#pragma once

#include "kernels/host/waves/cells/block.hpp"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T, class M>
class GroupModel {
 public:
  static constexpr int W = Pack<T>::width, n_aux = M::n_aux;
  using Number = Pack<T>;
  using B = Block<P, T>;
  using Auxiliaries = Vec<Number, n_aux>;
  using Coefficients = Vec<Number, M::n_coefficients>;

  DGSOLVE_INLINE explicit GroupModel(const B& block) {
    const host::ModelTables<T>& model = block.tables.model;
    first_ = model.auxiliaries + layout::block(block.index - model.first_block, block.tables.Np * n_aux, W);
    for (int l = 0; l < W; ++l) {
      const T* row =
          model.coefficients.values + model.coefficients.row[block.index * W + l] * M::n_coefficients;
      for (int i = 0; i < M::n_coefficients; ++i) k_[i].v[l] = row[i];
    }
  }

  DGSOLVE_INLINE const Coefficients& k() const { return k_; }
  /// The block's auxiliaries in a state, [node][aux][lane].
  DGSOLVE_INLINE const T* auxiliaries(const T* state) const { return state + first_; }

  /// Adds to the rates of a node with fields u, and takes the auxiliaries' stage.
  DGSOLVE_INLINE void advance(const B& block, int node, const typename B::Fields& u,
                              typename B::Fields& rate) const {
    const std::size_t at = first_ + static_cast<std::size_t>(node) * n_aux * W;
    const Auxiliaries z = load<n_aux>(block.step.u + at);
    Auxiliaries z_rate;
    M::add_rates(u, z, k_, rate, z_rate);
    block.template prefetch_next<n_aux>(at);
    block.template advance<n_aux>(at, z_rate);
  }

 private:
  std::size_t first_;
  Coefficients k_;
};

template <class P, class T>
class GroupModel<P, T, NoModel<P>> {
 public:
  DGSOLVE_INLINE explicit GroupModel(const Block<P, T>&) {}
  DGSOLVE_INLINE void advance(const Block<P, T>&, int, const typename Block<P, T>::Fields&,
                              typename Block<P, T>::Fields&) const {}
};

}  // namespace DGSOLVE_NAMESPACE
