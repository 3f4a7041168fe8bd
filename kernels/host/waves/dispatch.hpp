/// Finds the kernels of an equation, and of a local model, for an instruction set.
#pragma once

#include <string>
#include <vector>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"

namespace dgsolve::host {

/// Kernels of one file of equations or local models, for one instruction set. Each function takes the type of
/// an equation and that of a local model, "" without one. It returns null if the file lacks their kernels.
struct KernelFile {
  InstructionSet instruction_set;
  const Kernels<double>* (*in_double)(const char* type, const char* model);
  const Kernels<float>* (*in_single)(const char* type, const char* model);
};

/// Files of kernels/physics/ and kernels/models/.
std::vector<KernelFile> shipped_kernels();

/// model: "" without a local model. Throws DeviceError if no file has the kernels.
template <class T>
const Kernels<T>& kernels_for(const std::vector<KernelFile>& files, InstructionSet set,
                              const std::string& type, const std::string& model = {});

}  // namespace dgsolve::host
