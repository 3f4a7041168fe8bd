/// A toy: Ohm's law as an auxiliary equation. With R the rate of E without losses and s = σ/ε,
///   ∂E/∂t = R + z,   ∂z/∂t = −s (R + z),
/// so that z = −s E at all times if it is so at first, as with the equation's own σ.
#pragma once

#include "kernels/physics/maxwell.hpp"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

template <Formulation formulation>
struct Conductivity {
  using Equation = Maxwell<formulation>;
  static constexpr const char* type = formulation == Formulation::full ? "Conductivity<Formulation::full>"
                                      : formulation == Formulation::tm ? "Conductivity<Formulation::tm>"
                                                                       : "Conductivity<Formulation::te>";
  /// Numbers of E's components among the fields.
  static constexpr int first = formulation == Formulation::tm ? 2 : 0;
  static constexpr int n_aux = formulation == Formulation::full ? 3 : formulation == Formulation::tm ? 1 : 2;
  static constexpr bool needs_rate = true;
  static constexpr int n_coefficients = 1;  ///< s, 1/s

  template <class T>
  static DGSOLVE_INLINE void add_rates(const Vec<T, Equation::n_fields>&, const Vec<T, n_aux>& z,
                                       const Vec<T, n_coefficients>& k, Vec<T, Equation::n_fields>& rate,
                                       Vec<T, n_aux>& z_rate) {
    for (int i = 0; i < n_aux; ++i) {
      rate[first + i] = rate[first + i] + z[i];
      z_rate[i] = -(k[0] * rate[first + i]);
    }
  }

  /// σE/ε, as a layer over this medium takes it (kernels/waves/traits/layer_over.hpp).
  template <class T>
  static DGSOLVE_INLINE Vec<T, Equation::n_fields> current(const Vec<T, Equation::n_fields>&,
                                                           const Vec<T, n_aux>& z,
                                                           const Vec<T, n_coefficients>&) {
    Vec<T, Equation::n_fields> j;
    for (int f = 0; f < Equation::n_fields; ++f) j[f] = T(0);
    for (int i = 0; i < n_aux; ++i) j[first + i] = -z[i];
    return j;
  }

  /// What is lost is heat: the fields' energy is all there is.
  template <class T>
  static DGSOLVE_INLINE T energy(const Vec<T, n_aux>&, const Vec<T, n_coefficients>&,
                                 const Vec<T, Equation::n_coefficients>&) {
    return T(0);
  }

  /// −ε E·z, W/m³.
  template <class T>
  static DGSOLVE_INLINE T loss(const Vec<T, Equation::n_fields>& u, const Vec<T, n_aux>& z,
                               const Vec<T, n_coefficients>&, const Vec<T, Equation::n_coefficients>& c) {
    T sum = T(0);
    for (int i = 0; i < n_aux; ++i) sum = sum - u[first + i] * z[i];
    return sum / c[0];
  }

  template <class T>
  static DGSOLVE_INLINE T fastest(const Vec<T, n_coefficients>& k) {
    return k[0];
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static std::vector<ParameterInfo> parameters() {
    return {{"rate", ParameterRange::non_negative, true, 0, "1/s"}};
  }
  static void coefficients(const double* parameters, const Units&, double* k) { k[0] = parameters[0]; }
#endif
};

using conductivity_models =
    Models<Conductivity<Formulation::full>, Conductivity<Formulation::tm>, Conductivity<Formulation::te>>;

}  // namespace DGSOLVE_NAMESPACE
