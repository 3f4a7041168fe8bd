/// The GPU backend, loaded when it is asked for: it needs libraries that not every machine has.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

/// "cuda:0", "cuda:1", …; or "cuda", which make_device refuses with the reason, where no GPU can be used.
std::vector<std::string> device_names();
/// `device`: the GPU's number; without it the GPU with the most free memory. Throws DeviceError with the
/// reason where the GPU, the driver or a library is missing.
std::unique_ptr<Device> make_device(std::optional<int> device, Precision precision);

}  // namespace dgsolve::cuda
