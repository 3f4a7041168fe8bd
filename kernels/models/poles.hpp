/// A medium whose permittivity has poles: with s = jω, E' the rate of E without it, and one set for all
/// components of E,
///   E' ← E' − J,   J = d E + Σ g·z,   z' = A z + b E,   ε(s) = ε∞ (1 + J/(s E)).
/// J is the current of the polarisation over ε∞, and d E its part without memory, σ/ε∞ included. A slot is
/// two auxiliaries with a matrix A of their own: a pair of complex-conjugate poles (Lorentz), or two real
/// ones (Debye, Drude), or a real one and nothing. So few numbers of slots serve all sets of poles: the CPU
/// has kernels for those below, and a set takes the smallest that holds it, with slots of zeros; NVRTC
/// compiles any. The matrices come from solver/electromagnetics/media/pole_slots.hpp.
///
/// The medium stores ½ε∞ zᵀXz with a positive X, and turns ε∞ (E J − zᵀX z') into heat: both add up to E·J
/// whatever X is, and where the set is passive there is an X for which the heat is never negative.
/// Auxiliaries are scaled to V/m, so that they are of E's size and X of about 1.
#pragma once

#include "kernels/physics/maxwell.hpp"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

/// How C++ spells Poles<formulation, n_slots>.
struct PolesType {
  char text[48] = {};
  constexpr PolesType(Formulation formulation, int n_slots) {
    const char* const name = formulation == Formulation::full ? "full"
                             : formulation == Formulation::tm ? "tm"
                                                              : "te";
    const char digits[] = {static_cast<char>('0' + n_slots / 10), static_cast<char>('0' + n_slots % 10),
                           '\0'};
    const char* const parts[] = {"Poles<Formulation::", name, ", ", digits + (n_slots < 10 ? 1 : 0), ">"};
    int n = 0;
    for (const char* part : parts)
      for (; *part != '\0'; ++part) text[n++] = *part;
  }
};

template <Formulation formulation, int n_slots>
struct Poles {
  using Equation = Maxwell<formulation>;
  static constexpr PolesType spelling{formulation, n_slots};
  static constexpr const char* type = spelling.text;
  static constexpr int n_fields = Equation::n_fields;
  /// Components of E, and the first one's number among the fields.
  static constexpr int n_components = formulation == Formulation::full ? 3
                                      : formulation == Formulation::tm ? 1
                                                                       : 2;
  static constexpr int first = formulation == Formulation::tm ? 2 : 0;
  static constexpr int n_states = 2 * n_slots;           ///< of a component
  static constexpr int n_aux = n_states * n_components;  ///< [component][slot][2], V/m
  static constexpr bool needs_rate = false;
  // Coefficients: [slot] A by rows, b, g; d; X's upper triangle by rows; the fastest rate. 1/s, but X.
  static constexpr int of_slot = 8, at_d = of_slot * n_slots, at_x = at_d + 1;
  static constexpr int n_coefficients = at_x + n_slots * (n_states + 1) + 1;

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Auxiliaries = Vec<T, n_aux>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;

  template <class T>
  static DGSOLVE_INLINE void add_rates(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                                       Fields<T>& rate, Auxiliaries<T>& z_rate) {
    for (int i = 0; i < n_components; ++i) {
      rate[first + i] = rate[first + i] - current_of(u, z, k, i);
      for (int s = 0; s < n_slots; ++s) {
        const int a = i * n_states + 2 * s, at = of_slot * s;
        const T e = u[first + i];
        z_rate[a] = k[at] * z[a] + k[at + 1] * z[a + 1] + k[at + 4] * e;
        z_rate[a + 1] = k[at + 2] * z[a] + k[at + 3] * z[a + 1] + k[at + 5] * e;
      }
    }
  }

  /// J, by which a layer goes on over this medium (kernels/waves/traits/layer_over.hpp): it then acts on
  /// E + P/ε∞, whose rate is E' + J.
  template <class T>
  static DGSOLVE_INLINE Fields<T> current(const Fields<T>& u, const Auxiliaries<T>& z,
                                          const Coefficients<T>& k) {
    Fields<T> j;
    for (int f = 0; f < n_fields; ++f) j[f] = T(0);
    for (int i = 0; i < n_components; ++i) j[first + i] = current_of(u, z, k, i);
    return j;
  }

  /// ½ε∞ zᵀXz, J/m³.
  template <class T>
  static DGSOLVE_INLINE T energy(const Auxiliaries<T>& z, const Coefficients<T>& k,
                                 const Vec<T, Equation::n_coefficients>& c) {
    return T(0.5) * stored(z, z, k) / c[0];
  }

  /// ε∞ (E J − zᵀX z'), W/m³.
  template <class T>
  static DGSOLVE_INLINE T loss(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                               const Vec<T, Equation::n_coefficients>& c) {
    Fields<T> unused;
    for (int f = 0; f < n_fields; ++f) unused[f] = T(0);
    Auxiliaries<T> z_rate;
    add_rates(u, z, k, unused, z_rate);
    T sum = T(0) - stored(z, z_rate, k);
    for (int i = 0; i < n_components; ++i) sum = sum + u[first + i] * current_of(u, z, k, i);
    return sum / c[0];
  }

  template <class T>
  static DGSOLVE_INLINE T fastest(const Coefficients<T>& k) {
    return k[n_coefficients - 1];
  }

#ifndef DGSOLVE_KERNEL_TEXT
  /// The coefficients themselves, in their order.
  static std::vector<ParameterInfo> parameters() {
    std::vector<ParameterInfo> all;
    for (int i = 0; i < n_coefficients; ++i)
      all.push_back({"coefficient_" + std::to_string(i), ParameterRange::any, true, 0, ""});
    return all;
  }
  static void coefficients(const double* parameters, const Units&, double* k) {
    std::copy_n(parameters, n_coefficients, k);
  }
#endif

 private:
  template <class T>
  static DGSOLVE_INLINE T current_of(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                                     int i) {
    T j = k[at_d] * u[first + i];
    for (int s = 0; s < n_slots; ++s) {
      const int a = i * n_states + 2 * s, at = of_slot * s;
      j = j + k[at + 6] * z[a] + k[at + 7] * z[a + 1];
    }
    return j;
  }
  /// yᵀXz of all components.
  template <class T>
  static DGSOLVE_INLINE T stored(const Auxiliaries<T>& y, const Auxiliaries<T>& z, const Coefficients<T>& k) {
    T sum = T(0);
    for (int i = 0; i < n_components; ++i)
      for (int a = 0, x = at_x; a < n_states; ++a)
        for (int b = a; b < n_states; ++b, ++x) {
          const T &y_a = y[i * n_states + a], &y_b = y[i * n_states + b];
          const T &z_a = z[i * n_states + a], &z_b = z[i * n_states + b];
          sum = sum + k[x] * (a == b ? y_a * z_a : y_a * z_b + y_b * z_a);
        }
    return sum;
  }
};

using poles_models =
    Models<Poles<Formulation::full, 1>, Poles<Formulation::full, 2>, Poles<Formulation::full, 6>,
           Poles<Formulation::tm, 1>, Poles<Formulation::tm, 2>, Poles<Formulation::tm, 6>,
           Poles<Formulation::te, 1>, Poles<Formulation::te, 2>, Poles<Formulation::te, 6>>;

}  // namespace DGSOLVE_NAMESPACE
