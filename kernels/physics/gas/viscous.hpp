/// Friction and conduction of heat in a perfect gas, a Newtonian fluid without bulk viscosity (Schlichting &
/// Gersten, Boundary-Layer Theory, Springer 2017, chapter 3):
///   τ = μ (∇v + ∇vᵀ − ⅔ ∇·v I),   q = −κ ∇T,   κ = μ c_p/Pr,   c_p = γR/(γ − 1).
#pragma once

#include "kernels/physics/gas/boundaries.hpp"

namespace DGSOLVE_NAMESPACE {

/// Gradients are of v and T; what stands behind them is not read. μ is the caller's, Pa s. Coefficients: γ,
/// R, μ (Pa s), Pr; the temperature at which μ holds, 0: at all; Sutherland's constant, K; the exponent of
/// the power law, 0: Sutherland's law.
template <int dim>
struct ViscousGas {
  static constexpr int n_coefficients = 7, n_variables = dim + 1, temperature = dim;
  using Gas = IdealGas<dim>;
  template <class T>
  using Fields = Vec<T, dim + 2>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;
  template <class T>
  using Variables = Vec<T, n_variables>;
  /// τn/μ, then n·∇T, for any vector n.
  static constexpr int n_along = dim + 1;
  // Reciprocals of coefficients are the same at all points, and 1/ρ is needed elsewhere: no further division.
  template <class T>
  static DGSOLVE_INLINE T temperature_of(const Fields<T>& u, const Coefficients<T>& c) {
    return Gas::pressure(u, c[0]) * inverse_of(u[0]) * inverse_of(c[1]);
  }
  /// Pa s. The gas is the same everywhere, and takes no time for a law that it does not have.
  template <class T>
  static DGSOLVE_INLINE T viscosity(const Fields<T>& u, const Coefficients<T>& c) {
    if (!any_nonzero(c[4])) return c[2];
    return c[2] * relative_viscosity(temperature_of(u, c), c[4], c[5], c[6]);
  }
  /// Sutherland's law: (T/T₀)^{3/2} (T₀ + S)/(T + S), or the power law: (T/T₀)^n (Schlichting & Gersten,
  /// section 3.11).
  template <class T>
  static DGSOLVE_CALLED_ON_GPU T relative_viscosity(T absolute, T reference, T sutherland, T exponent) {
    const T ratio = absolute * inverse_of(reference);
    T share =
        select(reference > T(0),
               ratio * root_of(ratio) * (reference + sutherland) * inverse_of(absolute + sutherland), T(1));
    if (any_nonzero(exponent)) share = select(exponent * exponent > T(0), pow_of(ratio, exponent), share);
    return share;
  }
  /// κ/μ, J/(kg K).
  template <class T>
  static DGSOLVE_INLINE T conduction(const Coefficients<T>& c) {
    return c[0] * c[1] * inverse_of((c[0] - T(1)) * c[3]);
  }

  template <class T>
  static DGSOLVE_INLINE Variables<T> variables(const Fields<T>& u, const Coefficients<T>& c) {
    const Vec<T, dim> v = Gas::velocity(u);
    Variables<T> w;
    for (int d = 0; d < dim; ++d) w[d] = v[d];
    w[temperature] = temperature_of(u, c);
    return w;
  }

  /// τ n/μ for any vector n.
  template <class T, int n_gradients>
  static DGSOLVE_INLINE Vec<T, dim> traction(const Vec<T, n_gradients>& g, const Vec<T, dim>& n) {
    T divergence = T(0);
    for (int d = 0; d < dim; ++d) divergence = divergence + g[d * dim + d];
    Vec<T, dim> t;
    for (int i = 0; i < dim; ++i) {
      t[i] = T(-2.0 / 3) * divergence * n[i];
      for (int j = 0; j < dim; ++j) t[i] = t[i] + (g[i * dim + j] + g[j * dim + i]) * n[j];
    }
    return t;
  }
  /// n·∇T.
  template <class T, int n_gradients>
  static DGSOLVE_INLINE T heating(const Vec<T, n_gradients>& g, const Vec<T, dim>& n) {
    T sum = T(0);
    for (int d = 0; d < dim; ++d) sum = sum + g[temperature * dim + d] * n[d];
    return sum;
  }

  /// Values of `along` behind these are the caller's.
  template <class T, int n_gradients, int n>
  static DGSOLVE_INLINE void put_along(const Vec<T, n_gradients>& g, const Vec<T, dim>& normal,
                                       Vec<T, n>& along) {
    const Vec<T, dim> t = traction(g, normal);
    for (int d = 0; d < dim; ++d) along[d] = t[d];
    along[dim] = heating(g, normal);
  }

  /// (0, t, v·t + heat).
  template <class T>
  static DGSOLVE_INLINE Fields<T> flux_of(const Vec<T, dim>& t, const Vec<T, dim>& v, T heat) {
    Fields<T> f;
    f[0] = T(0);
    for (int d = 0; d < dim; ++d) f[1 + d] = t[d];
    f[dim + 1] = dot_product(v, t) + heat;
    return f;
  }

  /// F_v·n = (0, τn, v·τn − q·n).
  template <class T, int n>
  static DGSOLVE_INLINE Fields<T> flux(const Fields<T>& u, T mu, const Vec<T, n>& along,
                                       const Coefficients<T>& c) {
    Vec<T, dim> t;
    for (int d = 0; d < dim; ++d) t[d] = mu * along[d];
    return flux_of(t, Gas::velocity(u), mu * conduction(c) * along[dim]);
  }

  /// (0, μ[v]/h, v·μ[v]/h + κ[T]/h).
  template <class T>
  static DGSOLVE_INLINE Fields<T> penalty(const Fields<T>& u, T mu, const Variables<T>& jump,
                                          const Coefficients<T>& c, T per_length) {
    const T rate = mu * per_length;
    Vec<T, dim> t;
    for (int d = 0; d < dim; ++d) t[d] = rate * jump[d];
    return flux_of(t, Gas::velocity(u), rate * conduction(c) * jump[temperature]);
  }

  /// The larger one of 4/3 μ/ρ and κ/(ρ c_v), m²/s.
  template <class T>
  static DGSOLVE_INLINE T diffusivity(const Fields<T>& u, T mu, const Coefficients<T>& c) {
    return mu / u[0] * max_of(T(4.0 / 3), c[0] / c[3]);
  }

  // At boundaries (GasBoundaries::Boundary):

  /// v and T of walls, of the exterior state where gas comes in, else those inside; at planes of symmetry
  /// without v_n.
  template <class T>
  static DGSOLVE_INLINE Variables<T> boundary_variables(int type, const Fields<T>& u, const Fields<T>& data,
                                                        const Vec<T, dim>& n, const Coefficients<T>& c) {
    using Boundaries = GasBoundaries<dim>;
    Variables<T> w = variables(u, c);
    const T v_n = dot_product(Gas::velocity(u), n);
    if (Boundaries::is_wall(type)) {
      const Vec<T, dim> wall = Boundaries::wall_velocity(type, data);
      for (int d = 0; d < dim; ++d) w[d] = wall[d];
      if (type == Boundaries::isothermal_wall) w[temperature] = data[0];
    } else if (type == Boundaries::slip_wall || type == Boundaries::symmetry) {
      for (int d = 0; d < dim; ++d) w[d] = w[d] - v_n * n[d];
    } else if (type != Boundaries::outflow && v_n < T(0)) {
      w = variables(Boundaries::exterior(type, u, data, n, c[0], c[1]), c);
    }
    return w;
  }

  /// along: of the gradients inside; jump: the boundary's variables less those inside. No heat goes through
  /// adiabatic walls and planes of symmetry, along which there is no traction either.
  template <class T, int n_values>
  static DGSOLVE_INLINE Fields<T> boundary_flux(int type, const Fields<T>& u, T mu,
                                                const Vec<T, n_values>& along, const Variables<T>& jump,
                                                const Vec<T, dim>& n, const Coefficients<T>& c,
                                                T per_length) {
    using Boundaries = GasBoundaries<dim>;
    Vec<T, dim> t, v = Gas::velocity(u);
    for (int d = 0; d < dim; ++d) {
      t[d] = mu * (along[d] + per_length * jump[d]);
      v[d] = v[d] + jump[d];
    }
    const bool slips = type == Boundaries::slip_wall || type == Boundaries::symmetry;
    if (slips) {
      const T normal = dot_product(t, n);
      for (int d = 0; d < dim; ++d) t[d] = normal * n[d];
    }
    const bool insulates = slips || type == Boundaries::adiabatic_wall;
    const T heat = insulates ? T(0) : mu * conduction(c) * (along[dim] + per_length * jump[temperature]);
    return flux_of(t, v, heat);
  }
};

}  // namespace DGSOLVE_NAMESPACE
