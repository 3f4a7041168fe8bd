/// The instruction sets of the CPU for which kernels are compiled, and the choice of one at run time.
#pragma once

namespace dgsolve::host {

enum class InstructionSet { baseline, avx2, avx512 };

/// As in the environment variable DGSOLVE_ISA: "baseline", "avx2", "avx512".
const char* name_of(InstructionSet set);
/// This processor has it, and the build contains code for it.
bool is_available(InstructionSet set);
/// The largest set available, or what the environment variable DGSOLVE_ISA asks for. Throws DeviceError
/// where it names none, or one that is not available.
InstructionSet choose_instruction_set();

}  // namespace dgsolve::host
