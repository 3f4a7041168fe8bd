/// Products by NVIDIA's cuSPARSE, which is loaded when it is asked for: it is large, and not on every machine
/// that has a driver.
#pragma once

#include <memory>

#include "kernels/cuda/runtime/cuda_launcher.hpp"

namespace dgsolve::cuda {

/// In order with the launcher's other work, to which it keeps a reference. Throws DeviceError where the
/// library is missing, is too old, or refuses.
std::unique_ptr<LibraryProduct> make_sliced_product(const SlicedRows& matrix, CudaLauncher& launcher);

}  // namespace dgsolve::cuda
