#include "io/report/results/progress.hpp"

#include <fmt/core.h>

#include <cmath>

namespace dgsolve {

std::string Progress::line(const ProgressState& state) const {
  const double share = final_time_ > 0 ? state.time / final_time_ : 1;
  std::string text = fmt::format("{:>5.1f} %  t = {:.5g} of {:.5g}  step {}", 100 * share, state.time,
                                 final_time_, state.step);
  if (state.energy) text += fmt::format("  energy {:.6g}", *state.energy);
  if (state.step > 0 && state.wall_seconds > 0 && share > 0) {
    const double rate =
        static_cast<double>(dofs_per_step_) * static_cast<double>(state.step) / state.wall_seconds;
    text += "  " + format_throughput(rate);
    if (bound_) text += fmt::format(", {:.0f} % of the bound", 100 * rate / *bound_);
    if (share < 1) text += "  ETA " + format_duration(state.wall_seconds * (1 - share) / share);
  }
  return text;
}

std::string format_throughput(double dofs_per_second) {
  return dofs_per_second < 999.5e6 ? fmt::format("{:.3g} M fDOF/s", dofs_per_second / 1e6)
                                   : fmt::format("{:.3g} G fDOF/s", dofs_per_second / 1e9);
}

std::string format_duration(double seconds) {
  if (seconds < 0.9995) return fmt::format("{:.3g} ms", 1e3 * seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const long minutes = std::lround(seconds / 60);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace dgsolve
