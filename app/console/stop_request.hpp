/// What may ask a run to stop before its time: signals, and the limit of its time on the wall.
#pragma once

#include <optional>
#include <string>

#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

class StopRequest {
 public:
  /// From now on, and to the end of the process, SIGINT, SIGTERM, SIGUSR1 and, unless it is ignored, SIGHUP
  /// ask to stop; a second SIGINT ends the program at once. wall_limit: seconds of the clock.
  StopRequest(std::optional<double> wall_limit, const PhaseClock& clock);

  /// Who asks to stop; empty: nobody.
  std::string reason() const;
  /// Whether a signal asked to stop, since the first of these objects was made.
  static bool by_signal();

 private:
  const std::optional<double> wall_limit_;
  const PhaseClock& clock_;
};

}  // namespace dgsolve
