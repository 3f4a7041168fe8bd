#include "kernels/cuda/load.hpp"

#include <dlfcn.h>

#include "kernels/cuda/runtime/module.hpp"

namespace dgsolve::cuda {
namespace {

/// A function of the shared object, which stands beside the program or on the system's path and stays loaded.
template <class Function>
Function* find_function(const char* name) {
  void* library = dlopen("libdgsolve_cuda.so", RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : dlsym(library, name);
  if (function == nullptr) throw BackendError(std::string("the GPU backend cannot be loaded: ") + dlerror());
  return reinterpret_cast<Function*>(function);
}

}  // namespace

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  try {
    const int n = find_function<decltype(dgsolve_cuda_count_devices)>("dgsolve_cuda_count_devices")();
    for (int i = 0; i < n; ++i) names.emplace_back("cuda:" + std::to_string(i));
  } catch (const BackendError&) {
    names.emplace_back("cuda");
  }
  return names;
}

std::unique_ptr<Backend> make_backend(std::optional<int> device, Precision precision) {
  const auto make = find_function<decltype(dgsolve_cuda_make_backend)>("dgsolve_cuda_make_backend");
  return std::unique_ptr<Backend>(make(device, precision));
}

}  // namespace dgsolve::cuda
