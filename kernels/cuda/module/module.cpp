#include "kernels/cuda/module/module.hpp"

#include <string>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/gpu_device.hpp"
#include "kernels/cuda/runtime/cuda_calls.hpp"
#include "kernels/cuda/runtime/cuda_gpu.hpp"

int dgsolve_cuda_count_devices() { return dgsolve::cuda::count_devices(); }

dgsolve::Device* dgsolve_cuda_make_device(std::optional<int> device, dgsolve::Precision precision) {
  namespace cuda = dgsolve::cuda;
  const int n = cuda::count_devices();
  if (device && *device >= n)
    throw dgsolve::DeviceError("this machine's GPUs are cuda:0 to cuda:" + std::to_string(n - 1));
  const int chosen = device ? *device : cuda::device_with_most_free_memory();
  return new cuda::GpuDevice(std::make_unique<cuda::CudaGpu>(chosen), precision);
}
