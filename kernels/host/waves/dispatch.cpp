#include "kernels/host/waves/dispatch.hpp"

#include <type_traits>

#include "kernels/base/device_error.hpp"

// One function an equation and instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_KERNELS(isa, equation)                                       \
  namespace dgsolve::isa {                                                   \
  const host::Kernels<double>* equation##_kernels(const char* type, double); \
  const host::Kernels<float>* equation##_kernels(const char* type, float);   \
  }
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS
#define DGSOLVE_MODELS(isa, file)                                                     \
  namespace dgsolve::isa {                                                            \
  const host::Kernels<double>* file##_in_double(const char* type, const char* model); \
  const host::Kernels<float>* file##_in_single(const char* type, const char* model);  \
  }
#include "model_list.inc"
#undef DGSOLVE_MODELS

namespace dgsolve::host {

std::vector<ModelKernels> shipped_models() {
#define DGSOLVE_MODELS(isa, file) \
  {InstructionSet::isa, dgsolve::isa::file##_in_double, dgsolve::isa::file##_in_single},
  return {
#include "model_list.inc"
  };
#undef DGSOLVE_MODELS
}

std::vector<SystemKernels> shipped_equations() {
#define DGSOLVE_KERNELS(isa, equation) \
  {InstructionSet::isa, dgsolve::isa::equation##_kernels, dgsolve::isa::equation##_kernels},
  return {
#include "kernel_list.inc"
  };
#undef DGSOLVE_KERNELS
}

template <class T>
const Kernels<T>& kernels_for(const std::vector<SystemKernels>& equations, InstructionSet set,
                              const std::string& type) {
  for (const SystemKernels& file : equations) {
    if (file.instruction_set != set) continue;
    const Kernels<T>* found = nullptr;
    if constexpr (std::is_same_v<T, double>)
      found = file.in_double(type.c_str(), T{});
    else
      found = file.in_single(type.c_str(), T{});
    if (found != nullptr) return *found;
  }
  throw DeviceError("the CPU has no kernels for the equations " + type + " (instruction set " + name_of(set) +
                    "): they must be in the list of systems of a file in kernels/physics/");
}
template const Kernels<double>& kernels_for(const std::vector<SystemKernels>&, InstructionSet,
                                            const std::string&);
template const Kernels<float>& kernels_for(const std::vector<SystemKernels>&, InstructionSet,
                                           const std::string&);

template <class T>
const Kernels<T>& model_kernels_for(const std::vector<ModelKernels>& models, InstructionSet set,
                                    const std::string& type, const std::string& model) {
  for (const ModelKernels& file : models) {
    if (file.instruction_set != set) continue;
    const Kernels<T>* found = nullptr;
    if constexpr (std::is_same_v<T, double>)
      found = file.in_double(type.c_str(), model.c_str());
    else
      found = file.in_single(type.c_str(), model.c_str());
    if (found != nullptr) return *found;
  }
  throw DeviceError("the CPU has no kernels for the local model " + model + " of the equations " + type +
                    " (instruction set " + name_of(set) +
                    "): it must be in the list of a file in kernels/models/");
}
template const Kernels<double>& model_kernels_for(const std::vector<ModelKernels>&, InstructionSet,
                                                  const std::string&, const std::string&);
template const Kernels<float>& model_kernels_for(const std::vector<ModelKernels>&, InstructionSet,
                                                 const std::string&, const std::string&);

}  // namespace dgsolve::host
