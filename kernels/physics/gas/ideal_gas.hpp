/// A perfect gas: its state, and the relations that every flux of it takes (Toro, Riemann Solvers and
/// Numerical Methods for Fluid Dynamics, Springer 2009, chapters 1 and 3).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

/// Fields: density ρ (kg/m³), momentum m = ρv (kg/(m² s)), total energy E = p/(γ − 1) + ½ρ|v|² (J/m³).
/// Coefficients begin with γ and R.
template <int dim>
struct IdealGas {
  static constexpr int n_fields = dim + 2, energy_field = dim + 1;

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Vector = Vec<T, dim>;

  template <class T>
  static DGSOLVE_INLINE Vector<T> momentum(const Fields<T>& u) {
    Vector<T> m;
    for (int d = 0; d < dim; ++d) m[d] = u[1 + d];
    return m;
  }
  template <class T>
  static DGSOLVE_INLINE Vector<T> velocity(const Fields<T>& u) {
    const T inverse = inverse_of(u[0]);
    Vector<T> v;
    for (int d = 0; d < dim; ++d) v[d] = inverse * u[1 + d];
    return v;
  }
  /// v·n for any vector n.
  template <class T>
  static DGSOLVE_INLINE T velocity_along(const Fields<T>& u, const Vector<T>& n) {
    return inverse_of(u[0]) * dot_product(momentum(u), n);
  }
  /// ½ρ|v|², J/m³.
  template <class T>
  static DGSOLVE_INLINE T kinetic_energy(const Fields<T>& u) {
    const Vector<T> m = momentum(u);
    return T(0.5) * inverse_of(u[0]) * dot_product(m, m);
  }
  /// Pa.
  template <class T>
  static DGSOLVE_INLINE T pressure(const Fields<T>& u, T gamma) {
    return (gamma - T(1)) * (u[energy_field] - kinetic_energy(u));
  }
  /// √(γp/ρ), m/s.
  template <class T>
  static DGSOLVE_INLINE T sound_speed(T rho, T p, T gamma) {
    return sqrt_of(gamma * p / rho);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> state(T rho, const Vector<T>& v, T p, T gamma) {
    Fields<T> u;
    u[0] = rho;
    for (int d = 0; d < dim; ++d) u[1 + d] = rho * v[d];
    u[energy_field] = p / (gamma - T(1)) + T(0.5) * rho * dot_product(v, v);
    return u;
  }
  /// Air that flows, in natural units.
  static DGSOLVE_INLINE Fields<double> example() {
    Vector<double> v;
    for (int d = 0; d < dim; ++d) v[d] = 0.3 - 0.1 * d;
    return state(1.0, v, 1.0, 1.4);
  }
  /// F·n = (m·n, m v_n + p n, (E + p) v_n) for any vector n.
  template <class T>
  static DGSOLVE_INLINE Fields<T> normal_flux(const Fields<T>& u, T p, T v_n, const Vector<T>& n) {
    Fields<T> f;
    f[0] = dot_product(momentum(u), n);
    for (int d = 0; d < dim; ++d) f[1 + d] = u[1 + d] * v_n + p * n[d];
    f[energy_field] = (u[energy_field] + p) * v_n;
    return f;
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static constexpr const char* velocity_names[] = {"u", "v", "w"};
  static Fields<double> fields_of(const double* u) {
    Fields<double> fields;
    std::copy_n(u, n_fields, fields.v);
    return fields;
  }
  template <int d>
  static double velocity_component(const double* u, const double*) {
    return u[1 + d] / u[0];
  }
  static constexpr double (*velocity_functions[])(const double*, const double*) = {
      velocity_component<0>, velocity_component<1>, velocity_component<2>};
#endif
};

/// A state on one side of a face with the unit normal n.
template <int dim, class T>
struct GasSide {
  using Gas = IdealGas<dim>;
  Vec<T, dim + 2> u;
  T specific_volume;  ///< 1/ρ, m³/kg
  T v_n, p, c;

  DGSOLVE_INLINE GasSide(const Vec<T, dim + 2>& state, T gamma, const Vec<T, dim>& n)
      : u(state),
        specific_volume(inverse_of(u[0])),
        v_n(Gas::velocity_along(u, n)),
        p(Gas::pressure(u, gamma)),
        c(root_of(gamma * p * specific_volume)) {}
};

/// Numerical fluxes between two states.
enum class Riemann { hllc, lax_friedrichs, roe };
constexpr const char* name_of(Riemann solver) {
  return solver == Riemann::hllc ? "hllc" : solver == Riemann::lax_friedrichs ? "lax_friedrichs" : "roe";
}

/// ½(F⁻ + F⁺) − ½ max(|v_n| + c) [u] (Rusanov; Toro, section 10.5.1), of both sides by the state of one and
/// the jump.
struct LaxFriedrichsFlux {
  template <int dim, class T>
  static DGSOLVE_INLINE Vec<T, dim + 2> flux(const GasSide<dim, T>& m, const GasSide<dim, T>& p,
                                             const Vec<T, dim>& n, T) {
    constexpr int energy = dim + 1;
    const T speed = T(0.5) * max_of(abs_of(m.v_n) + m.c, abs_of(p.v_n) + p.c);
    const T v_m = T(0.5) * m.v_n, v_p = T(0.5) * p.v_n, pressure = T(0.5) * (m.p + p.p);
    const T mean = v_m + v_p, of_jump = v_p - speed;
    Vec<T, dim + 2> f;
    for (int i = 0; i < dim + 2; ++i) f[i] = mean * m.u[i] + of_jump * (p.u[i] - m.u[i]);
    for (int d = 0; d < dim; ++d) f[1 + d] = f[1 + d] + pressure * n[d];
    f[energy] = f[energy] + (v_m * m.p + v_p * p.p);
    return f;
  }
};

/// HLLC with Davis' speeds of the outer waves (Toro, sections 10.4 and 10.5.1): F + S (u* − u) of the side of
/// the contact that the face is on, with 0 for S where the face is not between that side's waves,
/// u* = w (1, v + (S* − v_n) n, E/ρ + (S* − v_n)(S* + p/(ρ(S − v_n)))) and w = ρ(S − v_n)/(S − S*).
struct HllcFlux {
  template <int dim, class T>
  static DGSOLVE_INLINE Vec<T, dim + 2> flux(const GasSide<dim, T>& m, const GasSide<dim, T>& p,
                                             const Vec<T, dim>& n, T) {
    constexpr int energy = dim + 1;
    const T left = min_of(m.v_n - m.c, p.v_n - p.c), right = max_of(m.v_n + m.c, p.v_n + p.c);
    const T d_m = m.u[0] * (left - m.v_n), d_p = p.u[0] * (right - p.v_n);
    // The contact's speed is push/mass, and mass < 0. The side of it that the face is on:
    const T push = p.p - m.p + d_m * m.v_n - d_p * p.v_n, mass = d_m - d_p;
    const auto is_left = push < T(0);
    const auto pick = [&](T a, T b) { return select(is_left, a, b); };
    const T S = pick(left, right), v_n = pick(m.v_n, p.v_n), pressure = pick(m.p, p.p);
    const T behind = pick(min_of(left, T(0)), max_of(right, T(0)));
    const T difference = S * mass - push, inverse = inverse_of(mass * difference);  // one division for both
    const T middle = push * difference * inverse, jump = middle - v_n;
    const T share = behind * (mass * mass * inverse);  // S/(S − S*), of which w is ρ(S − v_n) times
    const T of_star = pick(d_m, d_p) * share, push_back = of_star * jump;
    // of u itself: v_n in F, and what u* − u has of it
    const T of_state = v_n + (of_star * pick(m.specific_volume, p.specific_volume) - behind);
    Vec<T, dim + 2> f;
    for (int i = 0; i < dim + 2; ++i) f[i] = of_state * pick(m.u[i], p.u[i]);
    for (int d = 0; d < dim; ++d) f[1 + d] = f[1 + d] + (pressure + push_back) * n[d];
    f[energy] = f[energy] + (pressure * (v_n + share * jump) + push_back * middle);
    return f;
  }
};

/// Roe's linearisation (Toro, section 11.2), its acoustic waves no slower than they spread (the first fix of
/// Harten & Hyman, J. Comput. Phys. 50 (1983) 235).
struct RoeFlux {
  template <int dim, class T>
  static DGSOLVE_INLINE Vec<T, dim + 2> flux(const GasSide<dim, T>& m, const GasSide<dim, T>& p,
                                             const Vec<T, dim>& n, T gamma) {
    constexpr int energy = dim + 1;
    const T root = root_of(p.u[0] * m.specific_volume), share = inverse_of(T(1) + root);
    const Vec<T, dim> v_m = IdealGas<dim>::velocity(m.u), v_p = IdealGas<dim>::velocity(p.u);
    Vec<T, dim> v, change;
    for (int d = 0; d < dim; ++d) {
      v[d] = share * (v_m[d] + root * v_p[d]);
      change[d] = v_p[d] - v_m[d];
    }
    const T H =
        share * ((m.u[energy] + m.p) * m.specific_volume + root * (p.u[energy] + p.p) * p.specific_volume);
    const T v2 = dot_product(v, v), v_n = dot_product(v, n), rho = root * m.u[0];
    const T c2 = (gamma - T(1)) * (H - T(0.5) * v2), c = root_of(c2);
    const T d_p = p.p - m.p, d_n = p.v_n - m.v_n;
    const T per_c2 = inverse_of(c2), half = T(0.5) * per_c2;
    const T slow = speed(v_n - c, m.v_n - m.c, p.v_n - p.c) * half * (d_p - rho * c * d_n);
    const T fast = speed(v_n + c, m.v_n + m.c, p.v_n + p.c) * half * (d_p + rho * c * d_n);
    const T entropy = abs_of(v_n) * (p.u[0] - m.u[0] - d_p * per_c2), shear = abs_of(v_n) * rho;
    Vec<T, dim + 2> f;
    f[0] = slow + fast + entropy;
    for (int d = 0; d < dim; ++d)
      f[1 + d] = slow * (v[d] - c * n[d]) + fast * (v[d] + c * n[d]) + entropy * v[d] +
                 shear * (change[d] - d_n * n[d]);
    f[energy] = slow * (H - v_n * c) + fast * (H + v_n * c) + entropy * T(0.5) * v2 +
                shear * (dot_product(v, change) - v_n * d_n);
    const Vec<T, dim + 2> of_m = IdealGas<dim>::normal_flux(m.u, m.p, m.v_n, n),
                          of_p = IdealGas<dim>::normal_flux(p.u, p.p, p.v_n, n);
    for (int i = 0; i < dim + 2; ++i) f[i] = T(0.5) * (of_m[i] + of_p[i] - f[i]);
    return f;
  }

 private:
  /// |λ| of a wave between speeds on both sides.
  template <class T>
  static DGSOLVE_INLINE T speed(T wave, T left, T right) {
    return max_of(abs_of(wave), max_of(wave - left, right - wave));
  }
};

/// F*·n between the states m and p, with n from m to p.
template <Riemann solver, int dim, class T>
DGSOLVE_INLINE Vec<T, dim + 2> riemann_flux(const Vec<T, dim + 2>& u_m, const Vec<T, dim + 2>& u_p,
                                            const Vec<T, dim>& n, T gamma) {
  const GasSide<dim, T> m(u_m, gamma, n), p(u_p, gamma, n);
  if constexpr (solver == Riemann::hllc)
    return HllcFlux::flux(m, p, n, gamma);
  else if constexpr (solver == Riemann::roe)
    return RoeFlux::flux(m, p, n, gamma);
  else
    return LaxFriedrichsFlux::flux(m, p, n, gamma);
}

}  // namespace DGSOLVE_NAMESPACE
