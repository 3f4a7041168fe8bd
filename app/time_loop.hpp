/// The loop over time: meets output times exactly, samples probes, watches the energy, reports.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/resources.hpp"
#include "io/case.hpp"
#include "io/probes.hpp"
#include "io/progress.hpp"
#include "io/summary.hpp"
#include "io/writer.hpp"
#include "solver/lsrk45.hpp"

namespace dgsolve {

class TimeLoop {
 public:
  /// dt: the largest step. Writes nothing yet. Throws MeshError where a probe is outside the mesh.
  TimeLoop(const Case& input, SpatialOperator& op, double dt);

  /// How many steps a run takes.
  long n_steps() const;

  /// Runs from an initial state (canonical) to the final time; the output folder holds the results and
  /// summary.json, also where the run fails: then it throws std::runtime_error that says when and what to do.
  Summary run(std::span<const double> initial, double setup_seconds);

 private:
  void start(std::span<const double> initial);
  void advance_to(double target);
  /// Measures and checks the energy, and says how far the run is where a line is due.
  void observe();
  bool line_is_due() const;  ///< a tenth of the run after the last, at the start and at the end
  void check_energy() const;
  void write_output();
  void finish(double setup_seconds, Outcome outcome);

  const Case& input_;
  SpatialOperator& op_;
  const double dt_;
  const bool lossless_;                     ///< nothing puts energy in: it must not grow
  const std::vector<double> output_times_;  ///< met exactly; the final time is the last
  Progress progress_;
  Probes probes_;
  std::unique_ptr<Writer> fields_;
  std::unique_ptr<Lsrk45> integrator_;
  std::vector<double> state_;  ///< canonical, when last downloaded
  long batch_ = 1;  ///< steps until the host looks: one with probes, else about a fifth of a second of them
  double time_ = 0;
  double last_line_ = 0;  ///< time at which a plain progress line was last written
  Stopwatch wall_;
  Summary summary_;
};

}  // namespace dgsolve
