/// The update that ends a stage.
#pragma once

#include "kernels/cuda/waves/cells/auxiliaries.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// The Runge–Kutta stage at nodes, where Q ∂u/∂t = divergence + S + what the local model adds; all in the
/// components of the state. What nodes share is loaded before the first of them is stored, since a store
/// may hide any later load. model_first: advance_model_alone was called for the node, and residuals are what
/// it left.
template <class C, bool model_first = false>
struct Update {
  using P = typename C::Equation;
  using T = typename C::Real;

  const Arguments<C>& arguments;
  const T* source_factors;
  const T a, b, dt, t;

  DGSOLVE_INLINE Update(const Arguments<C>& arguments, const T* source_factors)
      : arguments(arguments),
        source_factors(source_factors),
        a(static_cast<T>(arguments.stage.a)),
        b(static_cast<T>(arguments.stage.b)),
        dt(static_cast<T>(arguments.clock->dt)),
        t(static_cast<T>(stage_time<C>(arguments))) {}

  /// u, residual: of the last stage, then of this one; u0(): the state that general stages combine with.
  template <class Load>
  DGSOLVE_INLINE void operator()(int slot, int node, const Coefficients<C>& c, const Fields<C>& divergence,
                                 Fields<C>& u, Fields<C>& residual, Load u0) const {
    Fields<C> rate = rate_at(slot, node, c, divergence, u);
    if constexpr (C::Model::n_aux > 0 && !model_first) advance_model(slot, node, u, rate);
    if constexpr (C::general_stage) {
      combine(rate, u, residual, u0);
    } else {
      for (int f = 0; f < P::n_fields; ++f)
        residual[f] = (model_first ? residual[f] : a * residual[f]) + dt * rate[f];
      add(u, b, residual);
    }
  }
  /// A general stage's that takes no other state and no residual, of cells without a local model.
  DGSOLVE_INLINE void advance(int slot, int node, const Coefficients<C>& c, const Fields<C>& divergence,
                              Fields<C>& u) const {
    advance(rate_at(slot, node, c, divergence, u), u);
  }
  /// ∂u/∂t but for what a local model adds.
  DGSOLVE_INLINE Fields<C> rate_at(int slot, int node, const Coefficients<C>& c, const Fields<C>& divergence,
                                   const Fields<C>& u) const {
    Fields<C> rate = divergence;
    if constexpr (P::linear || C::n_source_terms > 0 || C::has_damping) {
      rate = P::source(u, volume_source<C>(arguments, source_factors, slot, node), t, c);
      if constexpr (C::has_damping)
        add(rate, -arguments.source.damping[static_cast<long long>(slot) * C::Np + node], u);
      add(rate, T(1), divergence);
    }
    return P::apply_inverse_storage(rate, c);
  }
  DGSOLVE_INLINE void operator()(int slot, int node, const Coefficients<C>& c, const Fields<C>& divergence,
                                 Fields<C>& u, Fields<C>& residual) const {
    (*this)(slot, node, c, divergence, u, residual,
            [&] { return load_fields<C>(arguments.u0, slot, node); });
  }

  template <int n>
  DGSOLVE_INLINE void advance(const Vec<T, n>& rate, Vec<T, n>& u) const {
    const T q = static_cast<T>(arguments.stage.q), of_rate = static_cast<T>(arguments.stage.e) * dt;
    for (int i = 0; i < n; ++i) u[i] = q * u[i] + of_rate * rate[i];
  }
  /// The stage of schemes without 2N storage; residual: anything where a is 0, and where it does not count.
  template <int n, class Load>
  DGSOLVE_INLINE void combine(const Vec<T, n>& rate, Vec<T, n>& u, Vec<T, n>& residual, Load u0) const {
    advance(rate, u);
    if (arguments.stage.p != 0) add(u, static_cast<T>(arguments.stage.p), u0());
    if (b == 0 && !keeps_residual<C>(arguments)) return;
    for (int i = 0; i < n; ++i) residual[i] = (a != 0 ? a * residual[i] : T(0)) + dt * rate[i];
    add(u, b, residual);
  }
  /// Adds the local model's rates, and takes its auxiliaries' stage, part by part: all of a node's at once
  /// would take more registers than a thread has.
  DGSOLVE_INLINE void advance_model(int slot, int node, const Fields<C>& u, Fields<C>& rate) const {
    change_in_cartesian<C>(arguments, slot, node, u, rate, [&](const Fields<C>& fields, Fields<C>& rates) {
      advance_parts(slot, node, fields, rates);
    });
  }
  /// All parts, in Cartesian components.
  DGSOLVE_INLINE void advance_parts(int slot, int node, const Fields<C>& u, Fields<C>& rate) const {
    const AuxiliaryPlaces<C> places(arguments, slot, node);
    advance_parts(places, u, load_model<C>(arguments, slot), rate, AuxiliaryPart<C, 0>(places));
  }
  template <int part, class Coefficients>
  DGSOLVE_INLINE void advance_parts(const AuxiliaryPlaces<C>& places, const Fields<C>& u,
                                    const Coefficients& k, Fields<C>& rate,
                                    const AuxiliaryPart<C, part>& now) const {
    using Parts = ModelParts<typename C::Model>;
    Vec<T, AuxiliaryPart<C, part>::n> change;
    Parts::template add_rates<part>(u, now.z, k, rate, change);
    if constexpr (part + 1 < Parts::n) {
      const AuxiliaryPart<C, part + 1> next(places);  // before stores, which later loads wait for
      advance_auxiliaries(places, now, change);
      advance_parts(places, u, k, rate, next);
    } else {
      advance_auxiliaries(places, now, change);
    }
  }
  /// The stage of a part's auxiliaries, piece by piece.
  template <int part, int n>
  DGSOLVE_INLINE void advance_auxiliaries(const AuxiliaryPlaces<C>& places, const AuxiliaryPart<C, part>& now,
                                          const Vec<T, n>& z_rate) const {
    constexpr int all = C::Model::n_aux, first = AuxiliaryPart<C, part>::first,
                  piece = auxiliary_piece(all, first, n, sizeof(T));
    for (int i = 0; i < n; i += piece) {
      const int place = auxiliary_offset(all, C::Np, sizeof(T), 0, first + i);
      Vec<T, piece> z, change, residual;
      for (int j = 0; j < piece; ++j) {
        z[j] = now.z[i + j];
        change[j] = z_rate[i + j];
        residual[j] = now.residual[i + j];
      }
      if constexpr (C::general_stage) {
        combine(change, z, residual, [&] { return load<piece>(places.u0 + place); });
      } else {
        for (int j = 0; j < piece; ++j) residual[j] = a * residual[j] + dt * change[j];
        add(z, b, residual);
      }
      if (keeps_residual<C>(arguments)) store_whole_piece<piece>(residual.v, places.residual + place);
      store_whole_piece<piece>(z.v, places.u_next + place);
    }
  }
  /// What a model adds whose rates need no ∂u/∂t: the auxiliaries' stage, and the model's part of the
  /// residual.
  DGSOLVE_INLINE void advance_model_alone(int slot, int node, const Fields<C>& u, Fields<C>& residual) const {
    static_assert(!C::Model::needs_rate && !C::general_stage && C::covariant_state);
    const CovariantCell<C> cell(arguments, slot, node);
    Fields<C> rate{};
    advance_parts(slot, node, cell.to_cartesian(u), rate);
    rate = cell.to_covariant(rate);
    for (int f = 0; f < P::n_fields; ++f) {
      residual[f] = a * residual[f];
      if (ModelParts<typename C::Model>::changes(f)) residual[f] += dt * rate[f];
    }
  }

  /// The stage at a node, in global memory.
  DGSOLVE_INLINE void operator()(int slot, int node, const Fields<C>& divergence) const {
    Fields<C> u = load_fields<C>(arguments.u, slot, node), residual{};
    if (arguments.stage.a != 0) residual = load_fields<C>(arguments.residual, slot, node);
    (*this)(slot, node, load_coefficients<C>(arguments, slot, node), divergence, u, residual);
    if (keeps_residual<C>(arguments)) store_fields<C>(residual, arguments.residual, slot, node);
    store_fields<C>(u, arguments.u_next, slot, node);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
