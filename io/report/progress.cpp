#include "io/report/progress.hpp"

#include <cmath>
#include <cstdio>

namespace dgsolve {
namespace {

/// printf into a string; all our lines are short.
template <class... Values>
std::string format(const char* pattern, Values... values) {
  char text[128];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

}  // namespace

std::string Progress::line(const ProgressState& state) const {
  const double share = final_time_ > 0 ? state.time / final_time_ : 1;
  std::string text =
      format("%5.1f %%  t = %.5g of %.5g  step %ld", 100 * share, state.time, final_time_, state.step);
  if (state.energy) text += format("  energy %.6g", *state.energy);
  if (state.step > 0 && state.wall_seconds > 0 && share > 0) {
    const double rate =
        static_cast<double>(dofs_per_step_) * static_cast<double>(state.step) / state.wall_seconds;
    text += "  " + format_throughput(rate);
    if (bound_) text += format(", %.0f %% of the bound", 100 * rate / *bound_);
    if (share < 1) text += "  ETA " + format_duration(state.wall_seconds * (1 - share) / share);
  }
  return text;
}

std::string format_throughput(double dofs_per_second) {
  return dofs_per_second < 999.5e6 ? format("%.3g M fDOF/s", dofs_per_second / 1e6)
                                   : format("%.3g G fDOF/s", dofs_per_second / 1e9);
}

std::string format_duration(double seconds) {
  if (seconds < 0.9995) return format("%.3g ms", 1e3 * seconds);
  if (seconds < 59.95) return format("%.1f s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return format("%ld min %02ld s", whole / 60, whole % 60);
  const long minutes = std::lround(seconds / 60);
  return format("%ld h %02ld min", minutes / 60, minutes % 60);
}

}  // namespace dgsolve
