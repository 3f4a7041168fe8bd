/// Maxwell's equations in linear, isotropic, lossy media:
///
///   ε ∂E/∂t =  ∇×H − σE + s_E      E: V/m, ε: F/m, σ: S/m, s_E = −J: A/m²
///   μ ∂H/∂t = −∇×E      + s_H      H: A/m, μ: H/m, s_H: V/m²
///
/// in 3D (Ex, Ey, Ez, Hx, Hy, Hz), and in 2D, where nothing depends on z: TM (Hx, Hy, Ez) and TE (Ex, Ey,
/// Hz). Numerical flux: exact Riemann solution between two media, blended with the energy-conserving central
/// flux by α (Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186, doi:10.1006/jcph.2002.7118).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

enum class Formulation { full, tm, te };

namespace maxwell {
/// Field number of each Cartesian component, −1 where the formulation has none.
struct Components {
  int e[3], h[3];
};
constexpr Components components(Formulation f) {
  return f == Formulation::full ? Components{{0, 1, 2}, {3, 4, 5}}
         : f == Formulation::tm ? Components{{-1, -1, 2}, {0, 1, -1}}
                                : Components{{0, 1, -1}, {-1, -1, 2}};
}
/// The optional trait of the 3D system: E and H are vectors tied by a curl
/// (kernels/waves/traits/equation.hpp).
template <Formulation>
struct CurlTrait {};
template <>
struct CurlTrait<Formulation::full> {
  static constexpr int curl_pair[2] = {0, 3};
};
}  // namespace maxwell

template <Formulation formulation>
struct Maxwell : maxwell::CurlTrait<formulation>, BlendedFlux {
  static constexpr int dim = formulation == Formulation::full ? 3 : 2;
  static constexpr int n_fields = formulation == Formulation::full ? 6 : 3;
  static constexpr int n_coefficients = 5;  ///< 1/ε, 1/μ, σ, Z = √(μ/ε), Y = 1/Z
  static constexpr bool nodal_coefficients = false;
  static constexpr bool linear = true;
  static constexpr const char* type = formulation == Formulation::full ? "Maxwell<Formulation::full>"
                                      : formulation == Formulation::tm ? "Maxwell<Formulation::tm>"
                                                                       : "Maxwell<Formulation::te>";
  static constexpr maxwell::Components at = maxwell::components(formulation);
  enum Boundary { pec, pmc, absorbing, incoming };

  template <class T>
  using Fields = Vec<T, n_fields>;
  template <class T>
  using Coefficients = Vec<T, n_coefficients>;
  template <class T>
  using FluxParameters = Vec<T, n_flux_parameters>;  ///< α

  template <class T>
  static DGSOLVE_INLINE Vec<Fields<T>, dim> flux(const Fields<T>& u, const Coefficients<T>&) {
    Vec<Fields<T>, dim> f;
    for (int d = 0; d < dim; ++d) {  // F_E·n = −n×H, F_H·n = n×E with n the d-th axis
      Vec<T, dim> axis;
      for (int i = 0; i < dim; ++i) axis[i] = T(i == d ? 1 : 0);
      f[d] = along<T>(axis, electric(u), magnetic(u));
    }
    return f;
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> normal_flux(const Fields<T>& u, const Coefficients<T>&,
                                              const Vec<T, dim>& n) {
    return along<T>(n, electric(u), magnetic(u));
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> numerical_flux(const Fields<T>& m, const Coefficients<T>& c_m,
                                                 const Fields<T>& p, const Coefficients<T>& c_p,
                                                 const Vec<T, dim>& n, const FluxParameters<T>& alpha) {
    const Fields<T> own = normal_flux(m, c_m, n), difference = flux_difference(m, c_m, p, c_p, n, alpha);
    Fields<T> f;
    for (int i = 0; i < n_fields; ++i) f[i] = own[i] - difference[i];
    return f;
  }

  /// The weights of E − E* and H − H*, with the state on the face
  ///   E* = (Y E + Y' E' − α n×[H])/(Y + Y'),   H* = (Z H + Z' H' + α n×[E])/(Z + Z'),   [u] = u − u'.
  template <class T>
  static DGSOLVE_INLINE Vec<T, 4> curl_pair_weights(const Coefficients<T>& c_m, const Coefficients<T>& c_p,
                                                    const FluxParameters<T>& alpha) {
    const T z = T(1) / (c_m[3] + c_p[3]), y = T(1) / (c_m[4] + c_p[4]);
    return {{y * c_p[4], y * alpha[0], z * c_p[3], z * alpha[0]}};
  }

  /// The flux of E − E* and H − H*, of which only the tangential part matters.
  template <class T>
  static DGSOLVE_INLINE Fields<T> flux_difference(const Fields<T>& m, const Coefficients<T>& c_m,
                                                  const Fields<T>& p, const Coefficients<T>& c_p,
                                                  const Vec<T, dim>& n, const FluxParameters<T>& alpha) {
    const Vec<T, 4> w = curl_pair_weights(c_m, c_p, alpha);
    const Vec<T, 3> e = difference(electric(m), electric(p)), h = difference(magnetic(m), magnetic(p));
    const Vec<T, 3> n_x_e = cross<T>(n, e), n_x_h = cross<T>(n, h);
    Vec<T, 3> d_e, d_h;  // E − E*, H − H*
    for (int i = 0; i < 3; ++i) {
      d_e[i] = w[0] * e[i] + w[1] * n_x_h[i];
      d_h[i] = w[2] * h[i] - w[3] * n_x_e[i];
    }
    return along<T>(n, d_e, d_h);
  }

  /// pec: n×E = 0; pmc: n×H = 0; absorbing (Silver–Müller) and incoming: the incoming characteristic
  /// w = E_t + Z n×H on the face is zero, or that of the data. The exterior state that brings this about
  /// through the blended flux has w_p = (2w − (1−α) w_m)/(1+α) and the interior's outgoing characteristic v =
  /// E_t − Z n×H.
  template <class T>
  static DGSOLVE_INLINE Fields<T> exterior(int type, const Fields<T>& m, const Fields<T>& data,
                                           const Vec<T, dim>& n, const Vec<T, dim>&, T,
                                           const Coefficients<T>& c, const FluxParameters<T>& alpha) {
    Vec<T, 3> e = electric(m), h = magnetic(m);
    if (type == pec) {
      for (int i = 0; i < 3; ++i) e[i] = -e[i];
    } else if (type == pmc) {
      for (int i = 0; i < 3; ++i) h[i] = -h[i];
    } else {
      const Vec<T, 3> e_t = tangential<T>(n, e), n_x_h = cross<T>(n, h);
      const Vec<T, 3> e_d = tangential<T>(n, electric(data)), n_x_h_d = cross<T>(n, magnetic(data));
      const T given = T(type == incoming ? 2 : 0), gain = T(1) / (T(1) + alpha[0]);
      Vec<T, 3> n_x_h_p;
      for (int i = 0; i < 3; ++i) {
        const T w_m = e_t[i] + c[3] * n_x_h[i], v = e_t[i] - c[3] * n_x_h[i];
        const T w = (given * (e_d[i] + c[3] * n_x_h_d[i]) - (T(1) - alpha[0]) * w_m) * gain;
        e[i] = T(0.5) * (v + w);
        n_x_h_p[i] = T(0.5) * c[4] * (w - v);
      }
      h = cross<T>(n, n_x_h_p);  // n×(n×H) = −H_t
      for (int i = 0; i < 3; ++i) h[i] = -h[i];
    }
    return gather(e, h);
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> source(const Fields<T>& u, const Fields<T>& s, T,
                                         const Coefficients<T>& c) {
    Fields<T> r = s;
    for (int i = 0; i < 3; ++i)
      if (at.e[i] >= 0) r[at.e[i]] = s[at.e[i]] - c[2] * u[at.e[i]];
    return r;
  }

  template <class T>
  static DGSOLVE_INLINE Fields<T> apply_inverse_storage(const Fields<T>& r, const Coefficients<T>& c) {
    Fields<T> q = r;
    for (int i = 0; i < 3; ++i) {
      if (at.e[i] >= 0) q[at.e[i]] = r[at.e[i]] * c[0];
      if (at.h[i] >= 0) q[at.h[i]] = r[at.h[i]] * c[1];
    }
    return q;
  }

  /// ½(εE² + μH²), J/m³.
  template <class T>
  static DGSOLVE_INLINE T energy(const Fields<T>& u, const Coefficients<T>& c) {
    T e2 = T(0), h2 = T(0);
    for (int i = 0; i < 3; ++i) {
      if (at.e[i] >= 0) e2 = e2 + u[at.e[i]] * u[at.e[i]];
      if (at.h[i] >= 0) h2 = h2 + u[at.h[i]] * u[at.h[i]];
    }
    return T(0.5) * (e2 / c[0] + h2 / c[1]);
  }

  /// 1/√(εμ), m/s.
  template <class T>
  static DGSOLVE_INLINE T wave_speed(const Coefficients<T>& c) {
    return sqrt_of(c[0] * c[1]);
  }

  /// σ/ε, 1/s.
  template <class T>
  static DGSOLVE_INLINE T relaxation_rate(const Coefficients<T>& c) {
    return c[2] * c[0];
  }

#ifndef DGSOLVE_KERNEL_TEXT
  static void coefficients(const double* parameters, const Units& units, double* c) {
    const double epsilon = units.epsilon_0 * parameters[0], mu = units.mu_0 * parameters[1];
    c[0] = 1 / epsilon;
    c[1] = 1 / mu;
    c[2] = parameters[2];
    c[3] = std::sqrt(mu / epsilon);
    c[4] = 1 / c[3];
  }

  static EquationInfo info() {
    EquationInfo i;
    i.equation = "maxwell";
    i.type = type;
    i.dim = dim;
    i.parameters = {{"epsilon_r", ParameterRange::positive, false, 1, ""},
                    {"mu_r", ParameterRange::positive, false, 1, ""},
                    {"sigma", ParameterRange::non_negative, false, 0, "S/m"}};
    i.flux_parameters = flux_parameters();
    i.boundary_types = {{"pec", false, true}, {"pmc", false, true}, {"absorbing", false}, {"incoming", true}};
    i.integrals.energy_unit = dim == 3 ? "J" : "J/m";
    for (int d = 0; d < 3; ++d)
      if (at.e[d] >= 0) i.sources.currents[std::string("J") + "xyz"[d]] = std::string("E") + "xyz"[d];
    i.electromagnetic = {std::to_array(at.e), std::to_array(at.h), [](const double* c) { return c[3]; },
                         plane_wave};
    i.derived = derived_fields();
    i.vectors = vectors();
    if constexpr (formulation == Formulation::full) {
      i.fields = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
      i.field_units = {"V/m", "V/m", "V/m", "A/m", "A/m", "A/m"};
      i.sources.units = {"A/m^2", "A/m^2", "A/m^2", "V/m^2", "V/m^2", "V/m^2"};
    } else if constexpr (formulation == Formulation::tm) {
      i.formulation = "TM";
      i.fields = {"Hx", "Hy", "Ez"};
      i.field_units = {"A/m", "A/m", "V/m"};
      i.sources.units = {"V/m^2", "V/m^2", "A/m^2"};
    } else {
      i.formulation = "TE";
      i.fields = {"Ex", "Ey", "Hz"};
      i.field_units = {"V/m", "V/m", "A/m"};
      i.sources.units = {"A/m^2", "A/m^2", "V/m^2"};
    }
    // The mode (1, 1, 0) of a cube, and of a square: ω = π√2.
    i.exact = {formulation == Formulation::full ? 0.0 : -1.0, 1, "pec", {}, {}};
    if constexpr (formulation == Formulation::te)
      i.exact.fields = {{"Hz", "cos(pi*x)*cos(pi*y)*cos(sqrt(2)*pi*t)"},
                        {"Ex", "-cos(pi*x)*sin(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)"},
                        {"Ey", "sin(pi*x)*cos(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)"}};
    else
      i.exact.fields = {{"Ez", "sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)"},
                        {"Hx", "-sin(pi*x)*cos(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)"},
                        {"Hy", "cos(pi*x)*sin(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)"}};
    return i;
  }

  /// E = p f, H = k×p f/Z.
  static bool plane_wave(const double* k, const double* p, const double* c, double* u) {
    constexpr double small = 1e-9;
    bool exists = dim == 3 || std::abs(k[2]) < small;
    const auto put = [&](int field, double value, double scale) {
      const bool is_zero = std::abs(value) < small;
      if (field >= 0)
        u[field] = is_zero ? 0 : value * scale;
      else
        exists = exists && is_zero;
    };
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      put(at.e[i], p[i], 1);
      put(at.h[i], k[j] * p[l] - k[l] * p[j], c[4]);
    }
    return exists && std::abs(k[0] * p[0] + k[1] * p[1] + k[2] * p[2]) < small;
  }

  /// |E|, |H|, the energy density, and Poynting's vector E×H.
  static std::vector<DerivedField> derived_fields() {
    std::vector<DerivedField> derived = {
        {"E_magnitude", "V/m", [](const double* u, const double*) { return length(electric(fields(u))); }},
        {"H_magnitude", "A/m", [](const double* u, const double*) { return length(magnetic(fields(u))); }},
        {"energy_density", "J/m^3",
         [](const double* u, const double* c) {
           Coefficients<double> of_point;
           std::copy_n(c, n_coefficients, of_point.v);
           return energy(fields(u), of_point);
         }},
        {"Sx", "W/m^2", poynting<0>},
        {"Sy", "W/m^2", poynting<1>}};
    if (dim == 3) derived.push_back({"Sz", "W/m^2", poynting<2>});
    return derived;
  }

  /// E and H where they have more than one component, and S.
  static std::vector<VectorField> vectors() {
    constexpr int Sx = n_fields + 3;
    std::vector<VectorField> vectors;
    if (formulation != Formulation::tm) vectors.push_back({"E", {at.e[0], at.e[1], at.e[2]}});
    if (formulation != Formulation::te) vectors.push_back({"H", {at.h[0], at.h[1], at.h[2]}});
    vectors.push_back({"S", {Sx, Sx + 1, dim == 3 ? Sx + 2 : -1}});
    return vectors;
  }
#endif

 private:
#ifndef DGSOLVE_KERNEL_TEXT
  static Fields<double> fields(const double* u) {
    Fields<double> f;
    std::copy_n(u, n_fields, f.v);
    return f;
  }
  static double length(const Vec<double, 3>& a) { return std::hypot(a[0], a[1], a[2]); }
  template <int component>
  static double poynting(const double* u, const double*) {
    constexpr int j = (component + 1) % 3, k = (component + 2) % 3;
    const Vec<double, 3> e = electric(fields(u)), h = magnetic(fields(u));
    return e[j] * h[k] - e[k] * h[j];
  }
#endif
  template <class T>
  static DGSOLVE_INLINE Vec<T, 3> electric(const Fields<T>& u) {
    return {{component(u, at.e[0]), component(u, at.e[1]), component(u, at.e[2])}};
  }
  template <class T>
  static DGSOLVE_INLINE Vec<T, 3> magnetic(const Fields<T>& u) {
    return {{component(u, at.h[0]), component(u, at.h[1]), component(u, at.h[2])}};
  }
  template <class T>
  static DGSOLVE_INLINE T component(const Fields<T>& u, int i) {
    return i >= 0 ? u[i] : T(0);
  }
  template <class T>
  static DGSOLVE_INLINE Fields<T> gather(const Vec<T, 3>& e, const Vec<T, 3>& h) {
    Fields<T> u;
    for (int i = 0; i < 3; ++i) {
      if (at.e[i] >= 0) u[at.e[i]] = e[i];
      if (at.h[i] >= 0) u[at.h[i]] = h[i];
    }
    return u;
  }
  template <class T>
  static DGSOLVE_INLINE Vec<T, 3> difference(const Vec<T, 3>& a, const Vec<T, 3>& b) {
    return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
  }
  /// n×a; in 2D n has no z component.
  template <class T>
  static DGSOLVE_INLINE Vec<T, 3> cross(const Vec<T, dim>& n, const Vec<T, 3>& a) {
    if constexpr (dim == 3)
      return {{n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2], n[0] * a[1] - n[1] * a[0]}};
    else
      return {{n[1] * a[2], -n[0] * a[2], n[0] * a[1] - n[1] * a[0]}};
  }
  /// a − n(n·a).
  template <class T>
  static DGSOLVE_INLINE Vec<T, 3> tangential(const Vec<T, dim>& n, const Vec<T, 3>& a) {
    Vec<T, 3> t = a;
    T a_n = T(0);
    for (int i = 0; i < dim; ++i) a_n = a_n + n[i] * a[i];
    for (int i = 0; i < dim; ++i) t[i] = a[i] - n[i] * a_n;
    return t;
  }
  /// The flux along n: (−n×H, n×E).
  template <class T>
  static DGSOLVE_INLINE Fields<T> along(const Vec<T, dim>& n, const Vec<T, 3>& e, const Vec<T, 3>& h) {
    Vec<T, 3> minus_n_x_h = cross<T>(n, h);
    for (int i = 0; i < 3; ++i) minus_n_x_h[i] = -minus_n_x_h[i];
    return gather(minus_n_x_h, cross<T>(n, e));
  }
};

using maxwell_systems =
    Systems<Maxwell<Formulation::full>, Maxwell<Formulation::tm>, Maxwell<Formulation::te>>;

}  // namespace DGSOLVE_NAMESPACE
