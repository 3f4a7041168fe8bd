/// Finds the kernels of an equation, and of a local model, for an instruction set.
#pragma once

#include <string>
#include <vector>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"

namespace dgsolve::host {

/// The kernels of the equations of one file, for one instruction set: functions of the equation's type, null
/// where the file has no such system.
struct SystemKernels {
  InstructionSet instruction_set;
  const Kernels<double>* (*in_double)(const char* type, double);
  const Kernels<float>* (*in_single)(const char* type, float);
};

/// Kernels of the files in kernels/physics/.
std::vector<SystemKernels> shipped_equations();

/// The kernels with the models of one file, for one instruction set: functions of the equation's and the
/// model's type, null where the file has no such model.
struct ModelKernels {
  InstructionSet instruction_set;
  const Kernels<double>* (*in_double)(const char* type, const char* model);
  const Kernels<float>* (*in_single)(const char* type, const char* model);
};

/// Those of kernels/models/.
std::vector<ModelKernels> shipped_models();

// Throw DeviceError where nobody compiled the kernels.
template <class T>
const Kernels<T>& kernels_for(const std::vector<SystemKernels>& equations, InstructionSet set,
                              const std::string& type);
template <class T>
const Kernels<T>& model_kernels_for(const std::vector<ModelKernels>& models, InstructionSet set,
                                    const std::string& type, const std::string& model);

}  // namespace dgsolve::host
