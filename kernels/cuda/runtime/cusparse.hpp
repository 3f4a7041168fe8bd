/// Products by NVIDIA's cuSPARSE, which is loaded when it is asked for: it is large, and not on every machine
/// that has a driver.
#pragma once

#include <memory>

#include "kernels/cuda/runtime/launcher.hpp"
#include "kernels/cuda/runtime/runtime.hpp"

namespace dgsolve::cuda {

/// In order with the stream's other work, to which it keeps a reference. Throws BackendError where the
/// library is missing, is too old, or refuses.
std::unique_ptr<LibraryProduct> make_sliced_product(const SlicedRows& matrix, Stream& stream);

}  // namespace dgsolve::cuda
