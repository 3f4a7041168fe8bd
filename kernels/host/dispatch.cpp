#include "kernels/host/dispatch.hpp"

#include <cstdlib>

#include "kernels/base/device_error.hpp"

// One function an equation and instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_KERNELS(isa, equation)                                       \
  namespace dgsolve::isa {                                                   \
  const host::Kernels<double>* equation##_kernels(const char* type, double); \
  const host::Kernels<float>* equation##_kernels(const char* type, float);   \
  }
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS
#define DGSOLVE_INSTRUCTION_SET(isa)                                    \
  namespace dgsolve::isa {                                              \
  double multiply_add_loop(long n, double* result);                     \
  double multiply_add_loop(long n, float* result);                      \
  const host::PenaltyKernels<double>* penalty_kernels(int dim, double); \
  const host::PenaltyKernels<float>* penalty_kernels(int dim, float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

constexpr InstructionSet all_sets[] = {InstructionSet::baseline, InstructionSet::avx2,
                                       InstructionSet::avx512};

bool processor_has(InstructionSet set) {
#ifdef __x86_64__
  __builtin_cpu_init();
  switch (set) {
    case InstructionSet::baseline:
      return true;
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case InstructionSet::avx512:
      return processor_has(InstructionSet::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl");
  }
#endif
  return set == InstructionSet::baseline;
}

bool is_built(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return true;
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  return false;
}

}  // namespace

const char* name_of(InstructionSet set) {
  constexpr const char* names[] = {"baseline", "avx2", "avx512"};
  return names[static_cast<int>(set)];
}

bool is_available(InstructionSet set) { return is_built(set) && processor_has(set); }

InstructionSet choose_instruction_set() {
  std::string available;
  InstructionSet best = InstructionSet::baseline;
  const char* wanted = std::getenv("DGSOLVE_ISA");
  for (const InstructionSet set : all_sets) {
    if (!is_available(set)) continue;
    if (wanted != nullptr && std::string(wanted) == name_of(set)) return set;
    available += (available.empty() ? "" : ", ") + std::string(name_of(set));
    best = set;
  }
  if (wanted == nullptr) return best;
  throw BackendError("environment variable DGSOLVE_ISA: got \"" + std::string(wanted) +
                     "\"; this build on this processor has: " + available);
}

template <class T>
const Kernels<T>& kernels_for(InstructionSet set, const std::string& type) {
#define DGSOLVE_KERNELS(isa, equation) \
  if (set == InstructionSet::isa)      \
    if (const Kernels<T>* found = dgsolve::isa::equation##_kernels(type.c_str(), T{})) return *found;
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS
  throw BackendError("the CPU has no kernels for the equations " + type + " (instruction set " +
                     name_of(set) + "): they must be in the list of systems of a file in kernels/physics/");
}
template const Kernels<double>& kernels_for(InstructionSet, const std::string&);
template const Kernels<float>& kernels_for(InstructionSet, const std::string&);

template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::penalty_kernels(dim, T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw BackendError("this build has no code for the instruction set asked for");
}
template const PenaltyKernels<double>& penalty_kernels_for(InstructionSet, int);
template const PenaltyKernels<float>& penalty_kernels_for(InstructionSet, int);

template <class T>
double multiply_add_loop(InstructionSet set, long n, T* result) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return dgsolve::isa::multiply_add_loop(n, result);
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw BackendError("this build has no code for the instruction set asked for");
}
template double multiply_add_loop(InstructionSet, long, double*);
template double multiply_add_loop(InstructionSet, long, float*);

}  // namespace dgsolve::host
