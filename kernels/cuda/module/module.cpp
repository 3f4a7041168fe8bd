#include "kernels/cuda/module/module.hpp"

#include <string>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/gpu_device.hpp"
#include "kernels/cuda/gpu_team.hpp"
#include "kernels/cuda/rank_device.hpp"
#include "kernels/cuda/runtime/cuda_calls.hpp"
#include "kernels/cuda/runtime/cuda_gpu.hpp"
#include "kernels/cuda/runtime/nccl.hpp"
#include "kernels/cuda/team_device.hpp"

int dgsolve_cuda_count_devices() { return dgsolve::cuda::count_devices(); }

namespace dgsolve::cuda {
namespace {

/// The GPU of a process among several: the one that it names, else the one of its place among its host's
/// processes, each of which may see its own only.
int gpu_of_rank(const std::vector<int>& named, int n_gpus, int place) {
  if (named.size() == 1) return named[0];
  if (!named.empty())
    throw DeviceError("got several GPUs; expected one for each process of a run with --ranks");
  if (n_gpus > 1 && place >= n_gpus)
    throw DeviceError("this machine has " + std::to_string(n_gpus) + " GPUs, and at least " +
                      std::to_string(place + 1) + " of the run's processes; expected a GPU for each");
  return n_gpus == 1 ? 0 : place;
}

std::unique_ptr<Device> make_rank_device(int gpu, Precision precision, Ranks& ranks, RankWork work) {
  static_cast<void>(nccl_version());  // before anything takes long
  if (work == RankWork::alike)
    return std::make_unique<TeamDevice>(std::make_unique<CudaGpu>(gpu), precision, ranks);
  if (ranks.leads()) return std::make_unique<LeadingDevice>(std::make_unique<CudaGpu>(gpu), precision, ranks);
  return std::make_unique<FollowingDevice>(std::make_unique<CudaGpu>(gpu), precision, ranks);
}

}  // namespace
}  // namespace dgsolve::cuda

dgsolve::Device* dgsolve_cuda_make_device(const std::vector<int>& devices, dgsolve::Precision precision,
                                          dgsolve::Ranks* ranks, dgsolve::RankWork work) {
  namespace cuda = dgsolve::cuda;
  const int n = cuda::count_devices();
  for (const int device : devices)
    if (device >= n)
      throw dgsolve::DeviceError("this machine's GPUs are cuda:0 to cuda:" + std::to_string(n - 1));
  if (ranks != nullptr)
    return cuda::make_rank_device(cuda::gpu_of_rank(devices, n, ranks->rank_on_host()), precision, *ranks,
                                  work)
        .release();
  std::vector<std::unique_ptr<cuda::Gpu>> gpus;
  gpus.reserve(devices.size());
  for (const int device : devices) gpus.push_back(std::make_unique<cuda::CudaGpu>(device));
  if (gpus.empty()) gpus.push_back(std::make_unique<cuda::CudaGpu>(cuda::device_with_most_free_memory()));
  if (gpus.size() == 1) return new cuda::GpuDevice(std::move(gpus[0]), precision);
  return new cuda::GpuTeam(std::move(gpus), precision);
}
