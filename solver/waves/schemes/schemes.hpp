/// Explicit Runge–Kutta schemes: a row each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/waves/stage.hpp"
#include "kernels/waves/step_control.hpp"

namespace dgsolve {

/// A second result of the same stages, of a lower order: what it lacks estimates a step's error.
struct EmbeddedFormula {
  int order;
  ErrorWeights error;  ///< the step's result less the embedded one
};

struct Scheme {
  std::string name;  ///< in a case: time.scheme
  int order;
  StageForm form;
  /// The first does not read the residual (a = 0), so that between steps only the state counts; in the
  /// general form there are two or more.
  std::vector<Stage> in_double, in_single;
  /// Extent of the stability region |R(z)| ≤ 1 along the negative real axis.
  double real_axis_limit;
  /// The largest factor by which the region of the first scheme may be multiplied so that all of it with
  /// Re z ≤ 0 lies in this scheme's: of its largest step for waves this share is stable.
  double share_of_step;
  /// For steps whose size follows from their errors. Such a scheme has the general form.
  std::optional<EmbeddedFormula> embedded = {};
  /// Its stages are convex combinations of Euler steps, each of them p·u0 + q·u + b·k with p + q = 1.
  bool is_convex = false;

  /// Of a step, behind which another one begins.
  std::vector<Stage> stages(Precision precision) const;
  int evaluations_per_step() const { return static_cast<int>(in_double.size()); }
};

/// "auto" stands for the first or, where the equation is not linear, for the first with an embedded formula,
/// whose stages are convex combinations of Euler steps.
const std::vector<Scheme>& schemes();

/// "auto", then the names of the table.
std::vector<std::string> scheme_names();

/// Of schemes with an embedded formula.
std::vector<std::string> embedded_scheme_names();

/// For people: the schemes by which flows with shocks stay positive.
std::string schemes_of_shocks();

/// The scheme of that name for an equation. Throws std::invalid_argument where the table has no such name.
const Scheme& find_scheme(const std::string& name, bool linear = true);

}  // namespace dgsolve
