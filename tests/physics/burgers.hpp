/// Burgers' equation, the smallest one whose flux depends on the state:
///
///   ∂u/∂t + ∇·(½ a u² (1, …, 1)) = s      u: m/s, a: 1, s: m/s²
///
/// Numerical fluxes: the local Lax–Friedrichs flux (LeVeque, Finite Volume Methods for Hyperbolic Problems,
/// Cambridge 2002, section 12.5), and Godunov's, the exact solution of the Riemann problem of a convex flux
/// (section 12.2), here with a jump of a too (Adimurthi, Jaffré & Veerappa Gowda, SIAM J. Numer. Anal. 42
/// (2004) 179).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

namespace burgers {
enum class Riemann { lax_friedrichs, godunov };
}  // namespace burgers

template <int dimension, burgers::Riemann riemann = burgers::Riemann::lax_friedrichs>
struct Burgers : ScalarLaw {
  static constexpr int dim = dimension;
  static constexpr int n_fields = 1;
  static constexpr int n_coefficients = 1;  ///< a
  static constexpr int n_flux_parameters = 0;
  static constexpr bool nodal_coefficients = false;
  static constexpr bool linear = false;
  static constexpr bool exact = riemann == burgers::Riemann::godunov;
  static constexpr const char* type = dim == 2
                                          ? (exact ? "Burgers<2, burgers::Riemann::godunov>" : "Burgers<2>")
                                          : (exact ? "Burgers<3, burgers::Riemann::godunov>" : "Burgers<3>");
  enum Boundary { incoming, inflow };

  template <class T>
  using Fields = Vec<T, 1>;
  template <class T>
  using Coefficients = Vec<T, 1>;

  template <class T>
  static DGSOLVE_INLINE Vec<Fields<T>, dim> flux(const Fields<T>& u, const Coefficients<T>& a) {
    Vec<Fields<T>, dim> f;
    for (int d = 0; d < dim; ++d) f[d][0] = T(0.5) * a[0] * u[0] * u[0];
    return f;
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> normal_flux(const Fields<T>& u, const Coefficients<T>& a,
                                              const Vec<T, dim>& n) {
    return {{flux_of(u[0], a, n)}};
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> numerical_flux(const Fields<T>& m, const Coefficients<T>& a_m,
                                                 const Fields<T>& p, const Coefficients<T>& a_p,
                                                 const Vec<T, dim>& n, const Vec<T, 0>&) {
    if constexpr (exact) {
      // Waves run along n where a (1, …, 1)·n > 0, and the flux along them is least at u = 0.
      const T forth = max_of(flux_of(max_of(m[0], T(0)), a_m, n), flux_of(min_of(p[0], T(0)), a_p, n));
      const T back = min_of(flux_of(min_of(m[0], T(0)), a_m, n), flux_of(max_of(p[0], T(0)), a_p, n));
      return {{select(a_m[0] * sum(n) > T(0), forth, back)}};
    }
    const T speed = max_of(abs_of(a_m[0] * m[0]), abs_of(a_p[0] * p[0])) * abs_of(sum(n));
    return {{T(0.5) * (normal_flux(m, a_m, n)[0] + normal_flux(p, a_p, n)[0] + speed * (m[0] - p[0]))}};
  }

  /// incoming: the data where waves enter; inflow: the state whose speed a u is given there; elsewhere the
  /// interior goes on.
  template <class T>
  static DGSOLVE_INLINE Fields<T> exterior(int type, const Fields<T>& m, const Fields<T>& data,
                                           const Vec<T, dim>& n, const Vec<T, dim>&, T,
                                           const Coefficients<T>& a, const Vec<T, 0>&) {
    const T given = type == inflow ? data[0] / a[0] : data[0];
    return {{select(a[0] * m[0] * sum(n) < T(0), given, m[0])}};
  }

  /// |a u (1, …, 1)·n|.
  template <class T>
  static DGSOLVE_INLINE T max_speed(const Fields<T>& u, const Coefficients<T>& a, const Vec<T, dim>& n) {
    return abs_of(a[0] * u[0] * sum(n));
  }

  static DGSOLVE_INLINE Vec<double, 1> example() { return {{1}}; }

#ifndef DGSOLVE_KERNEL_TEXT
  /// As a density: negative ones would do, but the tests want an equation that refuses states.
  static bool admissible(const Vec<double, 1>& u, const Vec<double, 1>&) { return u[0] > 0; }

  static void coefficients(const double* parameters, const Units&, double* c) { c[0] = parameters[0]; }

  /// With ξ = x + y (+ z) the equation is u_t + dim·u u_ξ = 0, which dim·u = ½(−t + √(t² + 4ξ)) solves.
  static EquationInfo info() {
    EquationInfo i;
    i.equation = "burgers";
    i.file = "tests/physics/burgers.hpp";
    i.riemann = exact ? "godunov" : "lax_friedrichs";
    i.type = type;
    i.dim = dim;
    i.fields = {"u"};
    i.field_units = {"m/s"};
    i.integrals.named = {{"mass", dim == 2 ? "m^3/s" : "m^4/s"}};
    i.parameters = {{"a", ParameterRange::any, false, 1, ""}};
    i.boundary_types = {{"incoming", true},
                        {"inflow", false, false, {{"speed", ParameterRange::any, true, 0, "m/s"}}}};
    i.exact = {
        1, 2, "incoming", {}, {{"u", dim == 2 ? "(sqrt(t^2+4*(x+y))-t)/4" : "(sqrt(t^2+4*(x+y+z))-t)/6"}}};
    i.admitted.condition = "u > 0";
    return i;
  }
#endif

 private:
  template <class T>
  static DGSOLVE_INLINE T flux_of(T u, const Coefficients<T>& a, const Vec<T, dim>& n) {
    return T(0.5) * a[0] * u * u * sum(n);
  }
  template <class T>
  static DGSOLVE_INLINE T sum(const Vec<T, dim>& n) {
    T total = T(0);
    for (int d = 0; d < dim; ++d) total = total + n[d];
    return total;
  }
};

using burgers_systems = Systems<Burgers<2>, Burgers<2, burgers::Riemann::godunov>, Burgers<3>,
                                Burgers<3, burgers::Riemann::godunov>>;

}  // namespace DGSOLVE_NAMESPACE
