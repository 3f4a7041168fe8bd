/// Scalar advection by a given velocity:
///
///   ∂u/∂t + ∇·(a u) = s      a: m/s, constant or a divergence-free expression in x, y, z; s: 1/s
///
/// The smallest equation that exercises the whole seam. Numerical flux: upwind, blended with the central one
/// by α (Hesthaven & Warburton 2008, section 2.2).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

template <int dimension>
struct Advection : ScalarLaw, BlendedFlux {
  static constexpr int dim = dimension;
  static constexpr int n_fields = 1;
  static constexpr int n_coefficients = dim;  ///< the velocity, at every node
  static constexpr bool nodal_coefficients = true;
  static constexpr bool linear = true;
  static constexpr const char* type = dim == 2 ? "Advection<2>" : "Advection<3>";
  enum Boundary { incoming, outflow };

  template <class T>
  using Fields = Vec<T, 1>;
  template <class T>
  using Coefficients = Vec<T, dim>;
  template <class T>
  using FluxParameters = Vec<T, n_flux_parameters>;  ///< α

  template <class T>
  static DGSOLVE_INLINE Vec<Fields<T>, dim> flux(const Fields<T>& u, const Coefficients<T>& a) {
    Vec<Fields<T>, dim> f;
    for (int d = 0; d < dim; ++d) f[d][0] = a[d] * u[0];
    return f;
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> normal_flux(const Fields<T>& u, const Coefficients<T>& a,
                                              const Vec<T, dim>& n) {
    T a_n = T(0);
    for (int d = 0; d < dim; ++d) a_n = a_n + n[d] * a[d];
    return {{a_n * u[0]}};
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> numerical_flux(const Fields<T>& m, const Coefficients<T>& a_m,
                                                 const Fields<T>& p, const Coefficients<T>& a_p,
                                                 const Vec<T, dim>& n, const FluxParameters<T>& alpha) {
    T a_n = T(0);
    for (int d = 0; d < dim; ++d) a_n = a_n + n[d] * T(0.5) * (a_m[d] + a_p[d]);
    return {{T(0.5) * (a_n * (m[0] + p[0]) + alpha[0] * abs_of(a_n) * (m[0] - p[0]))}};
  }

  /// incoming: the data where the flow enters; on the rest of such a boundary, and on outflow, the interior
  /// goes on.
  template <class T>
  static DGSOLVE_INLINE Fields<T> exterior(int type, const Fields<T>& m, const Fields<T>& data,
                                           const Vec<T, dim>& n, const Vec<T, dim>&, T,
                                           const Coefficients<T>& a, const FluxParameters<T>& alpha) {
    if (type == outflow) return m;
    T a_n = T(0);
    for (int d = 0; d < dim; ++d) a_n = a_n + n[d] * a[d];
    const T given = (T(2) * data[0] - (T(1) - alpha[0]) * m[0]) / (T(1) + alpha[0]);
    return {{select(a_n < T(0), given, m[0])}};
  }

  /// |a|, m/s.
  template <class T>
  static DGSOLVE_INLINE T wave_speed(const Coefficients<T>& a) {
    T a2 = T(0);
    for (int d = 0; d < dim; ++d) a2 = a2 + a[d] * a[d];
    return sqrt_of(a2);
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static void coefficients(const double* parameters, const Units&, double* c) {
    for (int d = 0; d < dim; ++d) c[d] = parameters[d];
  }

  static EquationInfo info() {
    EquationInfo i;
    i.equation = "advection";
    i.type = type;
    i.dim = dim;
    i.fields = {"u"};
    i.field_units = {"1"};
    i.integrals.named = {{"mass", dim == 2 ? "m^2" : "m^3"}};
    const char* names[] = {"velocity_x", "velocity_y", "velocity_z"};
    for (int d = 0; d < dim; ++d) i.parameters.push_back({names[d], ParameterRange::any, true, 0, "m/s"});
    i.flux_parameters = flux_parameters();
    i.boundary_types = {{"incoming", true}, {"outflow", false}};
    // A wave carried along the diagonal of a periodic box.
    i.exact = {0,
               1,
               "periodic",
               {{"velocity_x", "1"}, {"velocity_y", "0.5"}},
               {{"u", "sin(2*pi*(x-t))*cos(2*pi*(y-t/2))"}}};
    if (dim == 3) i.exact.parameters["velocity_z"] = "0.25";
    return i;
  }
#endif
};

using advection_systems = Systems<Advection<2>, Advection<3>>;

}  // namespace DGSOLVE_NAMESPACE
