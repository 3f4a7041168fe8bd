/// What a local model in kernels/models/ offers: physics with memory at a point, in the cells of a group,
/// such as layers that absorb and dispersive media. A model of equation P adds auxiliaries z to the fields u
/// of a node. Where the right-hand side of P has become rates, du/dt, the model adds its own:
///   du/dt ← du/dt + g(u, z, du/dt),   dz/dt = h(u, z, du/dt),
/// with coefficients k, constants of a region; auxiliaries and fields are in Cartesian components. Functions
/// are templated on the number type and free of branches over it, as an equation's
/// (kernels/waves/traits/equation.hpp).
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

#ifndef DGSOLVE_KERNEL_TEXT

/// Description of a model of one equation for the host. One row each in a table.
struct LocalModelInfo {
  std::string name;      ///< for people and cases
  std::string equation;  ///< EquationInfo::type of P
  std::string type;      ///< the C++ type, M::type
  std::string file;      ///< of its text, as #include names it
  std::vector<ParameterInfo> parameters;
  int n_aux, n_coefficients;
  void (*coefficients)(const double* parameters, const Units& units, double* coefficients);
  double (*fastest)(const double* coefficients);
  bool absorbs;  ///< M::absorbs
};

/// Checks a model at compile time. M is one model of the equation M::Equation.
template <class M>
concept LocalModel = requires(const Vec<double, M::Equation::n_fields> u, const Vec<double, M::n_aux> z,
                              const Vec<double, M::n_coefficients> k, Vec<double, M::Equation::n_fields> rate,
                              Vec<double, M::n_aux> z_rate, const Vec<double, M::Equation::n_coefficients> c,
                              const double* parameters, double* coefficients, const Units& units) {
  { M::type } -> std::convertible_to<const char*>;  ///< how C++ spells M, by which kernels are found
  /// Whether g or h depends on du/dt. If not, a device may add g and advance z before du/dt is known.
  requires std::same_as<decltype(M::needs_rate), const bool>;
  { M::parameters() } -> std::same_as<std::vector<ParameterInfo>>;
  M::coefficients(parameters, units, coefficients);
  /// rate: Q⁻¹(−∇·F + S), to which g is added; z_rate ← h.
  M::add_rates(u, z, k, rate, z_rate);
  /// Energy density of the auxiliaries, a quadratic form of z; c: the equation's coefficients.
  { M::energy(z, k, c) } -> std::same_as<double>;
  /// Power density that the model takes from the energy of fields and auxiliaries, a quadratic form of both.
  { M::loss(u, z, k, c) } -> std::same_as<double>;
  /// Largest rate of the model, 1/s: it limits the time step beside the wave speed.
  { M::fastest(k) } -> std::same_as<double>;
};

/// Optional trait M::absorbs: a layer outside the mesh as the case has it, where fields decay as they are
/// meant to. It may give back what it took from their energy.
template <class M>
constexpr bool absorbs_waves() {
  if constexpr (requires { M::absorbs; })
    return M::absorbs;
  else
    return false;
}

// Optional traits M::n_parts, M::begin_of_part(part) and M::add_rates_of_part<part>(u, z, k, rate, z_rate):
// auxiliaries from begin_of_part(part) to begin_of_part(part + 1), at z and z_rate, go by themselves, and add
// their share to the rate of the fields. A GPU takes part after part. M::changes(field): whether anything is
// added to its rate.

/// The row of a model. name: for people; file: of its text.
template <LocalModel M>
LocalModelInfo info_of_model(std::string name, std::string file) {
  const auto fastest = [](const double* values) {
    Vec<double, M::n_coefficients> k;
    std::copy_n(values, M::n_coefficients, k.v);
    return M::fastest(k);
  };
  return {std::move(name), M::Equation::type, M::type,         std::move(file), M::parameters(),
          M::n_aux,        M::n_coefficients, M::coefficients, fastest,         absorbs_waves<M>()};
}

#endif

/// No model: nothing is stored, and nothing is computed.
template <class P>
struct NoModel {
  using Equation = P;
  static constexpr const char* type = "";
  static constexpr int n_aux = 0, n_coefficients = 0;
};

/// The models that a file in kernels/models/ ends with, as <file name>_models.
template <class... M>
struct Models {};

/// The power that a model takes where the energy's derivatives are a (fields, auxiliaries) and the values b:
/// the symmetric bilinear form of M::loss.
template <class M, class T>
DGSOLVE_INLINE T loss_between(const Vec<T, M::Equation::n_fields>& u_a, const Vec<T, M::n_aux>& z_a,
                              const Vec<T, M::Equation::n_fields>& u_b, const Vec<T, M::n_aux>& z_b,
                              const Vec<T, M::n_coefficients>& k,
                              const Vec<T, M::Equation::n_coefficients>& c) {
  Vec<T, M::Equation::n_fields> u_sum, u_difference;
  Vec<T, M::n_aux> z_sum, z_difference;
  for (int i = 0; i < M::Equation::n_fields; ++i) {
    u_sum[i] = u_a[i] + u_b[i];
    u_difference[i] = u_a[i] - u_b[i];
  }
  for (int i = 0; i < M::n_aux; ++i) {
    z_sum[i] = z_a[i] + z_b[i];
    z_difference[i] = z_a[i] - z_b[i];
  }
  return T(0.25) * (M::loss(u_sum, z_sum, k, c) - M::loss(u_difference, z_difference, k, c));
}

}  // namespace DGSOLVE_NAMESPACE
