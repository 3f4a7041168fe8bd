/// What an equation file in kernels/physics/ offers: the pointwise physics that every backend compiles.
///
/// An equation is a system  Q(c) ∂u/∂t + ∇·F(u; c) = S(u, s, t; c)  with a diagonal storage matrix Q, for
/// instance diag(ε, μ). `c` are coefficients: constants of a region (materials), or, where
/// `nodal_coefficients` is set, values at every node, which is also how a position-dependent law enters. `s`
/// is the case's volume source, `data` the case's exterior state, both already evaluated at the point and
/// time. All functions are templated on the number type T (double, float, a pack of SIMD lanes) and must be
/// free of branches over T: use select and max_of.
#pragma once

#include "kernels/base/prelude.hpp"

#ifndef DGSOLVE_KERNEL_TEXT
#include <algorithm>
#include <array>
#include <concepts>

#include "kernels/waves/traits/equation_info.hpp"
#endif

namespace DGSOLVE_NAMESPACE {

/// Parameters that a numerical flux may have, and integrals that an equation may name.
constexpr int max_flux_parameters = 4, max_integrals = 8;

#ifndef DGSOLVE_KERNEL_TEXT
/// Values of EquationInfo::flux_parameters; the others are zero.
using FluxValues = std::array<double, max_flux_parameters>;
#endif

/// Optional trait: densities P::integrals(u, c) whose integrals over the domain are of interest beside the
/// energy.
template <class P>
constexpr int n_integrals() {
  if constexpr (requires { P::n_integrals; })
    return P::n_integrals;
  else
    return 0;
}

/// Squares of fields whose integrals measure an error; none where the energy is a square of the state.
template <class P>
constexpr int n_squares() {
  return P::linear ? 0 : P::n_fields;
}
// Densities at a point, in double:

template <class P>
struct IntegralDensities {
  static constexpr int n = n_integrals<P>();
  static DGSOLVE_INLINE auto at(const Vec<double, P::n_fields>& u, const Vec<double, P::n_coefficients>& c) {
    return P::integrals(u, c);
  }
};
template <class P>
struct SquareDensities {
  static constexpr int n = n_squares<P>();
  static DGSOLVE_INLINE Vec<double, P::n_fields> at(const Vec<double, P::n_fields>& u,
                                                    const Vec<double, P::n_coefficients>&) {
    Vec<double, P::n_fields> squares;
    for (int i = 0; i < P::n_fields; ++i) squares[i] = u[i] * u[i];
    return squares;
  }
};

/// The size of an error against that of a state, from the integrals of the squares of their fields,
/// [n_fields] each. Optional trait: P::relative_size.
template <class P>
DGSOLVE_INLINE double relative_size(const double* error, const double* state) {
  if constexpr (requires { P::relative_size(error, state); }) {
    return P::relative_size(error, state);
  } else {
    double of_error = 0, of_state = 0;
    for (int i = 0; i < P::n_fields; ++i) {
      of_error += error[i];
      of_state += state[i];
    }
    return sqrt_of(of_error / of_state);
  }
}

/// Scalar conservation laws ∂u/∂t + ∇·F = s inherit what they have alike: no storage, no decay, energy ½u²,
/// and the integral of u, their mass.
struct ScalarLaw {
  static constexpr int n_integrals = 1;
  template <class T, int n>
  static DGSOLVE_INLINE Vec<T, 1> integrals(const Vec<T, 1>& u, const Vec<T, n>&) {
    return u;
  }
  template <class T, int n>
  static DGSOLVE_INLINE Vec<T, 1> source(const Vec<T, 1>&, const Vec<T, 1>& s, T, const Vec<T, n>&) {
    return s;
  }
  template <class T, int n>
  static DGSOLVE_INLINE Vec<T, 1> apply_inverse_storage(const Vec<T, 1>& r, const Vec<T, n>&) {
    return r;
  }
  template <class T, int n>
  static DGSOLVE_INLINE T energy(const Vec<T, 1>& u, const Vec<T, n>&) {
    return T(0.5) * u[0] * u[0];
  }
  template <class T, int n>
  static DGSOLVE_INLINE T relaxation_rate(const Vec<T, n>&) {
    return T(0);
  }
};

/// Equations whose numerical flux is the upwind one blended with the central one inherit that: one parameter,
/// α = 1 upwind … 0 central.
struct BlendedFlux {
  static constexpr int n_flux_parameters = 1;
  static constexpr int upwinding = 0;  ///< which of the parameters is α

#ifndef DGSOLVE_KERNEL_TEXT
  static std::vector<ParameterInfo> flux_parameters() {
    return {{"alpha", ParameterRange::share, false, 1, ""}};
  }
#endif
};

/// The upwind share α of a numerical flux, 1 where the equation does not blend it (P::upwinding).
template <class P, class T>
DGSOLVE_INLINE T upwind_share(const Vec<T, P::n_flux_parameters>& flux) {
  if constexpr (requires { P::upwinding; })
    return flux[P::upwinding];
  else
    return T(1);
}
/// The parameters of a numerical flux, with the share 1.
template <class P, class T>
DGSOLVE_INLINE Vec<T, P::n_flux_parameters> upwind_flux(Vec<T, P::n_flux_parameters> flux) {
  if constexpr (requires { P::upwinding; }) flux[P::upwinding] = T(1);
  return flux;
}

/// The largest speed of a wave along the unit normal n. A linear equation offers P::wave_speed(c), which no
/// state changes, for all directions; another one P::max_speed(u, c, n).
template <class P, class T>
DGSOLVE_INLINE T max_speed(const Vec<T, P::n_fields>& u, const Vec<T, P::n_coefficients>& c,
                           const Vec<T, P::dim>& n) {
  if constexpr (requires { P::max_speed(u, c, n); })
    return P::max_speed(u, c, n);
  else
    return P::wave_speed(c);
}

/// The speed that no wave exceeds in any direction: where the state makes it, the root of the sum of squares
/// along the axes. Σ n_d A_d of symmetric matrices A_d has no eigenvalue above Σ |n_d| ‖A_d‖. (Speeds along
/// the normals of a cell's faces would not do for the step: a wave that enters a tetrahedron by two faces and
/// leaves by the others crosses it sooner.)
template <class P, class T>
DGSOLVE_INLINE T max_speed(const Vec<T, P::n_fields>& u, const Vec<T, P::n_coefficients>& c) {
  if constexpr (requires { P::wave_speed(c); }) {
    return P::wave_speed(c);
  } else {
    T squares = T(0);
    for (int d = 0; d < P::dim; ++d) {
      Vec<T, P::dim> axis;
      for (int i = 0; i < P::dim; ++i) axis[i] = T(i == d ? 1 : 0);
      const T speed = P::max_speed(u, c, axis);
      squares = squares + speed * speed;
    }
    return sqrt_of(squares);
  }
}

/// A state that an equation admits, by which steps are estimated before there is one: P::example(), or zero.
template <class P>
DGSOLVE_INLINE Vec<double, P::n_fields> example_state() {
  if constexpr (requires { P::example(); })
    return P::example();
  else
    return {};
}

/// A field's value in a state at random, from one between −1 and 1: that one, or, of an equation that does
/// not admit all states, within a tenth of the example's.
template <class P>
DGSOLVE_INLINE double random_field(int field, double random) {
  if constexpr (P::linear)
    return random;
  else
    return (1 + 0.1 * random) * example_state<P>()[field];
}

#ifndef DGSOLVE_KERNEL_TEXT

/// The boundary type of that name; null if the equation lacks it.
inline const BoundaryTypeInfo* find_boundary_type(const EquationInfo& info, const std::string& name) {
  const auto type = std::find_if(info.boundary_types.begin(), info.boundary_types.end(),
                                 [&](const BoundaryTypeInfo& candidate) { return candidate.name == name; });
  return type == info.boundary_types.end() ? nullptr : &*type;
}

inline std::string file_of(const EquationInfo& info) {
  return info.file.empty() ? "kernels/physics/" + info.equation + ".hpp" : info.file;
}

/// Optional trait P::admissible(u, c): whether the equation has a meaning in a state. Without it all are so.
template <class P>
concept RefusesStates = requires(const Vec<double, P::n_fields> u, const Vec<double, P::n_coefficients> c) {
  { P::admissible(u, c) } -> std::same_as<bool>;
};

/// Checks an equation at compile time; P<dim…> is one system of equations in one dimension.
template <class P>
concept Equation = requires(const Vec<double, P::n_fields> u, const Vec<double, P::n_coefficients> c,
                            const Vec<double, P::dim> n, double t,
                            const Vec<double, P::n_flux_parameters> flux, const double* parameters,
                            double* coefficients, const Units& units) {
  requires P::n_flux_parameters <= max_flux_parameters&& n_integrals<P>() <= max_integrals&& n_squares<P>() <=
      max_integrals;
  { P::nodal_coefficients } -> std::convertible_to<bool>;  ///< coefficients vary from node to node
  /// F is linear in u and ∇·F(constant) = 0. If not, cells take the weak form, in which an energy may grow,
  /// and waves are as fast as the state makes them (max_speed).
  { P::linear } -> std::convertible_to<bool>;
  { P::type } -> std::convertible_to<const char*>;  ///< how C++ spells P, by which kernels are found
  { P::info() } -> std::same_as<EquationInfo>;
  /// Physical parameters, in the order of info().parameters, to coefficients.
  P::coefficients(parameters, units, coefficients);
  /// F[d][field], the physical flux.
  { P::flux(u, c) } -> std::same_as<Vec<Vec<double, P::n_fields>, P::dim>>;
  /// F·n for any vector n, not only unit ones: with n = ∇r_i it is a contravariant flux.
  { P::normal_flux(u, c, n) } -> std::same_as<Vec<double, P::n_fields>>;
  /// F*·n seen from side m; conservative: F*(a,b,n) = −F*(b,a,−n). `flux` are its parameters.
  { P::numerical_flux(u, c, u, c, n, flux) } -> std::same_as<Vec<double, P::n_fields>>;
  /// Exterior state at a boundary of a type, given the case's one or the type's parameters, to be given to
  /// numerical_flux with the interior coefficients.
  { P::exterior(int{}, u, u, n, n, t, c, flux) } -> std::same_as<Vec<double, P::n_fields>>;
  /// S, given the case's volume source s.
  { P::source(u, u, t, c) } -> std::same_as<Vec<double, P::n_fields>>;
  /// Q⁻¹ r.
  { P::apply_inverse_storage(u, c) } -> std::same_as<Vec<double, P::n_fields>>;
  /// Energy density, a quadratic form ½ uᵀQu for linear systems.
  { P::energy(u, c) } -> std::same_as<double>;
  /// The largest speed of a wave in a state along a unit normal, m/s.
  { max_speed<P>(u, c, n) } -> std::same_as<double>;
  /// Largest decay rate of S, 1/s: it limits the time step beside the wave speed.
  { P::relaxation_rate(c) } -> std::same_as<double>;
};

#endif

/// The systems of an equation file, listed at its end as <file name>_systems: kernels are compiled for each.
template <class... P>
struct Systems {};

/// F(m)·n − F*, which is what a lift needs. An equation may offer it as P::flux_difference, in fewer
/// operations than the two would take.
template <class P, class T>
DGSOLVE_INLINE Vec<T, P::n_fields> flux_difference(
    const Vec<T, P::n_fields>& m, const Vec<T, P::n_coefficients>& c_m, const Vec<T, P::n_fields>& p,
    const Vec<T, P::n_coefficients>& c_p, const Vec<T, P::dim>& n, const Vec<T, P::n_flux_parameters>& flux) {
  if constexpr (requires { P::flux_difference(m, c_m, p, c_p, n, flux); }) {
    return P::flux_difference(m, c_m, p, c_p, n, flux);
  } else {
    const auto own = P::normal_flux(m, c_m, n), numerical = P::numerical_flux(m, c_m, p, c_p, n, flux);
    Vec<T, P::n_fields> difference;
    for (int i = 0; i < P::n_fields; ++i) difference[i] = own[i] - numerical[i];
    return difference;
  }
}

/// Optional trait: fields [first, first+3) and [second, second+3) are vectors tied by a curl,
///   Q ∂a/∂t = +∇×b + …,  Q ∂b/∂t = −∇×a + …,
/// which lets a backend take two derivatives a component instead of three (covariant components, Piola map).
/// Sources and storage act on each component of a vector alike, and the energy is isotropic: that of a and b
/// is α|a|² + β|b|². On a face between two materials the numerical flux sees a state (a*, b*) with
///   a − a* = w0 [a] + w1 n×[b],   b − b* = w2 [b] − w3 n×[a],   [u] = u_m − u_p,
/// where P::curl_pair_weights(c_m, c_p, flux) gives (w0, w1, w2, w3).
template <class P>
inline constexpr bool has_curl_pair = requires {
  P::curl_pair;
};

#ifndef DGSOLVE_KERNEL_TEXT
/// P::curl_pair_weights of two rows of coefficients, to weights [4]; null without the trait.
using CurlPairWeights = void (*)(const double* c_m, const double* c_p, const FluxValues& flux,
                                 double* weights);
template <class P>
constexpr CurlPairWeights curl_pair_weights_of() {
  if constexpr (has_curl_pair<P>)
    return [](const double* c_m, const double* c_p, const FluxValues& flux, double* weights) {
      Vec<double, P::n_coefficients> m, p;
      Vec<double, P::n_flux_parameters> parameters;
      std::copy_n(c_m, P::n_coefficients, m.v);
      std::copy_n(c_p, P::n_coefficients, p.v);
      std::copy_n(flux.data(), P::n_flux_parameters, parameters.v);
      std::copy_n(P::curl_pair_weights(m, p, parameters).v, 4, weights);
    };
  return nullptr;
}
#endif

}  // namespace DGSOLVE_NAMESPACE
