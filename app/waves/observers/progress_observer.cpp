#include "app/waves/observers/progress_observer.hpp"

#include "app/console/log.hpp"

namespace dgsolve {

void ProgressObserver::resume(const RunRecord& record, const TimePosition&) {
  earlier_wall_seconds_ = record.wall_seconds;
  wall_ = {};
}

bool ProgressObserver::line_is_due(double time) const {
  return time == 0 || time >= final_ || time >= last_line_ + 0.0999 * final_;
}

void ProgressObserver::observe(const TimePosition& position) {
  const double time = position.time();
  const std::string line = progress_.line({time, position.steps, wall_seconds(), check_.energy()});
  if (!line_is_due(time)) return show_progress(line);
  last_line_ = time;
  say("{}", line);
}

}  // namespace dgsolve
