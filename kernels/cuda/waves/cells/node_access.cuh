/// Common parts of a stage's kernels: records of nodes, coefficients, exterior states, sources. C is the
/// generated Config (kernels/cuda/waves/plan/stage_shape.hpp): everything known before compiling.
#pragma once

#include "kernels/cuda/gpu/intrinsics.cuh"
#include "kernels/cuda/waves/cells/straight_geometry.cuh"

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

/// Which of the blocks of a group's cells the i-th of a launch is.
template <class C>
DGSOLVE_INLINE int block_of_group(const Arguments<C>& arguments, int i) {
  if constexpr (C::takes_blocks)
    if (arguments.group.blocks != nullptr) return arguments.group.blocks[i];
  return i;
}
/// … this one is.
template <class C>
DGSOLVE_INLINE int block_of_group(const Arguments<C>& arguments) {
  return block_of_group<C>(arguments, static_cast<int>(blockIdx.x));
}

/// Whether a stage writes its residual: where a later one reads it, or always.
template <class C>
DGSOLVE_INLINE bool keeps_residual(const Arguments<C>& arguments) {
  return !spares_residuals(C::Np, C::general_stage) || arguments.stage.keeps_residual;
}

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

template <int n, class T>
DGSOLVE_INLINE Vec<double, n> to_double(const Vec<T, n>& values) {
  Vec<double, n> converted;
  for (int i = 0; i < n; ++i) converted[i] = values[i];
  return converted;
}

/// The number of the n-th of the bits that are set, from 0.
DGSOLVE_INLINE int nth_bit(unsigned bits, int n) {
  for (; n > 0; --n) bits &= bits - 1;
  return lowest_bit(bits);
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
  return arguments.clock->time(arguments.stage.step, arguments.stage.c);
}

/// Where a field stands in a node's record: covariant components are kept in pairs, (a1, b1), (a2, b2), (a3,
/// b3).
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

// A node's fields in the components of the state, and in Cartesian ones.
template <class C>
DGSOLVE_INLINE Fields<C> to_state(const Arguments<C>& arguments, int slot, int node, const Fields<C>& u) {
  if constexpr (C::covariant_state)
    return CovariantCell<C>(arguments, slot, node).to_covariant(u);
  else
    return u;
}
template <class C>
DGSOLVE_INLINE Fields<C> to_cartesian(const Arguments<C>& arguments, int slot, int node, const Fields<C>& u) {
  if constexpr (C::covariant_state)
    return CovariantCell<C>(arguments, slot, node).to_cartesian(u);
  else
    return u;
}

/// body(u, rate) in Cartesian components, where it changes the rate.
template <class C, class Body>
DGSOLVE_INLINE void change_in_cartesian(const Arguments<C>& arguments, int slot, int node, const Fields<C>& u,
                                        Fields<C>& rate, Body body) {
  if constexpr (C::covariant_state) {
    const CovariantCell<C> cell(arguments, slot, node);
    Fields<C> cartesian = cell.to_cartesian(rate);
    body(cell.to_cartesian(u), cartesian);
    rate = cell.to_covariant(cartesian);
  } else {
    body(u, rate);
  }
}

/// A node's fields in Cartesian components, from arguments.u.
template <class C>
DGSOLVE_INLINE Fields<C> load_state(const Arguments<C>& arguments, int slot, int node) {
  return to_cartesian<C>(arguments, slot, node, load_fields<C>(arguments.u, slot, node));
}

/// … in covariant ones.
template <class C>
DGSOLVE_INLINE Fields<C> load_covariant(const Arguments<C>& arguments, int slot, int node) {
  const Fields<C> u = load_fields<C>(arguments.u, slot, node);
  if constexpr (C::covariant_state)
    return u;
  else
    return CovariantCell<C>(arguments, slot, node).to_covariant(u);
}

/// … to arguments.u_next.
template <class C>
DGSOLVE_INLINE void store_state(const Arguments<C>& arguments, int slot, int node, const Fields<C>& u) {
  store_fields<C>(to_state<C>(arguments, slot, node, u), arguments.u_next, slot, node);
}

/// Of coefficients that are zero everywhere the compiler knows it, and leaves out what they stand for.
template <class C>
DGSOLVE_INLINE Coefficients<C> load_nonzero_coefficients(const typename C::Real* from) {
  Coefficients<C> c;
  for (int i = 0; i < C::Equation::n_coefficients; ++i)
    c[i] = C::is_zero_coefficient(i) ? typename C::Real(0) : from[i];
  return c;
}
template <class C>
DGSOLVE_INLINE Coefficients<C> load_coefficients(const Arguments<C>& arguments, int slot, int node) {
  constexpr int n = C::Equation::n_coefficients;
  if constexpr (C::Equation::nodal_coefficients)
    return load<n>(record_at<n>(arguments.media.values, slot, C::Np, node));
  else if constexpr (C::Equation::linear)
    return load<n>(arguments.media.values + arguments.media.row[slot] * n);
  else
    return load_nonzero_coefficients<C>(arguments.media.values + arguments.media.row[slot] * n);
}

/// Whether a face has both a neighbour and data.
template <class C>
DGSOLVE_INLINE bool is_interface(const Face& face) {
  return C::has_interfaces && face.boundary == interface_face;
}
template <class C>
DGSOLVE_INLINE bool has_neighbor(const Face& face) {
  return face.boundary == 0 || is_interface<C>(face);
}
template <class C>
DGSOLVE_INLINE int node_across(const Arguments<C>& arguments, const Face& face, int m) {
  return arguments.traces.neighbor_nodes[face.permutation * C::Nfp + m];
}
/// The first of a face's points with data.
template <class C>
DGSOLVE_INLINE int first_data_point(const Face& face) {
  if constexpr (C::has_interfaces)
    if (is_interface<C>(face)) return static_cast<int>(face.pairs);
  return face.neighbor;
}
template <class C>
DGSOLVE_INLINE const double* boundary_point(const Arguments<C>& arguments, const Face& face, int point) {
  const long long i = first_data_point<C>(face) + point;
  return arguments.traces.boundary_points + i * C::Equation::dim;
}
/// Adds the terms of the condition to what a point of a face is given.
template <class C>
DGSOLVE_INLINE void add_face_terms(const Arguments<C>& arguments, const Face& face, int point,
                                   Fields<C>& data) {
  constexpr int n = C::Equation::n_fields;
  const int end = C::first_face_term(face.condition + 1);
  int term = C::first_face_term(face.condition);
  if (term == end) return;
  const double t = stage_time<C>(arguments);
  const int row = arguments.traces.face_rows[first_data_point<C>(face) + point];
  const double* values = arguments.traces.face_values + static_cast<long long>(row) * n;
  for (; term < end; ++term, values += n) {
    const double factor = C::face_factor(term, arguments.constants, t);
    for (int f = 0; f < n; ++f) data[f] += static_cast<typename C::Real>(factor * values[f]);
  }
}
/// What a boundary or an interface is given at a point of one of its faces. Asked for before a state is
/// loaded: the formulas are called, and a call keeps no registers.
template <class C>
DGSOLVE_INLINE Fields<C> given_data(const Arguments<C>& arguments, const Face& face, int point) {
  Fields<C> data{};
  if constexpr (C::has_boundary_data) {
    const double* x = boundary_point<C>(arguments, face, point);
    if (face.condition != 0)
      data = C::boundary_data(face.condition, arguments.constants, x[0], x[1],
                              C::Equation::dim == 3 ? x[2] : 0.0, stage_time<C>(arguments));
    if constexpr (requires { &C::face_factor; })
      if (face.condition != 0) add_face_terms<C>(arguments, face, point, data);
  }
  return data;
}
/// The equation's parameters of its numerical flux.
template <class C>
DGSOLVE_INLINE Vec<typename C::Real, C::Equation::n_flux_parameters> flux_parameters(
    const Arguments<C>& arguments) {
  Vec<typename C::Real, C::Equation::n_flux_parameters> parameters{};
  for (int i = 0; i < C::Equation::n_flux_parameters; ++i)
    parameters[i] = static_cast<typename C::Real>(arguments.flux_parameters[i]);
  return parameters;
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
      result = P::exterior(type, u, data, n, position, t, c, flux_parameters<C>(arguments));
  return result;
}

/// The state that an interface meets: the neighbour's plus the data.
template <class C>
DGSOLVE_INLINE Fields<C> across_interface(const Fields<C>& neighbor, const Fields<C>& data) {
  Fields<C> sum = neighbor;
  add(sum, typename C::Real(1), data);
  return sum;
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
        arguments.source.terms[(static_cast<long long>(term) * arguments.cells.n + slot) * C::Np + node];
  return s;
}

/// … in the components of the state.
template <class C>
DGSOLVE_INLINE Fields<C> volume_source(const Arguments<C>& arguments, const typename C::Real* source_factors,
                                       int slot, int node) {
  const Fields<C> s = given_source<C>(arguments, source_factors, slot, node);
  if constexpr (C::n_source_terms > 0) return to_state<C>(arguments, slot, node, s);
  return s;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
