/// The local model of a launch's cells (kernels/waves/traits/local_model.hpp). Its auxiliaries take the same
/// stages as the fields, and are kept in Cartesian components however the fields are stored.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
using Auxiliaries = Vec<typename C::Real, C::Model::n_aux>;

/// A cell's auxiliaries in a state.
template <class C, class T>
DGSOLVE_INLINE T* auxiliaries_at(const Arguments<C>& arguments, T* state, int slot) {
  return state + arguments.group.auxiliaries +
         static_cast<long long>(slot - arguments.group.begin) * C::Np * C::Model::n_aux;
}
/// A node's: the i-th is `auxiliary_offset` of node 0 further on, a constant.
template <class C, class T>
DGSOLVE_INLINE T* auxiliaries_at(const Arguments<C>& arguments, T* state, int slot, int node) {
  return auxiliaries_at<C>(arguments, state, slot) + node * auxiliary_piece(C::Model::n_aux, sizeof(T));
}
/// n of them.
template <class C, int first, int n, class T>
DGSOLVE_INLINE Vec<T, n> load_auxiliaries(const T* from) {
  constexpr int all = C::Model::n_aux, piece = auxiliary_piece(all, first, n, sizeof(T));
  Vec<T, n> z;
  for (int i = 0; i < n; i += piece)
    load_piece<piece>(from + auxiliary_offset(all, C::Np, sizeof(T), 0, first + i), z.v + i);
  return z;
}
template <class C>
DGSOLVE_INLINE Auxiliaries<C> load_auxiliaries(const Arguments<C>& arguments, const typename C::Real* state,
                                               int slot, int node) {
  return load_auxiliaries<C, 0, C::Model::n_aux>(auxiliaries_at<C>(arguments, state, slot, node));
}

/// A model in parts, or as one: part `part` are the auxiliaries from begin(part) to begin(part + 1).
template <class M>
struct ModelParts {
  static constexpr bool has_parts = requires { M::n_parts; };
  static constexpr int n = [] {
    if constexpr (has_parts) return M::n_parts;
    return 1;
  }();
  static constexpr int begin(int part) {
    if constexpr (has_parts) return M::begin_of_part(part);
    return part * M::n_aux;
  }
  static constexpr int largest = [] {
    int most = 0;
    for (int part = 0; part < n; ++part)
      if (begin(part + 1) - begin(part) > most) most = begin(part + 1) - begin(part);
    return most;
  }();
  /// Whether the model adds to the rate of a field. What converts the others is left out.
  static constexpr bool changes(int field) {
    if constexpr (requires { M::changes(field); }) return M::changes(field);
    return true;
  }
  /// z, z_rate: the part's; adds its share to the rate of the fields.
  template <int part, class Fields, class Auxiliaries, class Coefficients>
  static DGSOLVE_INLINE void add_rates(const Fields& u, const Auxiliaries& z, const Coefficients& k,
                                       Fields& rate, Auxiliaries& z_rate) {
    if constexpr (has_parts)
      M::template add_rates_of_part<part>(u, z.v, k, rate, z_rate.v);
    else
      M::add_rates(u, z, k, rate, z_rate);
  }
};

/// Places of a node's auxiliaries.
template <class C>
struct AuxiliaryPlaces {
  using T = typename C::Real;
  const T *u, *u0;
  const T* last;  ///< residuals of the last stage; where they do not count, what is finite
  T *residual, *u_next;
  DGSOLVE_INLINE AuxiliaryPlaces(const Arguments<C>& arguments, int slot, int node)
      : u(auxiliaries_at<C>(arguments, arguments.u, slot, node)),
        u0(arguments.u0 == nullptr ? nullptr : auxiliaries_at<C>(arguments, arguments.u0, slot, node)),
        last(arguments.stage.a == 0 ? u : auxiliaries_at<C>(arguments, arguments.residual, slot, node)),
        residual(auxiliaries_at<C>(arguments, arguments.residual, slot, node)),
        u_next(auxiliaries_at<C>(arguments, arguments.u_next, slot, node)) {}
};
/// A node's auxiliaries of a part, and their residuals, loaded without branches: all are on their way at
/// once.
template <class C, int part>
struct AuxiliaryPart {
  using Parts = ModelParts<typename C::Model>;
  static constexpr int first = Parts::begin(part), n = Parts::begin(part + 1) - first;
  Vec<typename C::Real, n> z, residual;
  DGSOLVE_INLINE explicit AuxiliaryPart(const AuxiliaryPlaces<C>& places)
      : z(load_auxiliaries<C, first, n>(places.u)), residual(load_auxiliaries<C, first, n>(places.last)) {}
};

/// A cell's coefficients of the local model.
template <class C>
DGSOLVE_INLINE auto load_model(const Arguments<C>& arguments, int slot) {
  constexpr int n = C::Model::n_coefficients;
  const CoefficientArguments<typename C::Real>& model = arguments.group.model;
  Vec<typename C::Real, n> k;
  for (int i = 0; i < n; ++i) k[i] = model.values[model.row[slot - arguments.group.begin] * n + i];
  return k;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
