/// The powers in a block's cells, as WaveOperator::powers defines them. With z as in the energy (M z is the
/// derivative of a cell's energy along u) a right-hand side S adds the power zᵀM S; of the flux, what faces
/// take is left (kernels/waves/traits/face_powers.hpp). Where coefficients vary in straight cells the volume
/// terms do not quite cancel: what is left of them counts as dissipation. Covariant cells have powers of
/// their own (covariant_powers.hpp).
#pragma once

#include "kernels/host/waves/cells/curved.hpp"
#include "kernels/host/waves/cells/energy.hpp"
#include "kernels/host/waves/cells/straight.hpp"
#include "kernels/waves/traits/face_powers.hpp"
#include "kernels/waves/traits/powers.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T>
struct BlockPowers {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Coefficients = typename B::Coefficients;
  using Normal = Vec<Number, P::dim>;
  using FluxParameters = Vec<Number, P::n_flux_parameters>;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int R = rows_per_panel(n_fields);

  struct Sums {
    Number source{0}, incoming{0}, outgoing{0}, loss{0}, dissipation{0};
  };
  /// State and flux, whose product is a power per area.
  struct Pair {
    Fields state, flux;
  };

  /// Own nodal values; ẑ; then the most that one of the parts below takes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t volume = tables.Np * (dim + 2) + tables.points.Nq, face = 3 * tables.Nfp;
    return W * (tables.Np * (Nodes<P, T>::values_per_node + n_fields) +
                n_fields * (volume > face ? volume : face) + tables.Nfp * P::n_coefficients) +
           CellMass<P, T>::scratch(tables, n_fields);
  }

  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                     Powers* to) {
    const B block{tables, step, index};
    const Nodes<P, T> nodes(block, scratch);
    const CellMass<P, T> mass(tables, index);
    const auto scale = Number::load(mass.scale);
    T* rest = scratch + tables.Np * (Nodes<P, T>::values_per_node + n_fields) * W;
    const T* z = mass.template weighted<n_fields>(nodes.state, rest - tables.Np * n_fields * W, rest);
    Sums sums;
    add_volume(block, nodes, z, scale, rest, sums);
    if (mass.cell == nullptr)
      add_straight_faces(block, nodes, scale, rest, sums);
    else if constexpr (!has_curl_pair<P>)
      add_curved_faces(block, nodes, rest, sums);
    add_interfaces(block, nodes, scale, rest, sums);
    for (int l = 0; l < W; ++l)
      to[l] = {sums.source.v[l], sums.incoming.v[l], sums.outgoing.v[l], sums.loss.v[l],
               sums.dissipation.v[l]};
  }

  /// What sources do and media lose inside the cells, in which scale·z is the z above.
  static DGSOLVE_INLINE void add_volume(const B& block, const Nodes<P, T>& nodes, const T* z, Number scale,
                                        T* rest, Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    const int n = tables.Np * n_fields * W;
    T *source = rest, *response = source + n, *z_points = response + n;
    Fields zero;
    for (int f = 0; f < n_fields; ++f) zero[f] = Number(0);
    bool responds = false;
    for (int node = 0; node < tables.Np; ++node) {
      const auto u = nodes.u(node);
      const auto& c = nodes.c(node);
      const Fields without = P::source(u, zero, Number(block.step.t), c);
      Fields with = P::source(u, block.volume_source(node), Number(block.step.t), c);
      for (int f = 0; f < n_fields; ++f) {
        with[f] -= without[f];
        for (int l = 0; l < W; ++l) responds = responds || without[f].v[l] != 0;
      }
      store(with, source + node * n_fields * W);
      store(without, response + node * n_fields * W);
    }
    const bool driven = block.step.source_begin != nullptr;
    const bool varies = P::nodal_coefficients && block.index < tables.curved.first_block;
    if (!driven && !responds && !varies) return;
    for_rows<R, n_fields>(tables.points.values, tables.points.Nq, tables.Np, z,
                          [&](int q, const Fields& f) { store(f, z_points + q * n_fields * W); });
    if (driven) sums.source += scale * work(tables, z_points, source);
    if (responds) sums.loss -= scale * work(tables, z_points, response);
    if constexpr (P::nodal_coefficients)
      if (varies)
        sums.dissipation -=
            scale * work(tables, z_points,
                         divergence(block, nodes, z_points + tables.points.Nq * n_fields * W, source));
  }

  /// zᵀM S; z_points: [Nq][field][lane], S: nodal.
  static DGSOLVE_INLINE Number work(const host::Tables<T>& tables, const T* z_points, const T* S) {
    Number sum(0);
    for_rows<R, n_fields>(tables.points.values, tables.points.Nq, tables.Np, S,
                          [&](int q, const Fields& at_point) {
                            sum += Number::broadcast(tables.points.weights + q) *
                                   dot_product(load<n_fields>(z_points + q * n_fields * W), at_point);
                          });
    return sum;
  }

  /// −∇·F of straight cells, to[Np][field][lane].
  static DGSOLVE_INLINE const T* divergence(const B& block, const Nodes<P, T>& nodes, T* columns, T* to) {
    const host::Tables<T>& tables = block.tables;
    const T* geometry =
        tables.straight.geometry + layout::block(block.index, dim * dim + n_faces * (dim + 1), W);
    Vec<Normal, dim> metric;
    for (int i = 0; i < dim; ++i) metric[i] = load<dim>(geometry + i * dim * W);
    GenericForm<P, T>(metric).volume_columns(nodes, tables.Np, columns);
    const int depth = tables.Np * dim + n_faces * tables.Nfp;
    for_panels<R>(tables.straight.rhs, tables.Np, depth, [&]<int rows>(int row, const T* panel) {
      Number sum[rows][n_fields];
      set_zero(sum);
      GenericForm<P, T>::volume_add(sum, panel, columns, tables.Np);
      for (int r = 0; r < rows && row + r < tables.Np; ++r)
        for (int f = 0; f < n_fields; ++f) sum[r][f].store(to + ((row + r) * n_fields + f) * W);
    });
    return to;
  }

  template <bool with_volume_terms>
  static DGSOLVE_INLINE Pair taken(const Fields& u_m, const Coefficients& c_m, const Fields& u_p,
                                   const Coefficients& c_p, const Normal& n,
                                   const FluxParameters& parameters) {
    return {u_m, taken_flux<P, with_volume_terms>(u_m, c_m, u_p, c_p, n, parameters)};
  }
  template <bool out>
  static DGSOLVE_INLINE Pair wave(const Fields& u_m, const Fields& u_p, const Coefficients& c,
                                  const Normal& n, const FluxParameters& parameters) {
    const BoundaryWave<P, out, Number> wave(parameters);
    const Fields state = wave.state(u_m, u_p);
    return {state, wave.flux(state, c, n)};
  }

  /// Power taken through a face, and, in lanes that are at a boundary, by waves out and in.
  static DGSOLVE_INLINE void add_face(const B& block, int face, Number taken, Number out, Number in,
                                      Sums& sums) {
    sums.dissipation += taken;
    block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
      if (boundary.is_interface()) return;
      const int l = boundary.lane;
      sums.dissipation.v[l] += in.v[l] - out.v[l];
      sums.outgoing.v[l] += boundary.has_data ? out.v[l] : out.v[l] - in.v[l];
      if (boundary.has_data) sums.incoming.v[l] += in.v[l];
    });
  }

  static DGSOLVE_INLINE bool is_at_a_boundary(const B& block, int face) {
    bool found = false;
    block.for_boundary_lanes(face,
                             [&](const host::BoundaryFace& boundary) { found |= !boundary.is_interface(); });
    return found;
  }

  /// ∫ state·flux over the reference face, of pairs of n values at its nodes; scratch: 2 Nfp·n packs.
  template <int n = n_fields, class PairAt>
  static DGSOLVE_INLINE Number face_integral(const host::Tables<T>& tables, T* scratch, PairAt pair_at) {
    const int Nfp = tables.Nfp;
    T *states = scratch, *fluxes = scratch + Nfp * n * W;
    for (int m = 0; m < Nfp; ++m) {
      const auto pair = pair_at(m);
      store(pair.state, states + m * n * W);
      store(pair.flux, fluxes + m * n * W);
    }
    Number sum(0);
    for (int m = 0; m < Nfp; ++m) {
      Vec<Number, n> weighted;
      for (int f = 0; f < n; ++f) weighted[f] = Number(0);
      for (int k = 0; k < Nfp; ++k) {
        const auto entry = Number::broadcast(tables.points.face_mass + m * Nfp + k);
        for (int f = 0; f < n; ++f) weighted[f] += entry * Number::load(fluxes + (k * n + f) * W);
      }
      sum += dot_product(load<n>(states + m * n * W), weighted);
    }
    return sum;
  }

  static DGSOLVE_INLINE void add_straight_faces(const B& block, const Nodes<P, T>& nodes, Number J, T* traces,
                                                Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    const T* geometry =
        tables.straight.geometry + layout::block(block.index, dim * dim + n_faces * (dim + 1), W);
    const auto parameters = flux_parameters<P, Number>(tables);
    T* pairs = traces + tables.Nfp * n_fields * W;
    T* coefficient_traces = pairs + 2 * tables.Nfp * n_fields * W;
    for (int face = 0; face < n_faces; ++face) {
      const T* of_face = geometry + (dim * dim + face * (dim + 1)) * W;
      const auto n = load<dim>(of_face);
      const auto sJ = Number::load(of_face + dim * W) * J;
      block.template gather<n_fields>(face, block.step.u, traces);
      StraightBlock<P, T, GenericForm>::set_exterior(block, nodes, face, n, traces);
      Coefficients region_p;
      if constexpr (P::nodal_coefficients)
        block.template gather<P::n_coefficients>(face, tables.media.values, coefficient_traces);
      else
        region_p = block.region_coefficients(block.neighbors(face));
      const int* face_nodes = tables.faces.nodes + face * tables.Nfp;
      const auto u_p = [&](int m) { return block.template record<n_fields>(traces, m); };
      const auto integral = [&](auto pair_at) { return sJ * face_integral(tables, pairs, pair_at); };
      const Number power = integral([&](int m) {
        Coefficients c_p = region_p;
        if constexpr (P::nodal_coefficients)
          c_p = block.template record<P::n_coefficients>(coefficient_traces, m);
        return taken<!P::nodal_coefficients>(nodes.u(face_nodes[m]), nodes.c(face_nodes[m]), u_p(m), c_p, n,
                                             parameters);
      });
      Number out(0), in(0);
      if (is_at_a_boundary(block, face)) {
        out = integral([&](int m) {
          return wave<true>(nodes.u(face_nodes[m]), u_p(m), nodes.c(face_nodes[m]), n, parameters);
        });
        in = integral([&](int m) {
          return wave<false>(nodes.u(face_nodes[m]), u_p(m), nodes.c(face_nodes[m]), n, parameters);
        });
      }
      add_face(block, face, power, out, in, sums);
    }
  }

  static DGSOLVE_INLINE void add_curved_faces(const B& block, const Nodes<P, T>& nodes, T* traces,
                                              Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    const auto parameters = flux_parameters<P, Number>(tables);
    for (int face = 0; face < n_faces; ++face) {
      const bool at_a_boundary = is_at_a_boundary(block, face);
      Number power(0), out(0), in(0);
      CurvedBlock<P, T>::for_face_points(block, nodes, face, traces, [&](int q, const auto& point) {
        const auto weight = Number::broadcast(tables.points.face_weights + q) * point.sJ;
        const auto add = [&](Number& sum, const Pair& pair) {
          sum += weight * dot_product(pair.state, pair.flux);
        };
        add(power, taken<true>(point.u_m, point.c_m, point.u_p, point.c_p, point.n, parameters));
        if (!at_a_boundary) return;
        add(out, wave<true>(point.u_m, point.u_p, point.c_m, point.n, parameters));
        add(in, wave<false>(point.u_m, point.u_p, point.c_m, point.n, parameters));
      });
      add_face(block, face, power, out, in, sums);
    }
  }

  /// At an interface the field jumps by the data. What its faces take beyond the damping of the rest of the
  /// jump the data bring in; it was counted as dissipation.
  static void add_interfaces(const B& block, const Nodes<P, T>& nodes, Number scale, T* traces, Sums& sums) {
    const host::Tables<T>& tables = block.tables;
    for (int i = tables.faces.boundary_begin[block.index]; i < tables.faces.boundary_begin[block.index + 1];
         ++i) {
      const host::BoundaryFace& interface = tables.faces.boundary_faces[i];
      if (!interface.is_interface()) continue;
      const Number brought = brought_in(block, nodes, interface.face, scale, traces);
      sums.incoming.v[interface.lane] += brought.v[interface.lane];
      sums.dissipation.v[interface.lane] += brought.v[interface.lane];
    }
  }

  static DGSOLVE_INLINE Number brought_in(const B& block, const Nodes<P, T>& nodes, int face, Number scale,
                                          T* traces) {
    if constexpr (!has_curl_pair<P>)
      if (block.index >= block.tables.curved.first_block)
        return brought_into_curved(block, nodes, face, traces);
    return brought_into_straight(block, nodes, face, scale, traces);
  }

  /// The power that a face takes, or, of the jump alone, this side's half of what the numerical flux damps.
  static DGSOLVE_INLINE Pair taken_or_damped(bool of_jump, const Fields& u_m, const Coefficients& c_m,
                                             const Fields& u_p, const Coefficients& c_p, const Normal& n,
                                             const FluxParameters& parameters) {
    if (!of_jump) return taken<true>(u_m, c_m, u_p, c_p, n, parameters);
    return taken<true>(half_jump(u_m, u_p), c_m, half_jump(u_m, u_p, Number(-1)), c_p, n, parameters);
  }

  static Number brought_into_straight(const B& block, const Nodes<P, T>& nodes, int face, Number J,
                                      T* traces) {
    const host::Tables<T>& tables = block.tables;
    const T* of_face = tables.straight.geometry +
                       layout::block(block.index, dim * dim + n_faces * (dim + 1), W) +
                       (dim * dim + face * (dim + 1)) * W;
    const auto n = load<dim>(of_face);
    T* const coefficient_traces = traces + 3 * tables.Nfp * n_fields * W;
    if constexpr (P::nodal_coefficients)
      block.template gather<P::n_coefficients>(face, tables.media.values, coefficient_traces);
    block.template gather<n_fields>(face, block.step.u, traces);
    StraightBlock<P, T, GenericForm>::set_exterior(block, nodes, face, n, traces);
    const auto power = [&](bool of_jump) {
      return face_integral(tables, traces + tables.Nfp * n_fields * W, [&](int m) {
        Coefficients c_p;
        if constexpr (P::nodal_coefficients)
          c_p = block.template record<P::n_coefficients>(coefficient_traces, m);
        else
          c_p = block.region_coefficients(block.neighbors(face));
        const int node = tables.faces.nodes[face * tables.Nfp + m];
        return taken_or_damped(of_jump, nodes.u(node), nodes.c(node),
                               block.template record<n_fields>(traces, m), c_p, n,
                               flux_parameters<P, Number>(tables));
      });
    };
    return Number::load(of_face + dim * W) * J * (power(true) - power(false));
  }

  static Number brought_into_curved(const B& block, const Nodes<P, T>& nodes, int face, T* traces) {
    Number sum(0);
    CurvedBlock<P, T>::for_face_points(block, nodes, face, traces, [&](int q, const auto& point) {
      const auto power = [&](bool of_jump) {
        const Pair pair = taken_or_damped(of_jump, point.u_m, point.c_m, point.u_p, point.c_p, point.n,
                                          flux_parameters<P, Number>(block.tables));
        return dot_product(pair.state, pair.flux);
      };
      sum +=
          Number::broadcast(block.tables.points.face_weights + q) * point.sJ * (power(true) - power(false));
    });
    return sum;
  }
};

}  // namespace DGSOLVE_NAMESPACE
