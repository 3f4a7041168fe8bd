/// A medium whose permittivity and permeability have poles: with s = jω, E' the rate of E without them, and
/// one set for all components of E,
///   E' ← E' − J,   J = d E + Σ g·z,   z' = A z + b E,   ε(s) = ε∞ (1 + J/(s E)).
/// J is the current of the polarisation over ε∞, and d E its part without memory, σ/ε∞ included. H alike,
/// with another set and μ. A slot is two auxiliaries with a matrix A of their own: a pair of
/// complex-conjugate poles (Lorentz), or two real ones (Debye, Drude). Of an odd number of auxiliaries the
/// last one is a real pole alone. So few numbers serve all sets of poles: the CPU has kernels for those
/// below, and a set takes the smallest that holds it, with zeros behind its own; NVRTC compiles any. The
/// matrices come from solver/electromagnetics/media/pole_slots.hpp.
///
/// The medium stores ½ε∞ zᵀXz with a positive X, and turns ε∞ (E J − zᵀX z') into heat: both add up to E·J
/// whatever X is, and where the set is passive there is an X for which the heat is never negative.
/// Auxiliaries are scaled to V/m or A/m, so that they are of the field's size and X of about 1.
#pragma once

#include "kernels/physics/maxwell.hpp"
#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

/// One set of poles for n components of a field, the first of which is field number `first`. Its auxiliaries,
/// [component][n_states], begin at at_z of the model's, its coefficients at at_k: [slot] A by rows, b, g; of
/// a last one alone A, b, g; d; X's upper triangle by rows. 1/s, but X.
template <int n_states, int n, int first, int at_z, int at_k>
struct PoleSet {
  static constexpr int n_slots = n_states / 2;
  static constexpr bool has_single = n_states % 2 == 1;
  static constexpr int n_aux = n_states * n;
  static constexpr int of_slot = 8, at_single = at_k + of_slot * n_slots,
                       at_d = at_single + (has_single ? 3 : 0), at_x = at_d + 1;
  static constexpr int n_coefficients = n == 0 ? 0 : at_x - at_k + n_states * (n_states + 1) / 2;

  template <class Fields, class Auxiliaries, class Coefficients>
  static DGSOLVE_INLINE void add_rates(const Fields& u, const Auxiliaries& z, const Coefficients& k,
                                       Fields& rate, Auxiliaries& z_rate) {
    for (int i = 0; i < n; ++i)
      add_rates_of(i, u, z.v + at_z + i * n_states, k, rate, z_rate.v + at_z + i * n_states);
  }
  /// Rates of component i; z, z_rate: its own.
  template <class T, class Fields, class Coefficients>
  static DGSOLVE_INLINE void add_rates_of(int i, const Fields& u, const T* z, const Coefficients& k,
                                          Fields& rate, T* z_rate) {
    const T field = u[first + i];
    rate[first + i] = rate[first + i] - current_of(field, z, k);
    for (int s = 0; s < n_slots; ++s) {
      const int a = 2 * s, at = at_k + of_slot * s;
      z_rate[a] = k[at] * z[a] + k[at + 1] * z[a + 1] + k[at + 4] * field;
      z_rate[a + 1] = k[at + 2] * z[a] + k[at + 3] * z[a + 1] + k[at + 5] * field;
    }
    if constexpr (has_single)
      z_rate[n_states - 1] = k[at_single] * z[n_states - 1] + k[at_single + 1] * field;
  }

  template <class Fields, class Auxiliaries, class Coefficients>
  static DGSOLVE_INLINE void set_current(const Fields& u, const Auxiliaries& z, const Coefficients& k,
                                         Fields& j) {
    for (int i = 0; i < n; ++i) j[first + i] = current_of(u[first + i], z.v + at_z + i * n_states, k);
  }

  /// yᵀXz of all components.
  template <class T, class Auxiliaries, class Coefficients>
  static DGSOLVE_INLINE T stored(const Auxiliaries& y, const Auxiliaries& z, const Coefficients& k) {
    T sum = T(0);
    for (int i = 0; i < n; ++i)
      for (int a = 0, x = at_x; a < n_states; ++a)
        for (int b = a; b < n_states; ++b, ++x) {
          const T &y_a = y[at_z + i * n_states + a], &y_b = y[at_z + i * n_states + b];
          const T &z_a = z[at_z + i * n_states + a], &z_b = z[at_z + i * n_states + b];
          sum = sum + k[x] * (a == b ? y_a * z_a : y_a * z_b + y_b * z_a);
        }
    return sum;
  }

  /// E J − zᵀX z' of all components.
  template <class T, class Fields, class Auxiliaries, class Coefficients>
  static DGSOLVE_INLINE T heat(const Fields& u, const Auxiliaries& z, const Auxiliaries& z_rate,
                               const Coefficients& k) {
    T sum = T(0) - stored<T>(z, z_rate, k);
    for (int i = 0; i < n; ++i)
      sum = sum + u[first + i] * current_of(u[first + i], z.v + at_z + i * n_states, k);
    return sum;
  }

 private:
  /// J of a component; z: its own.
  template <class T, class Coefficients>
  static DGSOLVE_INLINE T current_of(const T& field, const T* z, const Coefficients& k) {
    T j = k[at_d] * field;
    for (int s = 0; s < n_slots; ++s) {
      const int a = 2 * s, at = at_k + of_slot * s;
      j = j + k[at + 6] * z[a] + k[at + 7] * z[a + 1];
    }
    if constexpr (has_single) j = j + k[at_single + 2] * z[n_states - 1];
    return j;
  }
};

/// How C++ spells Poles<formulation, n_electric, n_magnetic>.
struct PolesType {
  char text[48] = {};
  constexpr PolesType(Formulation formulation, int n_electric, int n_magnetic) {
    append("Poles<Formulation::");
    append(formulation == Formulation::full ? "full" : formulation == Formulation::tm ? "tm" : "te");
    append_number(n_electric);
    append_number(n_magnetic);
    append(">");
  }

 private:
  constexpr void append(const char* part) {
    for (; *part != '\0'; ++part) text[n++] = *part;
  }
  constexpr void append_number(int number) {
    append(", ");
    if (number >= 10) text[n++] = static_cast<char>('0' + number / 10);
    text[n++] = static_cast<char>('0' + number % 10);
  }
  int n = 0;
};

/// n_electric, n_magnetic: auxiliaries of a component, of ε and of μ.
template <Formulation formulation, int n_electric, int n_magnetic>
struct Poles {
  using Equation = Maxwell<formulation>;
  static constexpr PolesType spelling{formulation, n_electric, n_magnetic};
  static constexpr const char* type = spelling.text;
  static constexpr int n_fields = Equation::n_fields;
  static constexpr int n_of_e = formulation == Formulation::full ? 3 : formulation == Formulation::tm ? 1 : 2;
  static constexpr int n_of_h = n_magnetic > 0 ? n_fields - n_of_e : 0;
  static constexpr bool e_is_first = formulation != Formulation::tm;
  using Electric = PoleSet<n_electric, n_of_e, e_is_first ? 0 : n_fields - n_of_e, 0, 0>;
  using Magnetic =
      PoleSet<n_magnetic, n_of_h, e_is_first ? n_of_e : 0, Electric::n_aux, Electric::n_coefficients>;
  static constexpr int n_aux = Electric::n_aux + Magnetic::n_aux;  ///< V/m, then A/m
  static constexpr bool needs_rate = false;
  static constexpr int n_coefficients =
      Electric::n_coefficients + Magnetic::n_coefficients + 1;  ///< and the fastest rate, 1/s

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Auxiliaries = Vec<T, n_aux>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;

  template <class T>
  static DGSOLVE_INLINE void add_rates(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                                       Fields<T>& rate, Auxiliaries<T>& z_rate) {
    Electric::add_rates(u, z, k, rate, z_rate);
    Magnetic::add_rates(u, z, k, rate, z_rate);
  }

  static constexpr bool changes(int field) {
    const int electric = field - (e_is_first ? 0 : n_fields - n_of_e);
    return n_of_h > 0 || (electric >= 0 && electric < n_of_e);
  }

  // Components go by themselves.
  static constexpr int n_parts = n_of_e + n_of_h;
  static constexpr int begin_of_part(int part) {
    return part < n_of_e ? part * n_electric : Electric::n_aux + (part - n_of_e) * n_magnetic;
  }
  template <int part, class T>
  static DGSOLVE_INLINE void add_rates_of_part(const Fields<T>& u, const T* z, const Coefficients<T>& k,
                                               Fields<T>& rate, T* z_rate) {
    if constexpr (part < n_of_e)
      Electric::add_rates_of(part, u, z, k, rate, z_rate);
    else
      Magnetic::add_rates_of(part - n_of_e, u, z, k, rate, z_rate);
  }

  /// J, and H's, by which a layer goes on over this medium (kernels/waves/traits/layer_over.hpp): it then
  /// acts on E + P/ε∞, whose rate is E' + J, and on H + M/μ∞.
  template <class T>
  static DGSOLVE_INLINE Fields<T> current(const Fields<T>& u, const Auxiliaries<T>& z,
                                          const Coefficients<T>& k) {
    Fields<T> j;
    for (int f = 0; f < n_fields; ++f) j[f] = T(0);
    Electric::set_current(u, z, k, j);
    Magnetic::set_current(u, z, k, j);
    return j;
  }

  /// ½ε∞ zᵀXz, and μ∞ of H's, J/m³.
  template <class T>
  static DGSOLVE_INLINE T energy(const Auxiliaries<T>& z, const Coefficients<T>& k,
                                 const Vec<T, Equation::n_coefficients>& c) {
    return T(0.5) *
           (Electric::template stored<T>(z, z, k) / c[0] + Magnetic::template stored<T>(z, z, k) / c[1]);
  }

  /// ε∞ (E J − zᵀX z'), and μ∞ of H's, W/m³.
  template <class T>
  static DGSOLVE_INLINE T loss(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                               const Vec<T, Equation::n_coefficients>& c) {
    Fields<T> unused = u;
    Auxiliaries<T> z_rate;
    add_rates(u, z, k, unused, z_rate);
    return Electric::template heat<T>(u, z, z_rate, k) / c[0] +
           Magnetic::template heat<T>(u, z, z_rate, k) / c[1];
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
};

using poles_models =
    Models<Poles<Formulation::full, 1, 0>, Poles<Formulation::full, 2, 0>, Poles<Formulation::full, 4, 0>,
           Poles<Formulation::full, 5, 0>, Poles<Formulation::full, 6, 0>, Poles<Formulation::full, 12, 0>,
           Poles<Formulation::full, 4, 4>, Poles<Formulation::tm, 1, 0>, Poles<Formulation::tm, 2, 0>,
           Poles<Formulation::tm, 4, 0>, Poles<Formulation::tm, 5, 0>, Poles<Formulation::tm, 6, 0>,
           Poles<Formulation::tm, 12, 0>, Poles<Formulation::tm, 4, 4>, Poles<Formulation::te, 1, 0>,
           Poles<Formulation::te, 2, 0>, Poles<Formulation::te, 4, 0>, Poles<Formulation::te, 5, 0>,
           Poles<Formulation::te, 6, 0>, Poles<Formulation::te, 12, 0>, Poles<Formulation::te, 4, 4>>;

}  // namespace DGSOLVE_NAMESPACE
