/// The text that tells a person how far a run is. Printing it is the program's affair.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace dgsolve {

/// Where a run in time stands.
struct ProgressState {
  double time;
  long step;
  double wall_seconds;           ///< since the first step
  std::optional<double> energy;  ///< where known
};

class Progress {
 public:
  /// `dofs_per_step`: field values updated in one time step, K · n_fields · Np · stages.
  /// bound: what the device allows, field values a second, where that is known.
  Progress(double final_time, std::size_t dofs_per_step, std::optional<double> bound = {})
      : final_time_(final_time), dofs_per_step_(dofs_per_step), bound_(bound) {}

  /// One line without its end: share done, time, step, energy, throughput, and how long it still takes. The
  /// last two are left out as long as there is nothing to tell them from.
  std::string line(const ProgressState& state) const;

 private:
  double final_time_;
  std::size_t dofs_per_step_;
  std::optional<double> bound_;
};

/// "1.25 G fDOF/s": field values at nodes, for one Runge–Kutta stage each, a second.
std::string format_throughput(double dofs_per_second);
/// "42 ms", "9.4 s", "3 min 05 s", "2 h 07 min".
std::string format_duration(double seconds);

}  // namespace dgsolve
