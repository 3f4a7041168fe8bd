#include "kernels/host/simd/instruction_set.hpp"

#include <cstdlib>
#include <string>

#include "kernels/base/device_error.hpp"

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
  throw DeviceError("environment variable DGSOLVE_ISA: got \"" + std::string(wanted) +
                    "\"; this build on this processor has: " + available);
}

}  // namespace dgsolve::host
