#pragma once

namespace dgsolve {

/// Measured ceilings of a device.
struct DeviceLimits {
  double flop_per_s;  ///< multiply-adds in the backend's precision, two operations each
  double byte_per_s;  ///< copying: bytes read plus bytes written
};

}  // namespace dgsolve
