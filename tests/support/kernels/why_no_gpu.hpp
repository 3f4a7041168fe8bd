/// Why tests on a GPU are skipped.
#pragma once

#include <string>

#include "kernels/devices.hpp"

namespace dgsolve::test {

/// Why no GPU can be used; empty: one can.
inline std::string why_no_gpu() {
  try {
    make_device("cuda", Precision::double_);
    return "";
  } catch (const DeviceError& reason) {
    return reason.what();
  }
}

}  // namespace dgsolve::test
