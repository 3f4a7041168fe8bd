/// Solves an elliptic problem and leaves its results.
#pragma once

#include <span>
#include <vector>

#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/phase_clock.hpp"
#include "kernels/device/device.hpp"
#include "solver/elliptic/solve.hpp"

namespace dgsolve {

class EllipticRun {
 public:
  /// Writes nothing yet. Keeps references. Throws MeshError where a probe is outside the mesh, and what
  /// EllipticOperator::right_hand_side throws.
  EllipticRun(const Case& input, const EllipticOperator& op, const Device& device);

  /// The output folder holds the results and summary.json. Where the solver does not converge, the best
  /// iterate goes into the folder not_converged in it, and std::runtime_error says why.
  Summary solve(PhaseClock& clock);

  /// Its parts, for --check. The output folder must exist.
  std::span<const double> right_hand_side() const { return right_hand_side_; }
  void write_matrices() const;
  /// Energy, fluxes, potentials and errors of a solution.
  void measure(std::span<const double> u);
  void write_fields(std::span<const double> u, const SolveReport& report);

 private:
  void start(PhaseClock& clock);
  UnsetVector<double> solve_system(PhaseClock& clock);
  void measure_capacitance(EllipticSolver& solver);
  void report_results() const;
  /// Throws std::runtime_error where the solver did not converge; warns where rounding is in its way.
  void check_convergence() const;
  EllipticSummary& found() { return summary_.elliptic(); }
  const EllipticSummary& found() const { return summary_.elliptic(); }
  bool writes_fields() const { return input_.output.fields || !probes_.empty(); }
  void measure_at_probes();
  /// Writes the summary and the report. failure: why there is no solution; empty: there is one.
  void finish(const std::string& failure, PhaseClock& clock);

  const Case& input_;
  const EllipticOperator& op_;
  const UnsetVector<double> right_hand_side_;
  const ProbedFields probed_;
  const Probes probes_;
  std::vector<double> at_probes_;  ///< [point][field]
  Summary summary_;
};

/// What another process of the run does of EllipticRun::solve.
void join_run(const Case& input, const EllipticOperator& op);

}  // namespace dgsolve
