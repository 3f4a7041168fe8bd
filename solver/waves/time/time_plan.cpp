#include "solver/waves/time/time_plan.hpp"

#include <algorithm>

#include "solver/waves/time/time_step.hpp"

namespace dgsolve {
namespace {

/// Multiples of `every` up to and including `final`; round-off makes no tiny last interval.
std::vector<double> output_times(double every, double final) {
  std::vector<double> times;
  for (long i = 1; static_cast<double>(i) * every < final * (1 - 1e-9); ++i)
    times.push_back(static_cast<double>(i) * every);
  times.push_back(final);
  return times;
}

}  // namespace

TimePlan::TimePlan(double final, double every, double dt)
    : output_times_(output_times(every, final)), dt_(dt) {}

std::optional<TimeInterval> TimePlan::next(double time) const {
  const auto target = std::upper_bound(output_times_.begin(), output_times_.end(), time);
  if (target == output_times_.end()) return {};
  return divided(time, *target);
}

TimeInterval TimePlan::divided(double start, double target) const {
  const Steps steps = divide_interval(target - start, dt_);
  return {start, target, steps.n, steps.dt};
}

long TimePlan::n_steps() const {
  long n = 0;
  double from = 0;
  for (const double target : output_times_) {
    n += divided(from, target).n_steps;
    from = target;
  }
  return n;
}

TimePosition TimePlan::resume(const TimePosition& position) const {
  const std::optional<TimeInterval> ahead = next(position.time());
  if (!ahead)
    return {{position.interval.start, position.time(), position.done, position.interval.dt},
            position.done,
            position.steps};
  const TimeInterval& before = position.interval;
  const TimeInterval same = divided(before.start, before.target);
  if (ahead->target == before.target && same.n_steps == before.n_steps) return position;
  return {*ahead, 0, position.steps};
}

}  // namespace dgsolve
