/// The powers in a block's covariant cells (powers.hpp). A right-hand side S adds zᵀM Ŝ; what a face takes is
/// û·(½F·n − column) at its nodes, with the reference face's mass matrix, where columns are what it adds to
/// the right-hand sides of a and b. At a boundary it is what meets at the quadrature points.
#pragma once

#include "kernels/host/waves/cells/covariant_energy.hpp"
#include "kernels/host/waves/cells/powers.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T>
struct CovariantPowers {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Of = BlockPowers<P, T>;
  using Sums = typename Of::Sums;
  using Face = CovariantFace<P, T>;
  using Traces = typename Face::Traces;
  static constexpr int W = B::W, n_faces = B::n_faces, R = rows_per_panel(6);

  /// State and flux, whose product is a power of the reference face per area.
  struct Pair {
    Traces state, flux;
  };

  /// Own nodal values, Cartesian and covariant; z; then the most that one of the parts below takes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t volume = tables.Np * 12 + tables.points.Nq * 6, face = tables.Nfp * 14,
                      mass = CovariantMass<P, T>::scratch(tables) / W;
    const std::size_t most = volume > face ? volume : face;
    return W * (tables.Np * 18 + (most > mass ? most : mass));
  }

  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                     Powers* to) {
    const B block{tables, step, index};
    const int n = tables.Np * 6 * W;
    const Nodes<P, T> nodes(block, scratch);
    const CovariantNodes<P, T> own(block, nodes, scratch + n);
    T *z = scratch + 2 * n, *rest = z + n;
    CovariantMass<P, T>(tables, index).solve(own.values, z, rest);
    Sums sums;
    add_volume(block, nodes, own, z, rest, sums);
    for (int face = 0; face < n_faces; ++face) add_face(block, nodes, own, face, rest, sums);
    for (int l = 0; l < W; ++l)
      to[l] = {sums.source.v[l], sums.incoming.v[l], sums.outgoing.v[l], sums.loss.v[l],
               sums.dissipation.v[l]};
  }

  /// Work of sources and losses of media inside the cells.
  static void add_volume(const B& block, const Nodes<P, T>& nodes, const CovariantNodes<P, T>& own,
                         const T* z, T* rest, Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    const int n = tables.Np * 6 * W;
    T *source = rest, *response = source + n, *z_points = response + n;
    Fields zero;
    for (int f = 0; f < 6; ++f) zero[f] = Number(0);
    for (int node = 0; node < tables.Np; ++node) {
      const auto u = nodes.u(node);
      const Fields without = P::source(u, zero, Number(block.step.t), nodes.region);
      Fields with = P::source(u, block.volume_source(node), Number(block.step.t), nodes.region);
      for (int f = 0; f < 6; ++f) with[f] -= without[f];
      store(own.to_covariant(node, with), source + node * 6 * W);
      store(own.to_covariant(node, without), response + node * 6 * W);
    }
    for_rows<R, 6>(tables.points.values, tables.points.Nq, tables.Np, z,
                   [&](int q, const Fields& f) { store(f, z_points + q * 6 * W); });
    sums.source += Of::work(tables, z_points, source);
    sums.loss -= Of::work(tables, z_points, response);
  }

  /// Of a state: F·n is −n×b of a and n×a of b, and a column −n×(b − b*) and n×(a − a*).
  static DGSOLVE_INLINE Pair taken(const Face& face, const Traces& state, const Traces& difference) {
    Traces half;
    for (int i = 0; i < 4; ++i) half[i] = Number(0.5) * state[i] - difference[i];
    const Traces turned = face.minus_n_x(half);
    return {state, {{turned[2], turned[3], -turned[0], -turned[1]}}};
  }

  static void add_face(const B& block, const Nodes<P, T>& nodes, const CovariantNodes<P, T>& own, int number,
                       T* traces, Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    const int* face_nodes = tables.faces.nodes + number * tables.Nfp;
    const Face face(block, number, nodes.region);
    T* const pairs = traces + tables.Nfp * 6 * W;
    block.template gather<6>(number, block.step.u, traces);
    bool interfaces = false;
    block.for_boundary_lanes(number, [&](const host::BoundaryFace& boundary) {
      if (!boundary.is_interface()) return;
      block.add_data(boundary, traces);
      interfaces = true;
    });
    // Power taken, or, of the jump alone, this side's half of what the numerical flux damps.
    const auto power = [&](bool of_jump) {
      return Of::template face_integral<4>(tables, pairs, [&](int m) {
        const int node = face_nodes[m];
        const Traces u_m = face.of_covariant(own.at(node));
        const Traces u_p =
            face.of_cartesian(own.maps + node * own.map_values * W, block.template record<6>(traces, m));
        Traces jump;
        for (int i = 0; i < 4; ++i) jump[i] = u_m[i] - u_p[i];
        return taken(face, of_jump ? half_jump(u_m, u_p) : u_m, face.difference(jump));
      });
    };
    Number taken_there = power(false), out(0), in(0);
    if (interfaces) {
      const Number brought = power(true) - taken_there;
      block.for_boundary_lanes(number, [&](const host::BoundaryFace& boundary) {
        if (!boundary.is_interface()) return;
        sums.incoming.v[boundary.lane] += brought.v[boundary.lane];
        sums.dissipation.v[boundary.lane] += brought.v[boundary.lane];
      });
    }
    if (Of::is_at_a_boundary(block, number))
      set_boundary_powers(block, nodes, own, number, face, taken_there, out, in);
    Of::add_face(block, number, taken_there, out, in, sums);
  }

  /// Power taken and carried by waves, in the lanes of a face that are at a boundary.
  __attribute__((noinline)) static void set_boundary_powers(const B& block, const Nodes<P, T>& nodes,
                                                            const CovariantNodes<P, T>& own, int number,
                                                            const Face& face, Number& taken, Number& out,
                                                            Number& in) {
    const auto parameters = flux_parameters<P, T>(block.tables);
    const BoundaryWave<P, true, T> wave_out(parameters);
    const BoundaryWave<P, false, T> wave_in(parameters);
    for_boundary_points(block, nodes, own, number, face, [&](const auto& boundary, int q, const auto& point) {
      const int lane = boundary.lane;
      const T weight = block.tables.points.face_weights[q] * point.sJ;
      const auto carried = [&](const auto& wave) {
        const auto state = wave.state(point.u_m, point.u_p);
        return weight * dot_product(state, wave.flux(state, point.c, point.n));
      };
      if (q == 0) taken.v[lane] = 0;
      taken.v[lane] += weight * dot_product(point.u_m, taken_flux<P, true>(point.u_m, point.c, point.u_p,
                                                                           point.c, point.n, parameters));
      out.v[lane] += carried(wave_out);
      in.v[lane] += carried(wave_in);
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE
