/// What the kernels of a stage have in common: records of nodes, coefficients, exterior states, the update.
/// C is the generated Config (kernels/cuda/waves/stage_shape.hpp): everything known before compiling.
#pragma once

#include "kernels/cuda/waves/covariant_cell.cuh"
#include "kernels/cuda/gpu/intrinsics.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
using Arguments = StageArguments<typename C::Real>;
template <class C>
using Fields = Vec<typename C::Real, C::Equation::n_fields>;
template <class C>
using Coefficients = Vec<typename C::Real, C::Equation::n_coefficients>;
template <class C>
using Position = Vec<typename C::Real, C::Equation::dim>;

/// Largest power of two that divides n values of `size` bytes, up to the 16 bytes of one load.
constexpr int record_alignment(int size, int n) {
  int alignment = size;
  while (alignment < 16 && n * size % (2 * alignment) == 0) alignment *= 2;
  return alignment;
}
/// Values that stand together in memory, copied in as few pieces as their alignment allows.
template <class T, int n>
struct alignas(record_alignment(sizeof(T), n)) Record {
  Vec<T, n> values;
};

/// The i-th record of a slot that has `per_slot` of them.
template <int n, class T>
DGSOLVE_INLINE T* record_at(T* array, int slot, int per_slot, int i) {
  return array + (static_cast<long long>(slot) * per_slot + i) * n;
}
/// A node's record in a state.
template <class C, class T>
DGSOLVE_INLINE T* state_at(T* state, int slot, int node) {
  constexpr int n = C::Equation::n_fields;
  return state + static_cast<long long>(slot) * slot_stride(n, C::Np, sizeof(T)) + node * n;
}
template <int n, class T>
DGSOLVE_INLINE Vec<T, n> load(const T* from) {
  constexpr int piece = record_alignment(sizeof(T), n) / sizeof(T);
  Vec<T, n> values;
  for (int i = 0; i < n; i += piece) load_piece<piece>(from + i, values.v + i);
  return values;
}
template <int n, class T>
DGSOLVE_INLINE void store(const Vec<T, n>& values, T* to) {
  reinterpret_cast<Record<T, n>*>(to)->values = values;
}
/// sum += factor · values
template <class T, int n>
DGSOLVE_INLINE void add(Vec<T, n>& sum, T factor, const Vec<T, n>& values) {
  for (int i = 0; i < n; ++i) sum[i] += factor * values[i];
}

/// The vertex that a face does not touch.
template <class C>
DGSOLVE_INLINE int opposite_vertex(int face) {
  constexpr int dim = C::Equation::dim;
  constexpr unsigned all = [] {
    unsigned packed = 0;
    for (int f = 0; f <= dim; ++f) {
      unsigned rest = dim * (dim + 1) / 2;
      for (int j = 0; j < dim; ++j) rest -= C::face_vertex(f * dim + j);
      packed |= rest << 4 * f;
    }
    return packed;
  }();
  return all >> 4 * face & 15;
}

template <class C>
DGSOLVE_INLINE double stage_time(const Arguments<C>& arguments) {
  return arguments.clock->time(arguments.step, arguments.c);
}

/// Where a field stands in a node's record: where straight cells are in covariant components, all cells keep
/// the two vectors in pairs, (a1, b1), (a2, b2), (a3, b3).
template <class C>
constexpr int place(int field) {
  if constexpr (C::covariant_state) {
    constexpr int a = C::Equation::curl_pair[0], b = C::Equation::curl_pair[1];
    return field >= a && field < a + 3 ? 2 * (field - a) : 2 * (field - b) + 1;
  }
  return field;
}
template <class C>
DGSOLVE_INLINE Fields<C> from_record(const Fields<C>& record) {
  Fields<C> u;
  for (int f = 0; f < C::Equation::n_fields; ++f) u[f] = record[place<C>(f)];
  return u;
}
template <class C>
DGSOLVE_INLINE Fields<C> to_record(const Fields<C>& u) {
  Fields<C> record;
  for (int f = 0; f < C::Equation::n_fields; ++f) record[place<C>(f)] = u[f];
  return record;
}

/// A node's fields in the components in which they are stored.
template <class C>
DGSOLVE_INLINE Fields<C> load_fields(const typename C::Real* state, int slot, int node) {
  constexpr int n = C::Equation::n_fields;
  return from_record<C>(load<n>(state_at<C>(state, slot, node)));
}
template <class C>
DGSOLVE_INLINE void store_fields(const Fields<C>& u, typename C::Real* state, int slot, int node) {
  store(to_record<C>(u), state_at<C>(state, slot, node));
}

/// A node's fields in Cartesian components, from arguments.u.
template <class C>
DGSOLVE_INLINE Fields<C> load_state(const Arguments<C>& arguments, int slot, int node) {
  Fields<C> u = load_fields<C>(arguments.u, slot, node);
  if constexpr (C::covariant_state)
    if (slot < arguments.n_straight) u = CovariantCell<C>(arguments, slot).to_cartesian(u);
  return u;
}

/// … to arguments.u_next.
template <class C>
DGSOLVE_INLINE void store_state(const Arguments<C>& arguments, int slot, int node, Fields<C> u) {
  if constexpr (C::covariant_state)
    if (slot < arguments.n_straight) u = CovariantCell<C>(arguments, slot).to_covariant(u);
  store_fields<C>(u, arguments.u_next, slot, node);
}

template <class C>
DGSOLVE_INLINE Coefficients<C> load_coefficients(const Arguments<C>& arguments, int slot, int node) {
  constexpr int n = C::Equation::n_coefficients;
  if constexpr (C::Equation::nodal_coefficients)
    return load<n>(record_at<n>(arguments.coefficients, slot, C::Np, node));
  else
    return load<n>(arguments.coefficients + arguments.coefficient_row[slot] * n);
}

template <class C>
DGSOLVE_INLINE const double* boundary_point(const Arguments<C>& arguments, const Face& face, int point) {
  return arguments.boundary_points + static_cast<long long>(face.neighbor + point) * C::Equation::dim;
}
/// What a boundary is given at a point of one of its faces. Asked for before a state is loaded: the formulas
/// are called, and a call keeps no registers.
template <class C>
DGSOLVE_INLINE Fields<C> given_data(const Arguments<C>& arguments, const Face& face, int point) {
  Fields<C> data{};
  if constexpr (C::has_boundary_data) {
    const double* x = boundary_point<C>(arguments, face, point);
    if (face.condition != 0)
      data = C::boundary_data(face.condition, arguments.constants, x[0], x[1],
                              C::Equation::dim == 3 ? x[2] : 0.0, stage_time<C>(arguments));
  }
  return data;
}
/// The exterior state at a point of a boundary face. The type is a constant in each call to the physics, so
/// that only types which occur leave code.
template <class C>
DGSOLVE_INLINE Fields<C> exterior(const Arguments<C>& arguments, const Face& face, int point,
                                  const Fields<C>& data, const Fields<C>& u, const Coefficients<C>& c,
                                  const Position<C>& n) {
  using P = typename C::Equation;
  using T = typename C::Real;
  const double* x = boundary_point<C>(arguments, face, point);
  const T t = static_cast<T>(stage_time<C>(arguments));
  Position<C> position;
  for (int d = 0; d < P::dim; ++d) position[d] = static_cast<T>(x[d]);
  Fields<C> result{};
  for (int type = 0; type < C::n_boundary_types; ++type)
    if (C::has_boundary_type(type) && face.boundary == type + 1)
      result = P::exterior(type, u, data, n, position, t, c, static_cast<T>(arguments.alpha));
  return result;
}

/// What the source's functions of time are now; factors: in shared memory, read after the next barrier.
template <class C>
DGSOLVE_INLINE void compute_source_factors(const Arguments<C>& arguments, int n_threads,
                                           typename C::Real* factors) {
  if constexpr (C::n_source_terms > 0) {
    const double t = stage_time<C>(arguments);
    for (int term = threadIdx.x; term < C::n_source_terms; term += n_threads)
      factors[term] = static_cast<typename C::Real>(C::source_factor(term, arguments.constants, t));
  }
}

/// The case's volume source at a node.
template <class C>
DGSOLVE_INLINE Fields<C> given_source(const Arguments<C>& arguments, const typename C::Real* source_factors,
                                      int slot, int node) {
  Fields<C> s{};
  for (int term = 0; term < C::n_source_terms; ++term)
    s[C::source_field(term)] +=
        source_factors[term] *
        arguments.source[(static_cast<long long>(term) * arguments.n_elements + slot) * C::Np + node];
  return s;
}

/// … in the components of the state.
template <class C>
DGSOLVE_INLINE Fields<C> volume_source(const Arguments<C>& arguments, const typename C::Real* source_factors,
                                       int slot, int node) {
  Fields<C> s = given_source<C>(arguments, source_factors, slot, node);
  if constexpr (C::covariant_state && C::n_source_terms > 0)
    if (slot < arguments.n_straight) s = CovariantCell<C>(arguments, slot).to_covariant(s);
  return s;
}

/// The Runge–Kutta stage at nodes, where Q ∂u/∂t = divergence + S; all in the components of the state. What
/// nodes share is loaded before the first of them is stored, since a store may hide any later load.
template <class C>
struct Update {
  using P = typename C::Equation;
  using T = typename C::Real;

  const Arguments<C>& arguments;
  const T* source_factors;
  const T a, b, dt, t;

  DGSOLVE_INLINE Update(const Arguments<C>& arguments, const T* source_factors)
      : arguments(arguments),
        source_factors(source_factors),
        a(static_cast<T>(arguments.a)),
        b(static_cast<T>(arguments.b)),
        dt(static_cast<T>(arguments.clock->dt)),
        t(static_cast<T>(stage_time<C>(arguments))) {}

  /// u, residual: of the last stage, then of this one.
  DGSOLVE_INLINE void operator()(int slot, int node, const Coefficients<C>& c, const Fields<C>& divergence,
                                 Fields<C>& u, Fields<C>& residual) const {
    Fields<C> rate = P::source(u, volume_source<C>(arguments, source_factors, slot, node), t, c);
    add(rate, T(1), divergence);
    rate = P::apply_inverse_storage(rate, c);
    for (int f = 0; f < P::n_fields; ++f) residual[f] = a * residual[f] + dt * rate[f];
    if constexpr (C::general_stage) combine(slot, node, rate, u);
    add(u, b, residual);
  }
  /// u ← p·u0 + q·u + e·dt·rate: what schemes without 2N storage add.
  DGSOLVE_INLINE void combine(int slot, int node, const Fields<C>& rate, Fields<C>& u) const {
    Fields<C> sum{};
    add(sum, static_cast<T>(arguments.q), u);
    add(sum, static_cast<T>(arguments.e) * dt, rate);
    if (arguments.p != 0) add(sum, static_cast<T>(arguments.p), load_fields<C>(arguments.u0, slot, node));
    u = sum;
  }
  /// … in global memory.
  DGSOLVE_INLINE void operator()(int slot, int node, const Fields<C>& divergence) const {
    Fields<C> u = load_fields<C>(arguments.u, slot, node), residual{};
    if (arguments.a != 0) residual = load_fields<C>(arguments.residual, slot, node);
    (*this)(slot, node, load_coefficients<C>(arguments, slot, node), divergence, u, residual);
    store_fields<C>(residual, arguments.residual, slot, node);
    store_fields<C>(u, arguments.u_next, slot, node);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
