/// What libdgsolve_cuda.so offers to the program. Same compiler on both sides, so C++ types may cross.
#pragma once

#include <optional>

#include "kernels/waves/backend.hpp"

extern "C" {
/// Throws BackendError where there is none.
int dgsolve_cuda_count_devices();
/// As dgsolve::cuda::make_backend; the caller owns what it gets.
dgsolve::Backend* dgsolve_cuda_make_backend(std::optional<int> device, dgsolve::Precision precision);
}
