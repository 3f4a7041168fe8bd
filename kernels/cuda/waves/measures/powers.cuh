/// The powers in a state, as WaveOperator::powers defines them and kernels/host/waves/cells/powers.hpp has
/// them: with z as in the energy, a right-hand side S adds zᵀM S, and faces take what
/// kernels/waves/traits/face_powers.hpp says. A thread adds up what is of its node, and of face nodes or
/// points in turn: both M and a face's mass matrix being symmetric, they are applied to states, which all
/// threads see. Sums over nodes and cells are of double precision.
#pragma once

#include "kernels/cuda/waves/cells/volume_form.cuh"
#include "kernels/cuda/waves/measures/energy.cuh"
#include "kernels/waves/traits/face_powers.hpp"
#include "kernels/waves/traits/powers.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <int n, class T>
DGSOLVE_INLINE double product_of(const Vec<T, n>& a, const Vec<T, n>& b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

constexpr int n_powers = 5;

/// What a thread has of the powers in a cell.
template <class C>
struct ThreadPowers {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int n_fields = P::n_fields, Np = C::Np, Nfp = C::Nfp;

  const Arguments<C>& arguments;
  const T* source_factors;
  Powers sums{};

  /// Row `row` of a mass matrix [n][n] times values in shared memory, value(i).
  template <int n, class Value>
  static DGSOLVE_INLINE Fields<C> weighted(const T* mass, int row, Value value) {
    Fields<C> sum{};
    for (int i = 0; i < n; ++i) add(sum, mass[i * n + row], value(i));
    return sum;
  }
  /// M z at this thread's node; z: [Np][n_fields].
  DGSOLVE_INLINE Fields<C> weighted_by_mass(const T* z, int node) const {
    return weighted<Np>(arguments.points.mass, node, [&](int k) { return load<n_fields>(z + k * n_fields); });
  }

  /// Work of the source and loss of media at a node, in a cell whose z is scale·z here. u, s: the state and
  /// the case's source there, in the components of z.
  DGSOLVE_INLINE void add_node(int slot, int node, const Fields<C>& u, const Fields<C>& s,
                               const Fields<C>& M_z, double scale) {
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, node);
    const T t = static_cast<T>(stage_time<C>(arguments));
    const Fields<C> response = P::source(u, Fields<C>{}, t, c);
    sums.loss -= scale * product_of(M_z, response);
    if constexpr (C::n_source_terms > 0) {
      Fields<C> driven = P::source(u, s, t, c);
      add(driven, T(-1), response);
      sums.source += scale * product_of(M_z, driven);
    }
  }
  /// … in Cartesian ones.
  DGSOLVE_INLINE void add_node(int slot, int node, const Fields<C>& M_z, double scale) {
    add_node(slot, node, load_state<C>(arguments, slot, node),
             given_source<C>(arguments, source_factors, slot, node), M_z, scale);
  }

  /// Row `node` of M times auxiliaries, given by value(node).
  template <class Value>
  DGSOLVE_INLINE Auxiliaries<C> weighted_auxiliaries(int node, Value value) const {
    Auxiliaries<C> sum{};
    for (int k = 0; k < Np; ++k) add(sum, arguments.points.mass[k * Np + node], value(k));
    return sum;
  }
  /// What the local model loses at a node, in a cell whose z is scale·z here.
  DGSOLVE_INLINE void add_model(int slot, int node, const Fields<C>& M_u, const Auxiliaries<C>& M_z,
                                double scale) {
    if constexpr (C::Model::n_aux > 0)
      sums.loss += scale * static_cast<double>(loss_between<typename C::Model>(
                               M_u, M_z, load_state<C>(arguments, slot, node),
                               load_auxiliaries<C>(arguments, arguments.u, slot, node),
                               load_model<C>(arguments, slot), load_coefficients<C>(arguments, slot, node)));
  }

  /// Power taken through a face, and carried by waves out and in where it is at a boundary.
  DGSOLVE_INLINE void add_face(const Face& face, double taken, double out, double in) {
    sums.dissipation += taken;
    if (has_neighbor<C>(face)) return;
    sums.dissipation += in - out;
    sums.outgoing += face.condition != 0 ? out : out - in;
    if (face.condition != 0) sums.incoming += in;
  }
  /// What the data of an interface bring in: what its faces take beyond the damping of the rest of the jump.
  DGSOLVE_INLINE void add_interface(double brought) {
    sums.incoming += brought;
    sums.dissipation += brought;
  }

  /// Adds the cells' to the block's, and begins those of the next cells.
  template <class Sums>
  DGSOLVE_INLINE void add_to(Sums& of_block, int cells, typename Sums::OfThreads& scratch) {
    const double of_thread[n_powers] = {sums.source, sums.incoming, sums.outgoing, sums.loss,
                                        sums.dissipation};
    of_block.add(of_thread, cells, scratch);
    sums = {};
  }
  /// What was added up.
  template <class Sums>
  static DGSOLVE_INLINE void write(const Sums& of_block, double* to) {
    __syncthreads();
    if (threadIdx.x == 0)
      for (int i = 0; i < n_powers; ++i) to[i] = of_block.totals[i];
  }
};

/// A thread is a node of the block's element.
template <class C>
struct StraightPowers {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Geometry = StraightGeometry<T, P::dim>;
  static constexpr int n_fields = P::n_fields, n_faces = P::dim + 1, Np = C::Np, Nfp = C::Nfp;
  static constexpr int n_face_nodes = n_faces * Nfp;

  struct Shared {
    alignas(16) T u[Np * n_fields];              ///< [node][field]
    alignas(16) T u_p[n_face_nodes * n_fields];  ///< [face node][field]
    T source_factors[C::n_source_terms + 1];
    CellSums<n_powers, Np, Np> sums;
    double of_threads[n_powers * Np];
  };

  const Arguments<C>& arguments;
  Shared& shared;
  int slot;
  ThreadPowers<C>& powers;

  DGSOLVE_INLINE Face across(int face) const {
    return arguments.traces.faces[static_cast<long long>(slot) * n_faces + face];
  }
  DGSOLVE_INLINE Position<C> normal(int face) const {
    return Geometry(arguments, slot).normal(face, opposite_vertex<C>(face));
  }
  DGSOLVE_INLINE int node_of(int face, int m) const { return arguments.traces.face_nodes[face * Nfp + m]; }

  DGSOLVE_INLINE Fields<C> neighbor_state(const Face& f, int m) const {
    return load_state<C>(arguments, f.neighbor, node_across<C>(arguments, f, m));
  }

  DGSOLVE_INLINE Fields<C> state_across(int face, int m) const {
    const Face f = across(face);
    if (f.boundary == 0) return neighbor_state(f, m);
    const Fields<C> data = given_data<C>(arguments, f, m);
    if constexpr (C::has_interfaces)
      if (is_interface<C>(f)) return across_interface<C>(neighbor_state(f, m), data);
    return exterior<C>(arguments, f, m, data, load_state<C>(arguments, slot, node_of(face, m)),
                       load_coefficients<C>(arguments, slot, node_of(face, m)), normal(face));
  }

  DGSOLVE_INLINE void add_face_node(int face, int m) const {
    const Face f = across(face);
    const Position<C> n = normal(face);
    const auto parameters = flux_parameters<C>(arguments);
    const double sJ =
        static_cast<double>(Geometry(arguments, slot).f_scale(face)) * arguments.straight.jacobian[slot];
    const auto state = [&](int k) { return load<n_fields>(shared.u + node_of(face, k) * n_fields); };
    const auto state_across = [&](int k) { return load<n_fields>(shared.u_p + (face * Nfp + k) * n_fields); };
    const Coefficients<C> c_m = load_coefficients<C>(arguments, slot, node_of(face, m));
    const Coefficients<C> c_p =
        has_neighbor<C>(f) ? load_coefficients<C>(arguments, f.neighbor, node_across<C>(arguments, f, m))
                           : c_m;
    const Fields<C> u_m = state(m), u_p = state_across(m);
    const Fields<C> weighted = ThreadPowers<C>::template weighted<Nfp>(arguments.points.face_mass, m, state);
    const auto weighted_across = [&](int row) {
      return ThreadPowers<C>::template weighted<Nfp>(arguments.points.face_mass, row, state_across);
    };
    const double taken =
        sJ * product_of(weighted, taken_flux<P, !P::nodal_coefficients>(u_m, c_m, u_p, c_p, n, parameters));
    if constexpr (C::has_interfaces)
      if (is_interface<C>(f)) {
        const Fields<C> half = half_jump(u_m, u_p);
        const double damped =
            product_of(half_jump(weighted, weighted_across(m)),
                       taken_flux<P, true>(half, c_m, half_jump(u_m, u_p, T(-1)), c_p, n, parameters));
        powers.add_interface(
            sJ * (damped - product_of(weighted, taken_flux<P, true>(u_m, c_m, u_p, c_p, n, parameters))));
      }
    double out = 0, in = 0;
    if (!has_neighbor<C>(f)) {
      const Fields<C> of_exterior = weighted_across(m);
      const auto carried = [&](const auto& wave) {
        return sJ * product_of(wave.state(weighted, of_exterior), wave.flux(wave.state(u_m, u_p), c_m, n));
      };
      out = carried(BoundaryWave<P, true, T>(parameters));
      in = carried(BoundaryWave<P, false, T>(parameters));
    }
    powers.add_face(f, taken, out, in);
  }

  /// −∇·F at a node.
  DGSOLVE_INLINE Fields<C> divergence(int node) const {
    const GenericForm<C> form(Geometry(arguments, slot).metric());
    Fields<C> sum{};
    for (int k = 0; k < Np; ++k) {
      Vec<T, P::dim> D;
      for (int d = 0; d < P::dim; ++d) D[d] = arguments.straight.D[(k * P::dim + d) * Np + node];
      form.volume_add(sum, D,
                      form.volume_column(load<n_fields>(shared.u + k * n_fields),
                                         load_coefficients<C>(arguments, slot, k)));
    }
    return sum;
  }

  DGSOLVE_INLINE void add_cell() const {
    const int lane = threadIdx.x;
    store(load_state<C>(arguments, slot, lane), shared.u + lane * n_fields);
    for (int i = lane; i < n_face_nodes; i += Np)
      store(state_across(i / Nfp, i % Nfp), shared.u_p + i * n_fields);
    __syncthreads();
    const Fields<C> M_u = powers.weighted_by_mass(shared.u, lane);
    const double J = arguments.straight.jacobian[slot];
    powers.add_node(slot, lane, M_u, J);
    if constexpr (C::Model::n_aux > 0)
      powers.add_model(slot, lane, M_u,
                       powers.weighted_auxiliaries(
                           lane, [&](int k) { return load_auxiliaries<C>(arguments, arguments.u, slot, k); }),
                       J);
    if constexpr (P::nodal_coefficients)  // the volume terms do not quite cancel
      powers.sums.dissipation -= J * product_of(M_u, divergence(lane));
    for (int i = lane; i < n_face_nodes; i += Np) add_face_node(i / Nfp, i % Nfp);
    powers.add_to(shared.sums, 1, shared.of_threads);
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& to, Shared& shared) {
    compute_source_factors<C>(arguments, Np, shared.source_factors);
    ThreadPowers<C> powers{arguments, shared.source_factors};
    const int block = blockIdx.x, begin = arguments.group.begin;
    const int last = begin + to.chunks.last(block, arguments.group.end - begin);
    shared.sums.clear();
    for (int slot = begin + to.chunks.first(block); slot < last; ++slot)
      StraightPowers{arguments, shared, slot, powers}.add_cell();
    powers.write(shared.sums, to.sums + block * n_powers);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
