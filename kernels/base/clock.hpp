/// Time on a device, so that recorded work holds at any time: kernels read it from memory.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// Steps are counted, not summed up: the same bits however a run is cut into pieces.
struct Clock {
  double start, dt;
  long long steps;  ///< taken since the start

  /// At fraction c of a step after the clock's own.
  DGSOLVE_INLINE double time(long long step, double c) const {
    return start + (static_cast<double>(steps + step) + c) * dt;
  }
};

}  // namespace DGSOLVE_NAMESPACE
