/// A GPU by emulation, for all that is written against cuda::Gpu. What a launcher is given is put off until
/// somebody waits for it, and new memory holds no numbers: who does not wait, or does not write, finds that
/// out. So does who waits, where a text says that its kernels wait for earlier work and a thread did not.
/// Several threads may use it.
#pragma once

#include "kernels/cuda/gpu_device.hpp"
#include "kernels/cuda/gpu_team.hpp"
#include "kernels/cuda/rank_device.hpp"
#include "kernels/cuda/team_device.hpp"
#include "tests/simt/simt.hpp"

namespace dgsolve::simt {

/// Runs one launch of a text's kernels; parameters: addresses of what the kernel takes.
using Program = void (*)(const cuda::KernelLaunch& launch, void** parameters, Order order);

// Kernels of texts that are compiled with the tests.
void run_linear_algebra(const cuda::KernelLaunch& launch, void** parameters, Order order);
void run_push(const cuda::KernelLaunch& launch, void** parameters, Order order);
void run_cell_blocks(const cuda::KernelLaunch& launch, void** parameters, Order order);
template <int shape>  ///< of simt/penalty_shapes.hpp
void run_interior_penalty(const cuda::KernelLaunch& launch, void** parameters, Order order);

/// Makes other kernel texts with this prefix loadable. Texts without a program compile, but the GPU refuses
/// them.
void add_program(const std::string& prefix, Program program);
/// Makes the programs of the texts of wave problems that have none.
extern Program (*make_program)(const std::string& prefix);

/// What all emulated GPUs have, and what was asked of them so far.
struct Device {
  std::size_t free_memory = std::size_t{1} << 40;
  int compilations = 0;  ///< of texts that were not in the cache
  int loads = 0;         ///< of kernel texts
  int replays = 0;       ///< of recordings
  int waits = 0;         ///< of the host for a launcher or an event
};
extern Device device;

struct GpuOptions {
  Order order = Order::forward;  ///< of a block's threads
  bool tensor_cores = true;
  bool reaches_others = true;            ///< GPUs' memory
  bool reaches_other_processes = false;  ///< so that cells at the rim come first
  std::string serial = {};               ///< empty: another one in each process
};
std::unique_ptr<cuda::Gpu> make_gpu(const GpuOptions& options = {});
std::unique_ptr<dgsolve::Device> make_device(Precision precision, const GpuOptions& options = {});
/// Several GPUs as one device, which share vectors of this length or more.
std::unique_ptr<dgsolve::Device> make_group(int n, Precision precision, const GpuOptions& options = {},
                                            std::size_t shortest_shared = 1);
/// This process's of several, which rank 0 leads.
std::unique_ptr<dgsolve::Device> make_rank(Ranks& ranks, Precision precision, const GpuOptions& options = {});
/// This process's of several that all do the same, and share vectors of this length or more.
std::unique_ptr<dgsolve::Device> make_team_rank(Ranks& ranks, Precision precision,
                                                const GpuOptions& options = {},
                                                std::size_t shortest_shared = 1);

}  // namespace dgsolve::simt
