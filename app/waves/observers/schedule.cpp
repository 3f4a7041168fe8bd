#include "app/waves/observers/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dgsolve {

void Schedule::pass(double time) {
  if (!every_)
    next_ = std::numeric_limits<double>::infinity();
  else if (*every_ == 0)
    next_ = time;
  else  // an output time that is a multiple but for round-off counts as one
    next_ = *every_ * (std::floor(time / *every_ + 1e-9) + 1 - 1e-10);
}

long Schedule::steps_until_due(double time, double dt) const {
  const double n = std::ceil((next_ - time) / dt);
  return n < 1e9 ? std::max(1L, static_cast<long>(n)) : std::numeric_limits<long>::max();
}

}  // namespace dgsolve
