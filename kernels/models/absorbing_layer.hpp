/// A layer that absorbs waves of any direction and frequency without reflecting them: uniaxial, with a
/// complex frequency shift (Gedney, IEEE Trans. Antennas Propag. 44 (1996) 1630, doi:10.1109/8.546249; by
/// auxiliary equations: Gedney & Zhao, IEEE Trans. Antennas Propag. 58 (2010) 838,
/// doi:10.1109/TAP.2009.2037765).
///
/// Where the medium has ε(1 + γ/jω), γ = σ/ε, component i of E has that times m_i = s_j s_k/s_i, with
/// s_i = 1 + σ_i/(α + jω) for an absorption σ_i along each axis and one shift α; H alike with γ = 0. With R
/// the plain rate, −γE included,
///   jω E = R − (jω + γ)(m_i − 1) E.
/// As α is common, m_i is the ratio of two polynomials in jω of at most the second degree, with β_i = α +
/// σ_i:
///   m_i = (β_j + jω)(β_k + jω) / ((β_i + jω)(α + jω)) = 1 + g_1/(a_1 + jω) + g_2 a_1/((a_1 + jω)(a_2 + jω)).
/// The auxiliaries are a cascade, which stands for equal poles too, and follow static fields exactly:
///   z_1' = a_1 (E − z_1),   z_2' = a_2 (z_1 − z_2),
///   E' = R − g_1 (E − z_1) − g_2 (z_1 − z_2) − γ (g_1/a_1) z_1 − γ (g_2/a_2) z_2.
/// Where absorption is along one axis alone, one pole is enough.
#pragma once

#include "kernels/physics/maxwell.hpp"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

template <Formulation formulation, int n_poles>
struct AbsorbingLayer {
  using Equation = Maxwell<formulation>;
  static constexpr const char* types[3][2] = {
      {"AbsorbingLayer<Formulation::full, 1>", "AbsorbingLayer<Formulation::full, 2>"},
      {"AbsorbingLayer<Formulation::tm, 1>", "AbsorbingLayer<Formulation::tm, 2>"},
      {"AbsorbingLayer<Formulation::te, 1>", "AbsorbingLayer<Formulation::te, 2>"}};
  static constexpr const char* type = types[static_cast<int>(formulation)][n_poles - 1];
  static constexpr int n_fields = Equation::n_fields;
  static constexpr int n_aux = n_poles * n_fields;  ///< [field][pole]
  static constexpr bool needs_rate = false, absorbs = true;
  static constexpr int n_coefficients =
      9 * n_poles + 1;  ///< [axis][pole]: a, g, γ g/a; and the largest β; 1/s

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Auxiliaries = Vec<T, n_aux>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;

  template <class T>
  static DGSOLVE_INLINE void add_rates(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                                       Fields<T>& rate, Auxiliaries<T>& z_rate) {
    for (int f = 0; f < n_fields; ++f) add_rates_of(f, u, z.v + f * n_poles, k, rate, z_rate.v + f * n_poles);
  }

  // Fields go by themselves.
  static constexpr int n_parts = n_fields;
  static constexpr int begin_of_part(int part) { return part * n_poles; }
  template <int part, class T>
  static DGSOLVE_INLINE void add_rates_of_part(const Fields<T>& u, const T* z, const Coefficients<T>& k,
                                               Fields<T>& rate, T* z_rate) {
    add_rates_of(part, u, z, k, rate, z_rate);
  }

  /// Over a medium that has a current j besides (kernels/waves/traits/layer_over.hpp), every auxiliary loses
  /// it.
  template <class T>
  static DGSOLVE_INLINE void take_current(const Fields<T>& j, Auxiliaries<T>& z_rate) {
    for (int i = 0; i < n_aux; ++i) z_rate[i] = z_rate[i] - j[i / n_poles];
  }

  /// The fields' energy is all that is counted: what the auxiliaries hold was lost, and may come back.
  template <class T>
  static DGSOLVE_INLINE T energy(const Auxiliaries<T>&, const Coefficients<T>&,
                                 const Vec<T, Equation::n_coefficients>&) {
    return T(0);
  }

  /// What is taken from the fields' energy, W/m³. Along the axis of absorption it may be negative for a
  /// while.
  template <class T>
  static DGSOLVE_INLINE T loss(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                               const Vec<T, Equation::n_coefficients>& c) {
    return loss(u, u, z, k, c);
  }
  /// … over a medium that makes the displacement w of u.
  template <class T>
  static DGSOLVE_INLINE T loss(const Fields<T>& u, const Fields<T>& w, const Auxiliaries<T>& z,
                               const Coefficients<T>& k, const Vec<T, Equation::n_coefficients>& c) {
    T sum = T(0);
    for (int f = 0; f < n_fields; ++f)
      sum = sum + u[f] * taken(w[f], z.v + f * n_poles, k, f) / c[is_electric(f) ? 0 : 1];
    return sum;
  }

  /// The largest β_i.
  template <class T>
  static DGSOLVE_INLINE T fastest(const Coefficients<T>& k) {
    return k[n_coefficients - 1];
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static std::vector<ParameterInfo> parameters() {
    return {{"absorption_x", ParameterRange::non_negative, false, 0, "1/s"},
            {"absorption_y", ParameterRange::non_negative, false, 0, "1/s"},
            {"absorption_z", ParameterRange::non_negative, false, 0, "1/s"},
            {"shift", ParameterRange::positive, true, 0, "1/s"},
            {"relaxation", ParameterRange::non_negative, false, 0, "1/s"}};
  }

  static void coefficients(const double* parameters, const Units&, double* k) {
    const double shift = parameters[3], gamma = parameters[4];
    for (int i = 0; i < 3; ++i) {
      const double s_i = parameters[i], s_j = parameters[(i + 1) % 3], s_k = parameters[(i + 2) % 3];
      const double a = shift + s_i, b = shift, g = s_j + s_k - s_i;
      double* const own = k + 3 * n_poles * i;
      set_pole(own, a, g, gamma);
      if constexpr (n_poles == 2)
        set_pole(own + 3, b, ((shift + s_j) * (shift + s_k) - a * b - g * b) / a, gamma);
    }
    k[n_coefficients - 1] = shift + std::max({parameters[0], parameters[1], parameters[2]});
  }
#endif

 private:
  static DGSOLVE_INLINE constexpr bool is_electric(int field) {
    for (int i = 0; i < 3; ++i)
      if (Equation::at.e[i] == field) return true;
    return false;
  }
  /// The axis of a field's component.
  static DGSOLVE_INLINE constexpr int axis_of(int field) {
    for (int i = 0; i < 3; ++i)
      if (Equation::at.e[i] == field || Equation::at.h[i] == field) return i;
    return -1;
  }
#ifndef DGSOLVE_KERNEL_TEXT
  static void set_pole(double* k, double a, double g, double gamma) {
    k[0] = a;
    k[1] = g;
    k[2] = gamma * g / a;
  }
#endif
  /// Place of a pole's coefficients.
  static DGSOLVE_INLINE constexpr int at(int field, int pole) {
    return 3 * (axis_of(field) * n_poles + pole);
  }
  /// The loss of field f's rate, 1/s times the field; z: the field's own.
  template <class T>
  static DGSOLVE_INLINE T taken(const T& field, const T* z, const Coefficients<T>& k, int f) {
    T sum = T(0);
    for (int m = 0; m < n_poles; ++m) {
      sum = sum + k[at(f, m) + 1] * ((m == 0 ? field : z[m - (m > 0)]) - z[m]);
      if (is_electric(f)) sum = sum + k[at(f, m) + 2] * z[m];
    }
    return sum;
  }
  /// Rates of field f; z, z_rate: its own.
  template <class T>
  static DGSOLVE_INLINE void add_rates_of(int f, const Fields<T>& u, const T* z, const Coefficients<T>& k,
                                          Fields<T>& rate, T* z_rate) {
    rate[f] = rate[f] - taken(u[f], z, k, f);
    for (int m = 0; m < n_poles; ++m) z_rate[m] = k[at(f, m)] * ((m == 0 ? u[f] : z[m - (m > 0)]) - z[m]);
  }
};

using absorbing_layer_models =
    Models<AbsorbingLayer<Formulation::full, 1>, AbsorbingLayer<Formulation::full, 2>,
           AbsorbingLayer<Formulation::tm, 1>, AbsorbingLayer<Formulation::tm, 2>,
           AbsorbingLayer<Formulation::te, 1>, AbsorbingLayer<Formulation::te, 2>>;

}  // namespace DGSOLVE_NAMESPACE
