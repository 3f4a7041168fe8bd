#include "kernels/host/waves/dispatch.hpp"

#include "kernels/base/device_error.hpp"

// One function an equation and instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_KERNELS(isa, equation)                                       \
  namespace dgsolve::isa {                                                   \
  const host::Kernels<double>* equation##_kernels(const char* type, double); \
  const host::Kernels<float>* equation##_kernels(const char* type, float);   \
  }
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS

namespace dgsolve::host {

template <class T>
const Kernels<T>& kernels_for(InstructionSet set, const std::string& type) {
#define DGSOLVE_KERNELS(isa, equation) \
  if (set == InstructionSet::isa)      \
    if (const Kernels<T>* found = dgsolve::isa::equation##_kernels(type.c_str(), T{})) return *found;
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS
  throw DeviceError("the CPU has no kernels for the equations " + type + " (instruction set " + name_of(set) +
                    "): they must be in the list of systems of a file in kernels/physics/");
}
template const Kernels<double>& kernels_for(InstructionSet, const std::string&);
template const Kernels<float>& kernels_for(InstructionSet, const std::string&);

}  // namespace dgsolve::host
