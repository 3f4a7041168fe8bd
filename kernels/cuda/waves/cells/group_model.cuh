/// The local model of a launch's cells (kernels/waves/local_model.hpp). Its auxiliaries take the same stages
/// as the fields, and are kept in Cartesian components however the fields are stored.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/waves/local_model.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
using Auxiliaries = Vec<typename C::Real, C::Model::n_aux>;

/// A node's auxiliaries in a state.
template <class C, class T>
DGSOLVE_INLINE T* auxiliaries_at(const Arguments<C>& arguments, T* state, int slot, int node) {
  constexpr int n = C::Model::n_aux;
  return state + arguments.group.auxiliaries +
         (static_cast<long long>(slot - arguments.group.begin) * C::Np + node) * n;
}
template <class C>
DGSOLVE_INLINE Auxiliaries<C> load_auxiliaries(const Arguments<C>& arguments, const typename C::Real* state,
                                               int slot, int node) {
  const auto* const from = auxiliaries_at<C>(arguments, state, slot, node);
  Auxiliaries<C> z;
  for (int i = 0; i < C::Model::n_aux; ++i) z[i] = from[i];
  return z;
}
template <class C>
DGSOLVE_INLINE void store_auxiliaries(const Arguments<C>& arguments, const Auxiliaries<C>& z,
                                      typename C::Real* state, int slot, int node) {
  auto* const to = auxiliaries_at<C>(arguments, state, slot, node);
  for (int i = 0; i < C::Model::n_aux; ++i) to[i] = z[i];
}

template <class C>
DGSOLVE_INLINE auto load_model(const Arguments<C>& arguments, int slot) {
  constexpr int n = C::Model::n_coefficients;
  const CoefficientArguments<typename C::Real>& model = arguments.group.model;
  Vec<typename C::Real, n> k;
  for (int i = 0; i < n; ++i) k[i] = model.values[model.row[slot - arguments.group.begin] * n + i];
  return k;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
