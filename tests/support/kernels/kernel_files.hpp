/// A host that has the equations of tests/physics/ and the local models of tests/models/ too.
#pragma once

#include "kernels/host/host_device.hpp"

// Two functions a file and instruction set (kernels/host/waves/dispatch.cpp).
#define DGSOLVE_KERNELS(isa, file)                                                    \
  namespace dgsolve::isa {                                                            \
  const host::Kernels<double>* file##_in_double(const char* type, const char* model); \
  const host::Kernels<float>* file##_in_single(const char* type, const char* model);  \
  }
#include "test_kernel_list.inc"
#undef DGSOLVE_KERNELS

namespace dgsolve::test {

inline host::HostOptions with_kernels_of_tests() {
  host::HostOptions options;
#define DGSOLVE_KERNELS(isa, file) \
  options.kernels.push_back(       \
      {host::InstructionSet::isa, dgsolve::isa::file##_in_double, dgsolve::isa::file##_in_single});
#include "test_kernel_list.inc"
#undef DGSOLVE_KERNELS
  return options;
}

}  // namespace dgsolve::test
