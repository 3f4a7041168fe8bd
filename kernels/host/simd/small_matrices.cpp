#include "kernels/host/simd/small_matrices.hpp"

#include "kernels/base/device_error.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                      \
  namespace dgsolve::isa {                                \
  const host::SmallMatrixKernels* small_matrix_kernels(); \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {

const SmallMatrixKernels& small_matrix_kernels(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::small_matrix_kernels();
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

}  // namespace dgsolve::host
