#include "app/info.hpp"

#include <cstdio>
#include <filesystem>

#include "app/console/scratch_folder.hpp"
#include "io/case/problem_kinds.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/kernel_cache.hpp"
#include "kernels/devices.hpp"

namespace dgsolve {
namespace {

void print_equations() {
  std::printf("equations:\n");
  for (const EquationInfo& system : all_systems()) {
    std::printf("  %s, %dD%s%s:", system.equation.c_str(), system.dim, system.formulation.empty() ? "" : ", ",
                system.formulation.c_str());
    for (const std::string& field : system.fields) std::printf(" %s", field.c_str());
    std::printf("\n");
  }
}

void print_kernel_cache() {
  const std::filesystem::path folder = cuda::KernelCache::default_folder();
  if (folder.empty()) {
    std::printf("kernel cache: none: neither DGSOLVE_CACHE nor XDG_CACHE_HOME nor HOME is set\n");
    return;
  }
  try {
    std::printf("kernel cache: %s, %s\n", folder.c_str(), bytes_text(bytes_in(folder)).c_str());
  } catch (const std::filesystem::filesystem_error& error) {
    std::printf("kernel cache: %s, which cannot be used: %s\n", folder.c_str(),
                error.code().message().c_str());
  }
}

void print_limits(const Device& device, const char* precision) {
  const DeviceLimits limits = device.measure_limits();
  std::printf("    %s: %.0f GFLOP/s multiply-add, %.1f GB/s copy\n", precision, limits.flop_per_s / 1e9,
              limits.byte_per_s / 1e9);
}

void print_device(const std::string& name) {
  try {
    const std::unique_ptr<Device> device = make_device(name, Precision::double_);
    std::printf("  %s: %s\n", name.c_str(), device->description().c_str());
    if (const std::string status = device->status(); !status.empty()) std::printf("    %s\n", status.c_str());
    print_limits(*device, "double");
    print_limits(*make_device(name, Precision::single), "single");
  } catch (const DeviceError& reason) {
    std::printf("  %s: cannot be used: %s\n", name.c_str(), reason.what());
  }
}

}  // namespace

void print_info() {
  std::printf("dgsolve %s\nlibraries: %s\n", DGSOLVE_VERSION, DGSOLVE_LIBRARIES);
  print_equations();
  std::printf("devices:\n");
  for (const std::string& name : device_names()) print_device(name);
  print_kernel_cache();
}

}  // namespace dgsolve
