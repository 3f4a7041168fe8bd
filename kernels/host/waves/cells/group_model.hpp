/// The local model of a group's cells (kernels/waves/traits/local_model.hpp) in a block: its coefficients,
/// and its auxiliaries, which take the same stages as the fields; and the stage at a block's nodes, which is
/// all of a stage that knows the model.
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

/// The Runge–Kutta stage at a block's nodes with any local model. It is called, so that what finds the rates
/// is compiled once for all models.
template <class P, class T>
class NodeUpdate {
 public:
  template <class M>
  using Model = GroupModel<P, T, M>;

  template <class M>
  DGSOLVE_INLINE explicit NodeUpdate(const Model<M>& model) : model_(&model), update_(&update<M>) {}

  /// Of nodes first to last, where Q ∂u/∂t = divergence + …; divergences: [last − first][n_fields][lane].
  DGSOLVE_INLINE void operator()(const Block<P, T>& block, const Nodes<P, T>& nodes, int first, int last,
                                 const T* divergences) const {
    update_(block, nodes, model_, first, last, divergences);
  }

 private:
  template <class M>
  static DGSOLVE_NOINLINE void update(const Block<P, T>& block, const Nodes<P, T>& nodes, const void* model,
                                      int first, int last, const T* divergences) {
    constexpr int n = P::n_fields;
    const auto& of_group = *static_cast<const Model<M>*>(model);
#pragma GCC unroll 1
    for (int node = first; node < last; ++node, divergences += n * Pack<T>::width)
      block.update(node, nodes.u(node), load<n>(divergences), nodes.c(node), of_group);
  }

  const void* model_;
  void (*update_)(const Block<P, T>&, const Nodes<P, T>&, const void* model, int first, int last,
                  const T* divergences);
};

/// The stage of cells of one kind with the local model M.
template <class Cells, class M>
struct WithModel {
  using Update = typename Cells::Update;
  template <class Tables>
  static std::size_t scratch(const Tables& tables) {
    return Cells::scratch(tables);
  }
  template <class Tables, class Step, class T>
  static DGSOLVE_INLINE void stage(const Tables& tables, const Step& step, int index, T* scratch) {
    const typename Cells::B block{tables, step, index};
    const typename Update::template Model<M> model(block);
    Cells::stage(block, Update(model), scratch);
  }
};

}  // namespace DGSOLVE_NAMESPACE
