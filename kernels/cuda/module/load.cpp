#include "kernels/cuda/module/load.hpp"

#include <dlfcn.h>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/module/module.hpp"

namespace dgsolve::cuda {
namespace {

/// A function of the shared object, which stands beside the program or on the system's path and stays loaded.
template <class Function>
Function* find_function(const char* name) {
  void* library = dlopen("libdgsolve_cuda.so", RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : dlsym(library, name);
  if (function == nullptr) throw DeviceError(std::string("the GPU backend cannot be loaded: ") + dlerror());
  return reinterpret_cast<Function*>(function);
}

}  // namespace

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  try {
    const int n = find_function<decltype(dgsolve_cuda_count_devices)>("dgsolve_cuda_count_devices")();
    for (int i = 0; i < n; ++i) names.emplace_back("cuda:" + std::to_string(i));
  } catch (const DeviceError&) {
    names.emplace_back("cuda");
  }
  return names;
}

std::unique_ptr<Device> make_device(const std::vector<int>& devices, Precision precision, Ranks* ranks,
                                    RankWork work) {
  const auto make = find_function<decltype(dgsolve_cuda_make_device)>("dgsolve_cuda_make_device");
  return std::unique_ptr<Device>(make(devices, precision, ranks, work));
}

}  // namespace dgsolve::cuda
