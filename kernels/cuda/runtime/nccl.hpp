/// Sends and receives between processes by NVIDIA's NCCL.
#pragma once

#include <future>
#include <memory>

#include "kernels/cuda/gpu/communicator.hpp"
#include "kernels/cuda/runtime/cuda_launcher.hpp"

namespace dgsolve::cuda {

/// As NCCL writes it: 22809 is 2.28.9. Throws DeviceError where the library is missing, too old or lacks
/// something that is needed here.
int nccl_version();

/// As Launcher::communicator.
std::future<std::unique_ptr<Communicator>> make_nccl_communicator(CudaLauncher& launcher, Ranks& ranks);

}  // namespace dgsolve::cuda
