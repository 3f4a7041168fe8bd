/// Two local models in one cell: a layer over a medium with memory.
///
/// With R the rate of E without losses, a medium makes of it
///   w' + j = R,
/// where w is the displacement D/ε and j a current over ε; alone E = w and j = 0. A layer multiplies the
/// left-hand side by m(jω) = 1 + g_1/(a_1 + jω) + …, whatever w and j are. So it sees w in the place of E,
/// and each of its auxiliaries loses j besides: with
///   z_1' = a_1 (w − z_1) − j   is   w − z_1 = (jω w + j)/(a_1 + jω),
/// and z_2' = a_2 (z_1 − z_2) − j continues the cascade (kernels/models/absorbing_layer.hpp). The medium then
/// receives what the layer leaves of R.
///
/// A layer offers M::absorbs, M::take_current and M::loss of a displacement. A medium may offer
/// M::displacement(u, z, k) and M::current(u, z, k), the fields w and j; by default w = u and j = 0.
#pragma once

#include "kernels/waves/traits/local_model.hpp"

namespace DGSOLVE_NAMESPACE {

/// How C++ spells LayerOver<layer, medium>.
struct LayerOverType {
  char text[128] = {};
  constexpr LayerOverType(const char* layer, const char* medium) {
    const char* const parts[] = {"LayerOver<", layer, ", ", medium, ">"};
    int n = 0;
    for (const char* part : parts)
      for (; *part != '\0'; ++part) text[n++] = *part;
  }
};

template <class Layer, class Medium>
struct LayerOver {
  using Equation = typename Layer::Equation;
  static constexpr LayerOverType spelling{Layer::type, Medium::type};
  static constexpr const char* type = spelling.text;
  static constexpr int n_fields = Equation::n_fields;
  static constexpr int n_aux = Layer::n_aux + Medium::n_aux;  ///< the layer's, then the medium's
  static constexpr int n_coefficients = Layer::n_coefficients + Medium::n_coefficients;
  static constexpr bool needs_rate = Layer::needs_rate || Medium::needs_rate;
  static constexpr bool absorbs = Layer::absorbs;

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Auxiliaries = Vec<T, n_aux>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;

  template <class T>
  static DGSOLVE_INLINE void add_rates(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                                       Fields<T>& rate, Auxiliaries<T>& z_rate) {
    const Vec<T, Layer::n_aux> z_layer = first<Layer::n_aux>(z);
    const Vec<T, Medium::n_aux> z_medium = last<Medium::n_aux>(z);
    const Vec<T, Layer::n_coefficients> k_layer = first<Layer::n_coefficients>(k);
    const Vec<T, Medium::n_coefficients> k_medium = last<Medium::n_coefficients>(k);
    Vec<T, Layer::n_aux> layer_rate;
    Vec<T, Medium::n_aux> medium_rate;
    Layer::add_rates(displacement(u, z_medium, k_medium), z_layer, k_layer, rate, layer_rate);
    if constexpr (requires { Medium::current(u, z_medium, k_medium); })
      Layer::take_current(Medium::current(u, z_medium, k_medium), layer_rate);
    Medium::add_rates(u, z_medium, k_medium, rate, medium_rate);
    for (int i = 0; i < Layer::n_aux; ++i) z_rate[i] = layer_rate[i];
    for (int i = 0; i < Medium::n_aux; ++i) z_rate[Layer::n_aux + i] = medium_rate[i];
  }

  template <class T>
  static DGSOLVE_INLINE T energy(const Auxiliaries<T>& z, const Coefficients<T>& k,
                                 const Vec<T, Equation::n_coefficients>& c) {
    return Layer::energy(first<Layer::n_aux>(z), first<Layer::n_coefficients>(k), c) +
           Medium::energy(last<Medium::n_aux>(z), last<Medium::n_coefficients>(k), c);
  }

  template <class T>
  static DGSOLVE_INLINE T loss(const Fields<T>& u, const Auxiliaries<T>& z, const Coefficients<T>& k,
                               const Vec<T, Equation::n_coefficients>& c) {
    const Vec<T, Medium::n_aux> z_medium = last<Medium::n_aux>(z);
    const Vec<T, Medium::n_coefficients> k_medium = last<Medium::n_coefficients>(k);
    return Layer::loss(u, displacement(u, z_medium, k_medium), first<Layer::n_aux>(z),
                       first<Layer::n_coefficients>(k), c) +
           Medium::loss(u, z_medium, k_medium, c);
  }

  /// Both act at once.
  template <class T>
  static DGSOLVE_INLINE T fastest(const Coefficients<T>& k) {
    return Layer::fastest(first<Layer::n_coefficients>(k)) + Medium::fastest(last<Medium::n_coefficients>(k));
  }

 private:
  template <int n, class T, int all>
  static DGSOLVE_INLINE Vec<T, n> first(const Vec<T, all>& values) {
    Vec<T, n> part;
    for (int i = 0; i < n; ++i) part[i] = values[i];
    return part;
  }
  template <int n, class T, int all>
  static DGSOLVE_INLINE Vec<T, n> last(const Vec<T, all>& values) {
    Vec<T, n> part;
    for (int i = 0; i < n; ++i) part[i] = values[all - n + i];
    return part;
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> displacement(const Fields<T>& u, const Vec<T, Medium::n_aux>& z,
                                               const Vec<T, Medium::n_coefficients>& k) {
    if constexpr (requires { Medium::displacement(u, z, k); })
      return Medium::displacement(u, z, k);
    else
      return u;
  }
};

}  // namespace DGSOLVE_NAMESPACE
