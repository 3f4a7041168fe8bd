#include "app/info.hpp"

#include <cstdio>

#include "kernels/backend.hpp"
#include "solver/physics.hpp"

namespace dgsolve {
namespace {

void print_equations() {
  std::printf("equations:\n");
  for (const Physics& p : physics_registry()) {
    std::printf("  %s, %dD%s%s:", p.info.equation.c_str(), p.info.dim, p.info.formulation.empty() ? "" : ", ",
                p.info.formulation.c_str());
    for (const std::string& field : p.info.fields) std::printf(" %s", field.c_str());
    std::printf("\n");
  }
}

void print_devices() {
  std::printf("devices:\n");
  for (const std::string& name : backend_names()) {
    for (const Precision precision : {Precision::double_, Precision::single}) {
      const std::unique_ptr<Backend> backend = make_backend(name, precision);
      const DeviceLimits limits = backend->measure_limits();
      if (precision == Precision::double_)
        std::printf("  %s: %s\n", name.c_str(), backend->description().c_str());
      std::printf("    %s: %.0f GFLOP/s multiply-add, %.1f GB/s copy\n",
                  precision == Precision::double_ ? "double" : "single", limits.flop_per_s / 1e9,
                  limits.byte_per_s / 1e9);
    }
  }
}

}  // namespace

void print_info() {
  std::printf("dgsolve %s\n", DGSOLVE_VERSION);
  print_equations();
  print_devices();
}

}  // namespace dgsolve
