/// The inviscid part of all equations of a perfect gas.
#pragma once

#include "kernels/physics/gas/boundaries.hpp"
#include "kernels/physics/gas/gas_info.hpp"

namespace DGSOLVE_NAMESPACE {

/// Coefficients begin with γ and R.
template <int dimension, Riemann riemann>
struct InviscidGas {
  static_assert(dimension == 2 || dimension == 3);
  using Gas = IdealGas<dimension>;
  static constexpr int dim = dimension;
  static constexpr int n_fields = Gas::n_fields;
  static constexpr int n_flux_parameters = 0;
  static constexpr int n_integrals = n_fields + 1;
  static constexpr bool nodal_coefficients = false;
  static constexpr bool linear = false;
  static constexpr int rough_field = 0, n_positive = 2;  ///< of the limiter: the density; it and the pressure

  template <class T>
  using Fields = Vec<T, n_fields>;

  /// The state with these values of the primitive variables.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> from_primitive(const Fields<T>& values, const Vec<T, n_coefficients>& c) {
    Vec<T, dim> v;
    for (int d = 0; d < dim; ++d) v[d] = values[1 + d];
    return Gas::state(values[0], v, values[dim + 1], c[0]);
  }

  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> normal_flux(const Fields<T>& u, const Vec<T, n_coefficients>& c,
                                              const Vec<T, dim>& n) {
    return Gas::normal_flux(u, Gas::pressure(u, c[0]), Gas::velocity_along(u, n), n);
  }

  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Vec<Fields<T>, dim> flux(const Fields<T>& u, const Vec<T, n_coefficients>& c) {
    Vec<Fields<T>, dim> f;
    for (int d = 0; d < dim; ++d) {
      Vec<T, dim> axis;
      for (int i = 0; i < dim; ++i) axis[i] = T(i == d ? 1 : 0);
      f[d] = normal_flux(u, c, axis);
    }
    return f;
  }

  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> numerical_flux(const Fields<T>& m, const Vec<T, n_coefficients>& c,
                                                 const Fields<T>& p, const Vec<T, n_coefficients>&,
                                                 const Vec<T, dim>& n, const Vec<T, 0>&) {
    return riemann_flux<riemann>(m, p, n, c[0]);
  }

  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> exterior(int type, const Fields<T>& m, const Fields<T>& data,
                                           const Vec<T, dim>& n, const Vec<T, dim>&, T,
                                           const Vec<T, n_coefficients>& c, const Vec<T, 0>&) {
    return GasBoundaries<dim>::exterior(type, m, data, n, c[0], c[1]);
  }

  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> source(const Fields<T>&, const Fields<T>& s, T,
                                         const Vec<T, n_coefficients>&) {
    return s;
  }
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Fields<T> apply_inverse_storage(const Fields<T>& r, const Vec<T, n_coefficients>&) {
    return r;
  }
  /// E, J/m³, of its two parts, so that no value which is not finite hides.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE T energy(const Fields<T>& u, const Vec<T, n_coefficients>&) {
    const Vec<T, dim> v = Gas::velocity(u);
    const T kinetic = T(0.5) * u[0] * dot_product(v, v), internal = u[Gas::energy_field] - kinetic;
    return kinetic + internal;
  }
  /// The fields, and the kinetic energy.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE Vec<T, n_integrals> integrals(const Fields<T>& u, const Vec<T, n_coefficients>&) {
    Vec<T, n_integrals> densities;
    for (int i = 0; i < n_fields; ++i) densities[i] = u[i];
    densities[n_fields] = Gas::kinetic_energy(u);
    return densities;
  }
  /// The largest one of the fields, in the L2 norm; of momentum, which may be zero, against √(‖ρ‖ ‖E‖).
  static DGSOLVE_INLINE double relative_size(const double* error, const double* state) {
    const double of_momentum = sqrt_of(state[0] * state[Gas::energy_field]);
    double largest = 0;
    for (int i = 0; i < n_fields; ++i) {
      const double share = error[i] / (i == 0 || i == Gas::energy_field ? state[i] : of_momentum);
      largest = share > largest || share != share ? share : largest;
    }
    return sqrt_of(largest);
  }
  /// ρ, and p where ρ is positive.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE T positive(int i, const Fields<T>& u, const Vec<T, n_coefficients>& c) {
    return i == 0 ? u[0] : Gas::pressure(u, c[0]);
  }
  /// p/ρ^γ, where both are positive.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE T entropy(const Fields<T>& u, const Vec<T, n_coefficients>& c) {
    return Gas::pressure(u, c[0]) * pow_of(max_of(u[0], T(1e-30)), -c[0]);
  }
  /// |ρ|, |m| and |E|.
  static constexpr int n_sizes = 3;
  template <class T>
  static DGSOLVE_INLINE Vec<T, n_sizes> sizes(const Fields<T>& u) {
    const Vec<T, dim> m = Gas::momentum(u);
    return {{abs_of(u[0]), sqrt_of(dot_product(m, m)), abs_of(u[Gas::energy_field])}};
  }
  /// ρ, √(ρE) and E.
  template <class T>
  static DGSOLVE_INLINE Vec<T, n_sizes> size_scales(const Fields<T>& u) {
    return {{u[0], sqrt_of(u[0] * u[Gas::energy_field]), u[Gas::energy_field]}};
  }
  /// |v·n| + c.
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE T max_speed(const Fields<T>& u, const Vec<T, n_coefficients>& c,
                                    const Vec<T, dim>& n) {
    return abs_of(Gas::velocity_along(u, n)) + Gas::sound_speed(u[0], Gas::pressure(u, c[0]), c[0]);
  }
  template <class T, int n_coefficients>
  static DGSOLVE_INLINE T relaxation_rate(const Vec<T, n_coefficients>&) {
    return T(0);
  }

  static DGSOLVE_INLINE Fields<double> example() { return Gas::example(); }

#ifndef DGSOLVE_KERNEL_TEXT
  template <int n_coefficients>
  static bool admissible(const Fields<double>& u, const Vec<double, n_coefficients>& c) {
    return u[0] > 0 && Gas::pressure(u, c[0]) > 0;
  }
#endif
};

}  // namespace DGSOLVE_NAMESPACE
