#pragma once

#include <stdexcept>

namespace dgsolve {

/// The device cannot do what was asked (no such device, out of memory, …).
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dgsolve
