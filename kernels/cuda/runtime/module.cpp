#include "kernels/cuda/runtime/module.hpp"

#include <string>

#include "kernels/cuda/cuda_backend.hpp"

int dgsolve_cuda_count_devices() { return dgsolve::cuda::count_devices(); }

dgsolve::Backend* dgsolve_cuda_make_backend(std::optional<int> device, dgsolve::Precision precision) {
  namespace cuda = dgsolve::cuda;
  const int n = cuda::count_devices();
  if (device && *device >= n)
    throw dgsolve::BackendError("this machine's GPUs are cuda:0 to cuda:" + std::to_string(n - 1));
  return new cuda::CudaBackend(device ? *device : cuda::device_with_most_free_memory(), precision);
}
