/// The limiter of a block of cells behind a stage (kernels/waves/limiter.hpp).
#pragma once

#include "kernels/host/waves/cells/weak.hpp"
#include "kernels/waves/limiter.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T, bool is_curved>
struct LimiterBlock {
  using Cells = WeakBlock<P, T, is_curved, NoModel<P>>;
  using B = typename Cells::B;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Coefficients = typename B::Coefficients;
  static constexpr int W = B::W, n_fields = P::n_fields, n_faces = B::n_faces, R = Cells::R;

  /// Nodal values of the new state; behind them those of the one that the stage began with and traces of a
  /// face from both sides at nodes and points, or modes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * (tables.Np * (n_fields + Nodes<P, T>::values_per_node) +
                2 * (tables.Nfp + tables.points.Nfq) * n_fields);
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

  static DGSOLVE_INLINE Number mode(const host::Tables<T>& tables, int i, const T* u, int field) {
    Number sum(0);
    for (int node = 0; node < tables.Np; ++node)
      sum += Number::broadcast(tables.limiter.modes + i * tables.Np + node) *
             Number::load(u + (node * n_fields + field) * W);
    return sum;
  }

  /// [lane]
  static DGSOLVE_INLINE bool find_rough(const host::Tables<T>& tables, const T* u, bool (&rough)[W]) {
    const host::LimiterTables<T>& limiter = tables.limiter;
    Number others(0), highest(0);
    const Number first = mode(tables, 0, u, P::rough_field);
    for (int i = 1; i < tables.Np; ++i) {
      const Number of_mode = mode(tables, i, u, P::rough_field), square = of_mode * of_mode;
      others += square;
      highest += Number::broadcast(limiter.is_highest + i) * square;
    }
    bool some = false;
    for (int l = 0; l < W; ++l) {
      rough[l] = is_rough<T>(first.v[l] * first.v[l], others.v[l], highest.v[l], limiter.gate);
      some = some || rough[l];
    }
    return some;
  }

  static DGSOLVE_INLINE Number volume(const host::Tables<T>& tables,
                                      const PointGeometry<P, T, is_curved>& geometry) {
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
    const PointGeometry<P, T, is_curved> geometry(tables, block.index);
    T* const of_face = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    JumpsOfCell<P, Number> all{};
    for (int face = 0; face < n_faces; ++face) {
      const typename Cells::FaceValues values = Cells::face_states(block, nodes, face, of_face);
      Vec<Number, P::n_sizes> sizes;
      Fields across;
      Number area(0);
      for (int k = 0; k < P::n_sizes; ++k) sizes[k] = Number(0);
      for (int f = 0; f < n_fields; ++f) across[f] = Number(0);
      for (int q = 0; q < tables.points.Nfq; ++q) {
        const Number dS = Number::broadcast(tables.points.face_weights + q) * geometry.sJ(face, q);
        const Fields u_m = load<n_fields>(values.own + q * n_fields * W);
        const Fields u_p = Cells::state_across(block, nodes, geometry, face, q, u_m, values.across);
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

  /// Multiplies the modes of rough lanes; strength: of the highest, 1 where nothing is left of it.
  static DGSOLVE_INLINE void damp(const host::Tables<T>& tables, int index, const Number& rate,
                                  const Fields& mean, T* u, T* strength, T* scratch) {
    const int Np = tables.Np;
    T* const change = scratch;  // [Np][n_fields][lane]: of modes
    for (int i = 1; i < Np; ++i) {
      Number lost;
      for (int l = 0; l < W; ++l) {
        lost.v[l] = T(1) - exp_of(static_cast<T>(-rate.v[l] * tables.limiter.exponents[i]));
        strength[l] = max_of(strength[l], static_cast<T>(lost.v[l]));
      }
      for (int f = 0; f < n_fields; ++f)
        (lost * mode(tables, i, u, f)).store(change + (i * n_fields + f) * W);
    }
    for (int node = 0; node < Np; ++node)
      for (int f = 0; f < n_fields; ++f) {
        Number value = Number::load(u + (node * n_fields + f) * W);
        for (int i = 1; i < Np; ++i)
          value -= Number::broadcast(tables.limiter.values + node * Np + i) *
                   Number::load(change + (i * n_fields + f) * W);
        value.store(u + (node * n_fields + f) * W);
      }
    const Fields damped = mean_of(tables, index, u);
    for (int node = 0; node < Np; ++node)
      for (int f = 0; f < n_fields; ++f) {
        T* const at = u + (node * n_fields + f) * W;
        (Number::load(at) + (mean[f] - damped[f])).store(at);
      }
  }

  /// The largest share with which all points that fluxes read are positive.
  static DGSOLVE_INLINE Number positive_share_of(const host::Tables<T>& tables, const Fields& mean,
                                                 const Coefficients& c, const T* u, T* scratch) {
    const auto of_mean = positive_quantities<P>(mean, c);
    Number least(1);
    const auto take = [&](const Fields& at) {
      least = min_of(least, positive_share<P>(at, mean, of_mean, c));
    };
    for (int node = 0; node < tables.Np; ++node) take(load<n_fields>(u + node * n_fields * W));
    if (tables.weak.values != nullptr)
      for_rows<R, n_fields>(tables.weak.values, tables.points.Nq, tables.Np, u,
                            [&](int, const Fields& at) { take(at); });
    for (int face = 0; tables.weak.face_values != nullptr && face < n_faces; ++face) {
      const int* const face_nodes = tables.faces.nodes + face * tables.Nfp;
      for (int m = 0; m < tables.Nfp; ++m)
        store(load<n_fields>(u + face_nodes[m] * n_fields * W), scratch + m * n_fields * W);
      for_rows<R, n_fields>(tables.weak.face_values, tables.points.Nfq, tables.Nfp, scratch,
                            [&](int, const Fields& at) { take(at); });
    }
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

  /// The values of the block in the state that the stage computed; without time for a stage they are squeezed
  /// alone. acted: [slot], adds the stage's time, else 1, times the share that was taken away.
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
    T strength[W] = {};
    bool rough[W], changes = false;
    if (time > 0 && find_rough(tables, u, rough)) {
      Number rate = Number(time) * max_speed<P>(mean, c) * jumps(block, mean, rest);
      for (int l = 0; l < W; ++l)
        if (!rough[l]) rate.v[l] = 0;
      damp(tables, index, rate, mean, u, strength, rest);
      changes = true;
    }
    const Number theta = positive_share_of(tables, mean, c, u, rest);
    for (int l = 0; l < W; ++l) {
      if (theta.v[l] >= 1) continue;
      changes = true;
      strength[l] = max_of(strength[l], static_cast<T>(1 - theta.v[l]));
    }
    if (!changes) return;
    squeeze(tables, theta, mean, u);
    for (int node = 0; node < Np; ++node)
      store(Records<T, n_fields>::from_packs(load<n_fields>(u + node * n_fields * W)),
            block.template own<n_fields>(step.u_next) + layout::record(n_fields, node, 0, W));
    for (int l = 0; l < W; ++l) acted[index * W + l] += limited_time(time, strength[l]);
  }
};

}  // namespace DGSOLVE_NAMESPACE
