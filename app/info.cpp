#include "app/info.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "app/console/scratch_folder.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/mesh/mesh_cache.hpp"
#include "kernels/base/cache_folder.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/devices.hpp"

namespace dgsolve {
namespace {

void print_equations() {
  fmt::print("equations:\n");
  for (const EquationInfo& system : all_systems()) {
    fmt::print("  {}, {}D", system.equation, system.dim);
    for (const std::string& name : {system.formulation, system.riemann})
      if (!name.empty()) fmt::print(", {}", name);
    fmt::print(":");
    for (const std::string& field : system.fields) fmt::print(" {}", field);
    fmt::print("\n");
  }
}

void print_caches() {
  const std::filesystem::path folder = cache_folder(), meshes = MeshCache::default_folder();
  if (folder.empty()) {
    fmt::print("kernel and mesh cache: none: neither DGSOLVE_CACHE nor XDG_CACHE_HOME nor HOME is set\n");
    return;
  }
  try {
    const double mesh_bytes = bytes_in(meshes), kernel_bytes = bytes_in(folder) - mesh_bytes;
    fmt::print("kernel cache: {}, {}\nmesh cache: {}, {}\n", folder.string(), bytes_text(kernel_bytes),
               meshes.string(), bytes_text(mesh_bytes));
  } catch (const std::filesystem::filesystem_error& error) {
    fmt::print("kernel and mesh cache: {}, which cannot be used: {}\n", folder.string(),
               error.code().message());
  }
}

void print_limits(const Device& device, const char* precision) {
  const DeviceLimits limits = device.measure_limits();
  fmt::print("    {}: {:.0f} GFLOP/s multiply-add, {:.1f} GB/s copy\n", precision, limits.flop_per_s / 1e9,
             limits.byte_per_s / 1e9);
}

void print_device(const std::string& name) {
  try {
    const std::unique_ptr<Device> device = make_device(name, Precision::double_);
    fmt::print("  {}: {}\n", name, device->description());
    if (const std::string status = device->status(); !status.empty()) fmt::print("    {}\n", status);
    print_limits(*device, "double");
    print_limits(*make_device(name, Precision::single), "single");
  } catch (const DeviceError& reason) {
    fmt::print("  {}: cannot be used: {}\n", name, reason.what());
  }
}

/// What several GPUs are that share a case.
void print_all_gpus(const std::vector<std::string>& names) {
  if (std::ranges::count_if(names, [](const auto& name) { return name.starts_with("cuda:"); }) < 2) return;
  try {
    fmt::print("  cuda:all: {}\n", make_device("cuda:all", Precision::double_)->description());
  } catch (const DeviceError& reason) {
    fmt::print("  cuda:all: cannot be used: {}\n", reason.what());
  }
}

}  // namespace

void print_info() {
  fmt::print("dgsolve {}\nlibraries: {}\n", DGSOLVE_VERSION, DGSOLVE_LIBRARIES);
  print_equations();
  fmt::print("devices:\n");
  const std::vector<std::string> names = device_names();
  for (const std::string& name : names) print_device(name);
  print_all_gpus(names);
  print_caches();
}

}  // namespace dgsolve
