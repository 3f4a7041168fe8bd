#include "kernels/host/elliptic/dispatch.hpp"

#include "kernels/base/device_error.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                                    \
  namespace dgsolve::isa {                                              \
  const host::PenaltyKernels<double>* penalty_kernels(int dim, double); \
  const host::PenaltyKernels<float>* penalty_kernels(int dim, float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {

template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::penalty_kernels(dim, T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}
template const PenaltyKernels<double>& penalty_kernels_for(InstructionSet, int);
template const PenaltyKernels<float>& penalty_kernels_for(InstructionSet, int);

}  // namespace dgsolve::host
