/// The CUDA runtime and NVRTC, as far as the GPU backend uses them, over emulated kernels: linked in their
/// place, so that the backend itself runs without a GPU. What a stream is given is put off until somebody
/// waits for it, and new memory holds no numbers: who does not wait, or does not write, finds that out.
/// Several threads may use it.
#pragma once

#include <atomic>
#include <functional>

#include "kernels/cuda/waves/stage_plan.hpp"

namespace dgsolve::simt {

/// Runs one launch; parameters: addresses of what the kernel takes.
using Program = std::function<void(const cuda::StagePlan::Launch&, void** parameters)>;

/// Makes kernel texts with this prefix loadable; others compile, but the device refuses them.
void add_program(const std::string& prefix, Program program);

struct Device {
  std::size_t free_memory = std::size_t{1} << 40;
  std::atomic<int> compilations = 0;  ///< of kernel texts, so far
  int loads = 0;                      ///< of kernel texts, so far
  int replays = 0;                    ///< of graphs, so far
  int waits = 0;                      ///< of the host for a stream or an event, so far
};
extern Device device;

/// The GPU backend on it.
std::unique_ptr<Backend> make_gpu_backend(Precision precision);

}  // namespace dgsolve::simt
