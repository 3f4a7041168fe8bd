#include "kernels/cuda/module/module.hpp"

#include <string>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/gpu_device.hpp"
#include "kernels/cuda/gpu_group.hpp"
#include "kernels/cuda/runtime/cuda_calls.hpp"
#include "kernels/cuda/runtime/cuda_gpu.hpp"

int dgsolve_cuda_count_devices() { return dgsolve::cuda::count_devices(); }

dgsolve::Device* dgsolve_cuda_make_device(const std::vector<int>& devices, dgsolve::Precision precision) {
  namespace cuda = dgsolve::cuda;
  const int n = cuda::count_devices();
  std::vector<std::unique_ptr<cuda::Gpu>> gpus;
  for (const int device : devices) {
    if (device >= n)
      throw dgsolve::DeviceError("this machine's GPUs are cuda:0 to cuda:" + std::to_string(n - 1));
    gpus.push_back(std::make_unique<cuda::CudaGpu>(device));
  }
  if (gpus.empty()) gpus.push_back(std::make_unique<cuda::CudaGpu>(cuda::device_with_most_free_memory()));
  if (gpus.size() == 1) return new cuda::GpuDevice(std::move(gpus[0]), precision);
  return new cuda::GpuGroup(std::move(gpus), precision);
}
