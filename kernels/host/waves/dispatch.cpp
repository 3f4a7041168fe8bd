#include "kernels/host/waves/dispatch.hpp"

#include <type_traits>

#include "kernels/base/device_error.hpp"

// Two functions a file and instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_KERNELS(isa, file)                                                    \
  namespace dgsolve::isa {                                                            \
  const host::Kernels<double>* file##_in_double(const char* type, const char* model); \
  const host::Kernels<float>* file##_in_single(const char* type, const char* model);  \
  }
#include "kernel_list.inc"
#undef DGSOLVE_KERNELS

namespace dgsolve::host {

std::vector<KernelFile> shipped_kernels() {
#define DGSOLVE_KERNELS(isa, file) \
  {InstructionSet::isa, dgsolve::isa::file##_in_double, dgsolve::isa::file##_in_single},
  return {
#include "kernel_list.inc"
  };
#undef DGSOLVE_KERNELS
}

template <class T>
const Kernels<T>& kernels_for(const std::vector<KernelFile>& files, InstructionSet set,
                              const std::string& type, const std::string& model) {
  for (const KernelFile& file : files) {
    if (file.instruction_set != set) continue;
    const Kernels<T>* found = nullptr;
    if constexpr (std::is_same_v<T, double>)
      found = file.in_double(type.c_str(), model.c_str());
    else
      found = file.in_single(type.c_str(), model.c_str());
    if (found != nullptr) return *found;
  }
  const std::string of_set = " (instruction set " + std::string(name_of(set)) + "): ";
  if (model.empty())
    throw DeviceError("the CPU has no kernels for the equations " + type + of_set +
                      "they must be in the list of systems of a file in kernels/physics/");
  throw DeviceError("the CPU has no kernels for the local model " + model + " of the equations " + type +
                    of_set + "it must be in the list of a file in kernels/models/");
}
template const Kernels<double>& kernels_for(const std::vector<KernelFile>&, InstructionSet,
                                            const std::string&, const std::string&);
template const Kernels<float>& kernels_for(const std::vector<KernelFile>&, InstructionSet, const std::string&,
                                           const std::string&);

}  // namespace dgsolve::host
