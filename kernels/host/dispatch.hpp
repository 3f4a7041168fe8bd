/// Picks the instruction set at run time, and finds its kernels.
#pragma once

#include <string>

#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/waves/stage_tables.hpp"

namespace dgsolve::host {

enum class InstructionSet { baseline, avx2, avx512 };

/// As in the environment variable DGSOLVE_ISA: "baseline", "avx2", "avx512".
const char* name_of(InstructionSet set);
/// This processor has it, and the build contains code for it.
bool is_available(InstructionSet set);
/// The largest set available, or what the environment variable DGSOLVE_ISA asks for. Throws BackendError
/// where it names none, or one that is not available.
InstructionSet choose_instruction_set();

/// Kernels of the equation `type` (EquationInfo::type) in number type T. Throws BackendError where there are
/// none.
template <class T>
const Kernels<T>& kernels_for(InstructionSet set, const std::string& type);

/// Kernels of the interior penalty operator, dim 2 or 3.
template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim);

/// Runs n rounds of multiply-adds in registers; returns the floating-point operations done. result: [2], in:
/// factor and term, out: a sum of everything.
template <class T>
double multiply_add_loop(InstructionSet set, long n, T* result);

}  // namespace dgsolve::host
