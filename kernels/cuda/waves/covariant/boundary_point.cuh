/// A quadrature point of a boundary's face of a curved cell in covariant components. The flux there takes the
/// true metric: with the penalty's, an absorbing boundary would not converge.
#pragma once

#include "kernels/cuda/waves/covariant/covariant_face.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct BoundaryPoint {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Vector = Vec<T, 3>;
  /// Components of the two vectors a and b along the face's tangents τ_0, τ_1: a_0, b_0, a_1, b_1.
  using Tangential = Vec<T, 4>;

  Face across;
  Vector dual[2];  ///< with dual[k]·∂x/∂τ_l = δ_kl, along the face
  Fields<C> u_m, u_p;
  Coefficients<C> c_m, c_p;
  Position<C> n;
  T sJ;

  /// trace: covariant components of the state inside.
  DGSOLVE_INLINE BoundaryPoint(const Arguments<C>& arguments, int slot, int face, int q,
                               const Tangential& trace)
      : across(arguments.traces.faces[slot * 4LL + face]) {
    const Fields<C> data = given_data<C>(arguments, across, q);
    const T* const tangents =
        arguments.curved.covariant.tangents + (static_cast<long long>(first_data_point<C>(across)) + q) * 6;
    Vector tau[2];
    for (int k = 0; k < 2; ++k)
      for (int d = 0; d < 3; ++d) tau[k][d] = tangents[3 * k + d];
    const T g[3] = {dot_product(tau[0], tau[0]), dot_product(tau[0], tau[1]), dot_product(tau[1], tau[1])};
    const T inverse = T(1) / (g[0] * g[2] - g[1] * g[1]);
    for (int d = 0; d < 3; ++d) {
      dual[0][d] = inverse * (g[2] * tau[0][d] - g[1] * tau[1][d]);
      dual[1][d] = inverse * (g[0] * tau[1][d] - g[1] * tau[0][d]);
    }
    n = cross_product(tau[0], tau[1]);
    sJ = sqrt_of(dot_product(n, n));
    const T to_unit = (FaceTangents<C>::points_inward(face) ? T(-1) : T(1)) / sJ;
    for (int d = 0; d < 3; ++d) n[d] *= to_unit;
    for (int p = 0; p < 2; ++p)
      for (int d = 0; d < 3; ++d)
        u_m[P::curl_pair[p] + d] = trace[p] * dual[0][d] + trace[2 + p] * dual[1][d];
    c_m = c_p = load_coefficients<C>(arguments, slot, 0);
    u_p = exterior<C>(arguments, across, q, data, u_m, c_m, n);
  }

  /// sJ (F·n − F*): what is lifted, in contravariant components along the tangents.
  DGSOLVE_INLINE Tangential flux(const Arguments<C>& arguments) const {
    const Fields<C> v = flux_difference<P>(u_m, c_m, u_p, c_p, n, flux_parameters<C>(arguments));
    Tangential flux;
    for (int k = 0; k < 2; ++k)
      for (int p = 0; p < 2; ++p) {
        const int first = P::curl_pair[p];
        flux[2 * k + p] = sJ * dot_product(dual[k], Vector{{v[first], v[first + 1], v[first + 2]}});
      }
    return flux;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
