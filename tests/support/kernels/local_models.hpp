/// A host that has the local models of tests/models/ and the equations of tests/physics/.
#pragma once

#include "kernels/host/host_device.hpp"

// One function a file, number type and instruction set (kernels/host/waves/dispatch.cpp).
#define DGSOLVE_MODELS(isa, file)                                                     \
  namespace dgsolve::isa {                                                            \
  const host::Kernels<double>* file##_in_double(const char* type, const char* model); \
  const host::Kernels<float>* file##_in_single(const char* type, const char* model);  \
  }
#include "test_model_list.inc"
#undef DGSOLVE_MODELS
#define DGSOLVE_KERNELS(isa, equation)                                       \
  namespace dgsolve::isa {                                                   \
  const host::Kernels<double>* equation##_kernels(const char* type, double); \
  const host::Kernels<float>* equation##_kernels(const char* type, float);   \
  }
#include "test_equation_list.inc"
#undef DGSOLVE_KERNELS

namespace dgsolve::test {

inline host::HostOptions host_with_models() {
  host::HostOptions options;
#define DGSOLVE_MODELS(isa, file) \
  {host::InstructionSet::isa, dgsolve::isa::file##_in_double, dgsolve::isa::file##_in_single},
  options.models = {
#include "test_model_list.inc"
  };
#undef DGSOLVE_MODELS
#define DGSOLVE_KERNELS(isa, equation) \
  options.equations.push_back(         \
      {host::InstructionSet::isa, dgsolve::isa::equation##_kernels, dgsolve::isa::equation##_kernels});
#include "test_equation_list.inc"
#undef DGSOLVE_KERNELS
  return options;
}

}  // namespace dgsolve::test
