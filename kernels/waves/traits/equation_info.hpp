/// Descriptions of equations for the host: names, units, valid values.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/field_set.hpp"
#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// ε0 and μ0 of the case's unit system (1 and 1 in natural units).
struct Units {
  double epsilon_0 = 1;
  double mu_0 = 1;
};

enum class ParameterRange { any, positive, non_negative, share, above_one };  ///< share: [0, 1]

struct ParameterInfo {
  std::string name;  ///< as in `regions: {vacuum: {epsilon_r: 1}}`, or `flux: {alpha: 1}`
  ParameterRange range;
  bool required;
  double default_value;
  std::string unit;                            ///< SI; empty: it has none
  std::optional<double> natural_default = {};  ///< in natural units, where another one
};

struct BoundaryTypeInfo {
  std::string name;    ///< of several rows of a name, a case means the one whose parameters it gives
  bool needs_data;     ///< takes an exterior state from the case (`data: {Ez: "…"}`)
  bool sheet = false;  ///< makes sense on interior faces too, from both sides: a wall
  /// Formulas in x, y, z, t that it takes by name in place of an exterior state (`wall: {type: …, speed:
  /// "…"}`). They stand in the slots of the state that `exterior` receives as `data`, so there are at most
  /// n_fields.
  std::vector<ParameterInfo> parameters = {};

  bool takes_formulas() const { return needs_data || !parameters.empty(); }
};

/// An exact solution on a box, for the registry-wide convergence test, in the grammar of case files, natural
/// units.
struct ExactSolution {
  double lower, upper;                            ///< the box [lower, upper]^dim
  std::string boundary;                           ///< type of every wall, or "periodic"
  std::map<std::string, std::string> parameters;  ///< the region's, where not the default
  std::map<std::string, std::string> fields;  ///< field → expression in x, y, z, t; unnamed fields are zero
};

/// A field that follows from the others at a point, for outputs.
struct DerivedField {
  std::string name;
  std::string unit;                                   ///< SI
  double (*value)(const double* u, const double* c);  ///< u: [n_fields], c: [n_coefficients]
  /// Of a field that takes the others' gradients too, [n_fields][dim]; then `value` is null.
  double (*of_gradients)(const double* u, const double* gradients, const double* c) = nullptr;
};

/// The variables in which users give states, and see them, where these are not the fields: each is the name
/// of a field or of a derived one.
struct PrimitiveVariables {
  std::vector<ParameterInfo> variables;  ///< [n_fields]
  /// May be given in place of a variable, which it makes with factors: others, or parameters of the region.
  struct Substitute {
    ParameterInfo given;
    std::string of;
    std::vector<std::string> factors;
  };
  std::vector<Substitute> substitutes = {};
  /// The state with these values: values, u: [n_fields], c: [n_coefficients].
  void (*state)(const double* values, const double* c, double* u);
};

/// A wave f(t − k·x/c) with the unit vectors k and p (of E, say) in a medium: what fields u it has for f = 1.
/// False where the system has no such wave: p and k are not perpendicular, or it lacks a component.
using PlaneWaveFields = bool (*)(const double* k, const double* p, const double* c, double* u);

/// The electric and the magnetic field, where an equation has them.
struct ElectromagneticFields {
  std::array<int, 3> electric, magnetic;  ///< field of each Cartesian component, −1: there is none
  double (*impedance)(const double* c);   ///< Z = √(μ/ε) of a row of coefficients, Ω
  PlaneWaveFields plane_wave;
};

/// An integral over the domain, such as the mass.
struct IntegralInfo {
  std::string name;
  std::string unit;  ///< SI
};
struct Integrals {
  std::string energy_unit = {};          ///< SI; empty: none
  std::vector<IntegralInfo> named = {};  ///< of P::integrals
};

/// Volume sources s of the fields.
struct SourceInfo {
  std::vector<std::string> units = {};               ///< SI, of each field; empty: not known
  std::map<std::string, std::string> currents = {};  ///< name → field whose source is minus it: J, s_E = −J
};

/// A law by which a case may give a parameter, by keys of the law that are parameters each:
/// `viscosity: {sutherland: {mu: …, T: …, S: …}}`. Those parameters have no key of their own.
struct ParameterLaw {
  /// One of its parameters by its key here, where it has this range.
  struct Key {
    std::string name, parameter;
    ParameterRange range = ParameterRange::positive;
  };
  std::string of, name;
  std::vector<Key> keys;
};
/// How a case gives the parameters of an equation.
struct MediumInfo {
  std::string key = {};  ///< under which they stand once for all regions; empty: each region has its own
  std::vector<ParameterLaw> laws = {};
};

/// States in which an equation has a meaning.
struct AdmittedStates {
  std::string condition = {};  ///< P::admissible in words: "rho > 0"; empty: all are
  bool has_limiter = false;    ///< that keeps them so (kernels/waves/traits/limiter.hpp)
};

/// Names, units and valid values of an equation: all that the host knows of it before it runs.
struct EquationInfo {
  std::string equation;     ///< `physics:` in the case file, and the file name in kernels/physics/
  std::string file = {};    ///< of its text, as #include names it; empty: that one
  std::string formulation;  ///< `formulation:` where one equation has several in a dimension, else empty
  /// `flux: {riemann: …}`, its numerical flux, where one equation has several, else empty. The first one
  /// listed is the default; in all but the numerical flux such systems are alike.
  std::string riemann = {};
  std::string type;  ///< the C++ type, P::type
  int dim;
  bool linear = true;  ///< P::linear, for those who see no P
  std::vector<std::string> fields;
  std::vector<std::string> field_units;  ///< SI
  SourceInfo sources = {};
  std::vector<DerivedField> derived;  ///< those that take gradients last
  std::vector<VectorField> vectors;   ///< numbers of fields, which go on in `derived`
  std::vector<ParameterInfo> parameters;
  MediumInfo medium = {};
  /// None: users give and see the fields. Data of boundaries are these variables.
  std::optional<PrimitiveVariables> primitive = {};
  std::vector<ParameterInfo>
      flux_parameters;  ///< of its numerical flux, [P::n_flux_parameters], never required
  std::optional<ElectromagneticFields> electromagnetic = {};
  std::vector<BoundaryTypeInfo> boundary_types;  ///< the index is the `type` that `exterior` receives
  Integrals integrals = {};
  ExactSolution exact;
  AdmittedStates admitted = {};
};

}  // namespace DGSOLVE_NAMESPACE
