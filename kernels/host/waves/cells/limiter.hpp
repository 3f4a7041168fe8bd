/// The limiter of a block of cells behind a stage (kernels/waves/traits/limiter.hpp).
#pragma once

#include "kernels/host/waves/cells/rough_cells.hpp"
#include "kernels/host/waves/cells/weak.hpp"
#include "kernels/waves/traits/entropy_filter.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T, bool is_curved>
struct LimiterBlock {
  using Cells = WeakBlock<P, T, is_curved>;
  using B = typename Cells::B;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Coefficients = typename B::Coefficients;
  static constexpr int W = B::W, n_fields = P::n_fields, n_faces = B::n_faces, R = Cells::R;

  /// Nodal values of the new state, its modes, and nodal values that are tried; behind them those of the one
  /// that the stage began with, and states at points or traces of a face from both sides.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const int Nfp = tables.Nfp, Nfq = tables.points.Nfq;
    const int points = tables.points.Nq + n_faces * Nfq + Nfp, traces = 2 * (Nfp + Nfq);
    return W * (tables.Np * (3 * n_fields + Nodes<P, T>::values_per_node) +
                (points > traces ? points : traces) * n_fields);
  }

  /// The weight of a node in the mean.
  static DGSOLVE_INLINE Number weight(const host::Tables<T>& tables, int index, int node) {
    if constexpr (is_curved)
      return Number::load(tables.limiter.mean_of_curved +
                          layout::block(index - tables.curved.first_block, tables.Np, W) + node * W);
    else
      return Number::broadcast(tables.limiter.mean + node);
  }
  static DGSOLVE_INLINE Fields mean_of(const host::Tables<T>& tables, int index, const T* u) {
    Fields mean;
    for (int f = 0; f < n_fields; ++f) mean[f] = Number(0);
    for (int node = 0; node < tables.Np; ++node)
      B::template add<n_fields>(weight(tables, index, node), u + node * n_fields * W, mean);
    return mean;
  }

  /// to[mode][n_fields][lane]
  static DGSOLVE_INLINE void find_modes(const host::Tables<T>& tables, const T* u, T* to) {
    for (int i = 0; i < tables.Np; ++i)
      for (int f = 0; f < n_fields; ++f) mode_of<P>(tables, i, u, f).store(to + (i * n_fields + f) * W);
  }

  static DGSOLVE_INLINE Number volume(const host::Tables<T>& tables,
                                      const PointGeometry<P::dim, T, is_curved>& geometry) {
    Number sum(0);
    for (int q = 0; q < tables.points.Nq; ++q) {
      const auto weight = Number::broadcast(tables.points.weights + q);
      if constexpr (is_curved)
        sum += weight / geometry.inverse_jacobian(q);
      else
        sum += weight;
    }
    return sum;
  }

  /// σ/r of the state that the stage began with, 1/m.
  static DGSOLVE_INLINE Number jumps(const B& block, const Fields& mean, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const Nodes<P, T> nodes(block, scratch);
    const PointGeometry<P::dim, T, is_curved> geometry(tables, block.index);
    T* const of_face = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    JumpsOfCell<P, Number> all{};
    for (int face = 0; face < n_faces; ++face) {
      const FaceStates<T> states = Cells::face_states(block, nodes, geometry, face, of_face);
      Vec<Number, P::n_sizes> sizes;
      Fields across;
      Number area(0);
      for (int k = 0; k < P::n_sizes; ++k) sizes[k] = Number(0);
      for (int f = 0; f < n_fields; ++f) across[f] = Number(0);
      for (int q = 0; q < tables.points.Nfq; ++q) {
        const Number dS = Number::broadcast(tables.points.face_weights + q) * geometry.sJ(face, q);
        const Fields u_m = load<n_fields>(states.own + q * n_fields * W);
        const Fields u_p = load<n_fields>(states.across + q * n_fields * W);
        Fields jump;
        for (int f = 0; f < n_fields; ++f) {
          jump[f] = u_p[f] - u_m[f];
          across[f] += dS * u_p[f];
        }
        const auto of_point = P::sizes(jump);
        for (int k = 0; k < P::n_sizes; ++k) sizes[k] += dS * of_point[k];
        area += dS;
      }
      all.add(sizes, across, area, mean);
    }
    return all.rate(volume(tables, geometry), mean);
  }

  /// to: u without the shares lost(i) of its modes, [Np][n_fields][lane], with the mean of u.
  template <class Lost>
  static DGSOLVE_INLINE void lose(const host::Tables<T>& tables, int index, const T* u, const T* modes,
                                  const Fields& mean, Lost lost, T* to) {
    const int n_values = tables.Np * n_fields;
    for (int i = 0; i < n_values; ++i) Number::load(u + i * W).store(to + i * W);
    for (int i = 1; i < tables.Np; ++i) {
      const Number share = lost(i);
      Fields change = load<n_fields>(modes + i * n_fields * W);
      for (int f = 0; f < n_fields; ++f) change[f] = share * change[f];
      for (int node = 0; node < tables.Np; ++node) {
        const auto value = Number::broadcast(tables.limiter.values + node * tables.Np + i);
        for (int f = 0; f < n_fields; ++f) {
          T* const at = to + (node * n_fields + f) * W;
          (Number::load(at) - value * change[f]).store(at);
        }
      }
    }
    const Fields now = mean_of(tables, index, to);
    for (int i = 0; i < n_values; ++i) {
      T* const at = to + i * W;
      (Number::load(at) + (mean[i % n_fields] - now[i % n_fields])).store(at);
    }
  }

  static DGSOLVE_INLINE Number share_damped(const host::Tables<T>& tables, const Number& rate, int mode) {
    Number share;
    for (int l = 0; l < W; ++l)
      share.v[l] = T(1) - exp_of(static_cast<T>(-rate.v[l] * tables.limiter.exponents[mode]));
    return share;
  }
  /// By the jumps of the state that the stage began with; 1 of `rough` lanes, else 0. Returns the share that
  /// the highest modes lose.
  static DGSOLVE_INLINE Number damp(const B& block, const Number& rough, const Fields& mean,
                                    const Coefficients& c, T* u, T* rest) {
    const host::Tables<T>& tables = block.tables;
    const Number of_jumps =
        Number(block.step.b * block.step.dt) * max_speed<P>(mean, c) * jumps(block, mean, rest);
    const Number rate = select(rough > Number(0), of_jumps, Number(0));
    find_modes(tables, u, rest);
    lose(
        tables, block.index, u, rest, mean, [&](int i) { return share_damped(tables, rate, i); }, u);
    return share_damped(tables, rate, tables.Np - 1);
  }

  /// States at points of cells and faces that are no nodes: to[points][n_fields][lane], behind all of them a
  /// face's at its nodes. Returns how many there are.
  static DGSOLVE_NOINLINE int find_points(const host::Tables<T>& tables, const T* u, T* to) {
    const int Nq = tables.points.Nq, Nfq = tables.points.Nfq, Nfp = tables.Nfp;
    T* const traces = to + (Nq + n_faces * Nfq) * n_fields * W;
    int n = 0;
    if (tables.weak.values != nullptr) {
      Cells::template find_at_points<n_fields>(tables.weak.values, Nq, tables.Np, u, to);
      n += Nq;
    }
    for (int face = 0; tables.weak.face_values != nullptr && face < n_faces; ++face, n += Nfq) {
      const int* const face_nodes = tables.faces.nodes + face * Nfp;
      for (int m = 0; m < Nfp; ++m)
        store(load<n_fields>(u + face_nodes[m] * n_fields * W), traces + m * n_fields * W);
      Cells::template find_at_points<n_fields>(tables.weak.face_values, Nfq, Nfp, traces,
                                               to + n * n_fields * W);
    }
    return n;
  }
  /// Calls take(state) at all points that fluxes read. u: [Np][n_fields][lane]
  template <class Take>
  static DGSOLVE_INLINE void for_flux_points(const host::Tables<T>& tables, const T* u, T* scratch,
                                             Take take) {
    const int n = tables.Np + find_points(tables, u, scratch);
    for (int i = 0; i < n; ++i)
      take(load<n_fields>(i < tables.Np ? u + i * n_fields * W : scratch + (i - tables.Np) * n_fields * W));
  }

  /// Of the state that the stage began with, in the cells and across their faces.
  static DGSOLVE_INLINE Number least_entropy(const B& block, const Coefficients& c, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const Nodes<P, T> nodes(block, scratch);
    const PointGeometry<P::dim, T, is_curved> geometry(tables, block.index);
    T* const of_face = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    Number least = P::entropy(nodes.u(0), c);
    for_flux_points(tables, nodes.state, of_face,
                    [&](const Fields& at) { least = min_of(least, P::entropy(at, c)); });
    for (int face = 0; face < n_faces; ++face) {
      const FaceStates<T> states = Cells::face_states(block, nodes, geometry, face, of_face);
      for (int q = 0; q < tables.points.Nfq; ++q)
        least = min_of(least, P::entropy(load<n_fields>(states.across + q * n_fields * W), c));
    }
    return least;
  }

  /// Until the entropy is bounded (kernels/waves/traits/entropy_filter.hpp); as damp.
  static DGSOLVE_INLINE Number filter(const B& block, const Number& rough, const Fields& mean,
                                      const Coefficients& c, T* u, T* rest) {
    const host::Tables<T>& tables = block.tables;
    T *const modes = rest, *const tried = modes + tables.Np * n_fields * W,
             *const scratch = tried + tables.Np * n_fields * W;
    const Number least = Number(1 - entropy_tolerance) * least_entropy(block, c, scratch);
    const auto keeps = [&](const T* state) {
      Number all(1);
      for_flux_points(tables, state, scratch,
                      [&](const Fields& at) { all = min_of(all, keeps_entropy<P>(at, least, c)); });
      return all;
    };
    const Number fails = rough * (Number(1) - keeps(u));
    if (!any_nonzero(fails)) return Number(0);
    find_modes(tables, u, modes);
    const auto filter_by = [&](const Number& f, T* to) {
      lose(
          tables, block.index, u, modes, mean,
          [&](int i) { return fails * share_filtered(f, Number::broadcast(tables.limiter.exponents + i)); },
          to);
    };
    FilterStrength<Number> strength;
    for (int i = 0; i < entropy_bisections; ++i) {
      filter_by(strength.tried(), tried);
      strength.bisect(keeps(tried));
    }
    filter_by(strength.kept, u);
    return fails * share_filtered(strength.kept, Number::broadcast(tables.limiter.exponents + tables.Np - 1));
  }

  /// The largest share with which all points that fluxes read are positive.
  static DGSOLVE_INLINE Number positive_share_of(const host::Tables<T>& tables, const Fields& mean,
                                                 const Coefficients& c, const T* u, T* scratch) {
    const auto of_mean = positive_quantities<P>(mean, c);
    Number least(1);
    for_flux_points(tables, u, scratch, [&](const Fields& at) {
      least = min_of(least, positive_share<P>(at, mean, of_mean, c));
    });
    return checked_share(least, of_mean);
  }

  static DGSOLVE_INLINE void squeeze(const host::Tables<T>& tables, const Number& theta, const Fields& mean,
                                     T* u) {
    for (int node = 0; node < tables.Np; ++node)
      for (int f = 0; f < n_fields; ++f) {
        T* const at = u + (node * n_fields + f) * W;
        const Number value = Number::load(at);
        select(theta >= Number(1), value, mean[f] + theta * (value - mean[f])).store(at);
      }
  }

  /// 1 of lanes that are rough, else 0.
  static DGSOLVE_INLINE Number rough_lanes(const host::Tables<T>& tables,
                                           const ModeSquares<Number>& squares) {
    Number rough;
    for (int l = 0; l < W; ++l)
      rough.v[l] =
          is_rough<T>({squares.mean.v[l], squares.others.v[l], squares.highest.v[l]}, tables.limiter.gate);
    return rough;
  }
  /// Treats rough cells, and returns the strength, within [0, 1].
  static DGSOLVE_INLINE Number treat_rough_cells(const B& block, const Fields& mean, const Coefficients& c,
                                                 T* u, T* rest) {
    const host::Tables<T>& tables = block.tables;
    const ModeSquares<Number> squares = mode_squares<P>(tables, u);
    if (tables.limiter.rough == RoughCells::viscous)
      return viscosity_share(squares, Number(tables.limiter.gate));
    const Number rough = rough_lanes(tables, squares);
    if (!any_nonzero(rough)) return Number(0);
    return tables.limiter.rough == RoughCells::damped ? damp(block, rough, mean, c, u, rest)
                                                      : filter(block, rough, mean, c, u, rest);
  }

  /// The values of the block in the state that the stage computed; without time for a stage they are squeezed
  /// alone. acted: [slot], adds the stage's time, else 1, times the strength.
  static void limit(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                    double* acted) {
    const B block{tables, step, index};
    const int Np = tables.Np;
    T* const u = scratch;
    T* const rest = u + Np * n_fields * W;
    block.template unpack<n_fields>(step.u_next, u);
    const Coefficients c = block.own_region_coefficients();
    const Fields mean = mean_of(tables, index, u);
    const T time = step.b * step.dt;
    Number strength(0);
    if (time > 0) strength = treat_rough_cells(block, mean, c, u, rest);
    const Number theta = positive_share_of(tables, mean, c, u, rest);
    bool acts = false;
    for (int l = 0; l < W; ++l) {
      if (!(theta.v[l] >= 1)) strength.v[l] = max_of(strength.v[l], static_cast<T>(1 - theta.v[l]));
      acts = acts || strength.v[l] != 0;
    }
    if (!acts) return;
    squeeze(tables, theta, mean, u);
    for (int node = 0; node < Np; ++node)
      store(Records<T, n_fields>::from_packs(load<n_fields>(u + node * n_fields * W)),
            block.template own<n_fields>(step.u_next) + layout::record(n_fields, node, 0, W));
    for (int l = 0; l < W; ++l) acted[index * W + l] += limited_time(time, strength.v[l]);
  }
};

}  // namespace DGSOLVE_NAMESPACE
