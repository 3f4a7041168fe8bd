/// The powers in curved cells, of either form (kernels/cuda/waves/measures/powers.cuh).
#pragma once

#include "kernels/cuda/waves/measures/powers.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// As StraightPowers, but for a few elements at a time, as CurvedEnergy.
template <class C>
struct CurvedPowers {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Stage = CurvedNodesStage<C>;
  using Shared = typename CurvedEnergy<C>::template SharedWith<n_powers>;
  static constexpr int n_faces = Stage::n_faces, n_aux = C::Model::n_aux, Np = C::Np, Nfq = C::Nfq;
  static constexpr int elements = Stage::elements, threads = Stage::threads;

  /// p: the stage's face point, or boundary point.
  template <class Point>
  static DGSOLVE_INLINE void add_face_point(const Stage& stage, int point, const Point& p,
                                            ThreadPowers<C>& powers) {
    const auto parameters = flux_parameters<C>(stage.arguments);
    const double weight = static_cast<double>(stage.arguments.points.face_weights[point % Nfq]) * p.sJ;
    const auto carried = [&](const auto& wave) {
      const Fields<C> state = wave.state(p.u_m, p.u_p);
      return weight * product_of(state, wave.flux(state, p.c_m, p.n));
    };
    const auto power_taken = [&](const Fields<C>& u_m, const Fields<C>& u_p) {
      return weight * product_of(u_m, taken_flux<P, true>(u_m, p.c_m, u_p, p.c_p, p.n, parameters));
    };
    const double taken = power_taken(p.u_m, p.u_p);
    if constexpr (C::has_interfaces)
      if (is_interface<C>(p.across))
        powers.add_interface(power_taken(half_jump(p.u_m, p.u_p), half_jump(p.u_m, p.u_p, T(-1))) - taken);
    double out = 0, in = 0;
    if (!has_neighbor<C>(p.across)) {
      out = carried(BoundaryWave<P, true, T>(parameters));
      in = carried(BoundaryWave<P, false, T>(parameters));
    }
    powers.add_face(p.across, taken, out, in);
  }

  /// A node of a face with a neighbour, of a covariant cell: the power that it takes is, per area of the
  /// reference face, that of the flux and half of the cell's own, ½ u·F·n = ±(b_1 a_0 − b_0 a_1).
  static DGSOLVE_INLINE void add_face_node(const Stage& stage, int face, int m, ThreadPowers<C>& powers) {
    using Tangential = typename Stage::Tangential;
    const T sign = FaceTangents<C>::points_inward(face) ? T(-1) : T(1);
    const T* const mass = stage.arguments.points.face_mass;
    const auto jump = [&](int k, T of_own) {
      Tangential u = stage.trace(face, k);
      const Tangential other = stage.trace_across(face, k);
      for (int i = 0; i < 4; ++i) u[i] = of_own * (u[i] - other[i]);
      return u;
    };
    const Tangential flux = stage.flux_of_jump(face, jump(m, T(1)));
    const auto taken = [&](auto state) {
      Tangential weighted{};
      for (int k = 0; k < Stage::Nfp; ++k) add(weighted, mass[k * Stage::Nfp + m], state(k));
      const Tangential u = state(m);
      return static_cast<double>(sign) * (weighted[3] * u[0] - weighted[1] * u[2]) -
             product_of(weighted, flux);
    };
    const double of_face = taken([&](int k) { return stage.trace(face, k); });
    if constexpr (C::has_interfaces)
      if (is_interface<C>(stage.across(face)))
        powers.add_interface(taken([&](int k) { return jump(k, T(0.5)); }) - of_face);
    powers.add_face(stage.across(face), of_face, 0, 0);
  }

  static DGSOLVE_INLINE void add_faces(const Stage& stage, ThreadPowers<C>& powers) {
    if constexpr (Stage::is_covariant) {
      for (int i = stage.lane; i < n_faces * Stage::Nfp; i += Np)
        if (has_neighbor<C>(stage.across(i / Stage::Nfp)))
          add_face_node(stage, i / Stage::Nfp, i % Stage::Nfp, powers);
      for (int point = stage.lane; point < n_faces * Nfq; point += Np)
        if (!has_neighbor<C>(stage.across(point / Nfq)))
          add_face_point(stage, point, stage.boundary_point(point / Nfq, point % Nfq), powers);
    } else {
      for (int point = stage.lane; point < n_faces * Nfq; point += Np)
        add_face_point(stage, point, stage.face_point(point), powers);
    }
  }

  /// The source and media at a node; M_u: M z there.
  static DGSOLVE_INLINE void add_node(const Stage& stage, const Fields<C>& M_u, T smallest,
                                      ThreadPowers<C>& powers) {
    const int slot = stage.slot, node = stage.lane;
    if constexpr (Stage::is_covariant)
      powers.add_node(slot, node, load_covariant<C>(stage.arguments, slot, node),
                      CovariantCell<C>(stage.arguments, slot, node)
                          .to_covariant(given_source<C>(stage.arguments, powers.source_factors, slot, node)),
                      M_u, 1);
    else
      powers.add_node(slot, node, M_u, smallest);
  }
  /// … and the local model. In covariant cells fields and auxiliaries have energies with different masses, so
  /// that the loss is not the model's own form, but the derivative of both along the rates that it adds.
  static DGSOLVE_INLINE void add_model(const Stage& stage, const Fields<C>& M_u, const Auxiliaries<C>& M_z,
                                       T smallest, ThreadPowers<C>& powers) {
    const int slot = stage.slot, node = stage.lane;
    if constexpr (Stage::is_covariant) {
      const Arguments<C>& arguments = stage.arguments;
      const auto k = load_model<C>(arguments, slot);
      const Coefficients<C> c = load_coefficients<C>(arguments, slot, node);
      Fields<C> rate{}, ones;
      Auxiliaries<C> z_rate;
      C::Model::add_rates(load_state<C>(arguments, slot, node),
                          load_auxiliaries<C>(arguments, arguments.u, slot, node), k, rate, z_rate);
      for (int f = 0; f < P::n_fields; ++f) ones[f] = T(1);
      const Fields<C> inverse_storage = P::apply_inverse_storage(ones, c);
      for (int f = 0; f < P::n_fields; ++f) rate[f] = rate[f] / inverse_storage[f];
      powers.sums.loss -= product_of(M_u, CovariantCell<C>(arguments, slot, node).to_covariant(rate)) +
                          smallest * energy_along(M_z, z_rate, k, c);
    } else {
      powers.add_model(slot, node, M_u, M_z, smallest);
    }
  }
  /// The derivative of the auxiliaries' energy at z along their rate, taken over the model's time, by which
  /// both are of a size.
  template <class Model>
  static DGSOLVE_INLINE double energy_along(const Auxiliaries<C>& z, const Auxiliaries<C>& rate,
                                            const Model& k, const Coefficients<C>& c) {
    const double fastest = C::Model::fastest(k), time = fastest > 0 ? 1 / fastest : 1;
    Vec<double, n_aux> sum, difference;
    for (int i = 0; i < n_aux; ++i) {
      sum[i] = z[i] + time * rate[i];
      difference[i] = z[i] - time * rate[i];
    }
    const auto energy = [&](const Vec<double, n_aux>& values) {
      return C::Model::energy(values, to_double<C::Model::n_coefficients>(k),
                              to_double<P::n_coefficients>(c));
    };
    return 0.5 / time * (energy(sum) - energy(difference));
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& to, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, block = blockIdx.x;
    const int begin = arguments.group.begin, end = begin + to.chunks.last(block, arguments.group.end - begin);
    typename Stage::Shared& of_stage = shared.cells.stage;
    ThreadPowers<C> powers{arguments, of_stage.source_factors};
    shared.sums.clear();
    for (int first = begin + to.chunks.first(block); first < end; first += elements) {
      const int n = end - first < elements ? end - first : elements,
                slot = first + (local < n ? local : n - 1);
      compute_source_factors<C>(arguments, threads, of_stage.source_factors);  // sums took their place
      const Stage stage{{arguments, of_stage, slot, local, lane}};
      const T smallest = arguments.curved.jacobian[2 * (slot - arguments.curved.first)];
      CurvedEnergy<C>::solve_all(stage, CurvedEnergy<C>::most_steps(arguments, first, first + n), smallest,
                                 shared.cells);
      if (local < n) {
        const Fields<C> M_u = powers.weighted_by_mass(of_stage.r + local * Np * P::n_fields, lane);
        add_node(stage, M_u, smallest, powers);
        if constexpr (n_aux > 0) {
          const Auxiliaries<C> M_z = powers.weighted_auxiliaries(lane, [&](int k) {
            Auxiliaries<C> z;
            for (int i = 0; i < n_aux; ++i) z[i] = shared.cells.z[(local * Np + k) * n_aux + i];
            return z;
          });
          add_model(stage, M_u, M_z, smallest, powers);
        }
        add_faces(stage, powers);
      }
      powers.add_to(shared.sums, n, shared.of_threads);
      __syncthreads();
    }
    powers.write(shared.sums, to.sums + block * n_powers);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
