#include "kernels/host/algebra/symmetric_blocks.hpp"

#include <algorithm>

#include "kernels/base/device_error.hpp"
#include "kernels/base/triangle.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                                           \
  namespace dgsolve::isa {                                                     \
  const host::SymmetricKernels<double>* symmetric_kernels(double, double);     \
  const host::SymmetricKernels<float>* symmetric_kernels(float, float);        \
  const host::SymmetricKernels<float, short>* symmetric_kernels(float, short); \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

template <class T, class Entry>
const SymmetricKernels<T, Entry>& symmetric_kernels_for(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::symmetric_kernels(T{}, Entry{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

}  // namespace

template <class T, class Entry>
SymmetricBlocks<T, Entry>::SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set)
    : kernels_(symmetric_kernels_for<T, Entry>(set)),
      n_(n),
      triangle_(triangle_size(n)),
      n_groups_((n_blocks + kernels_.width - 1) / kernels_.width),
      triangles_(AlignedArray<Entry>::unset(n_groups_ * triangle_ * kernels_.width)),
      scale_(AlignedArray<T>::unset(is_rounded ? n_groups_ * n * kernels_.width : 0)) {}

template <class T, class Entry>
void SymmetricBlocks<T, Entry>::set(std::size_t first, std::size_t count, const double* triangles) {
  const std::size_t W = kernels_.width;
  AlignedArray<double> scratch(2 * n_ * W);
  for (std::size_t k = 0; k < count; k += W)
    kernels_.pack(n_, static_cast<int>(std::min(W, count - k)), triangles + k * triangle_,
                  triangles_.data() + (first + k) * triangle_,
                  is_rounded ? scale_.data() + (first + k) * n_ : nullptr, scratch.data());
}

template class SymmetricBlocks<double>;
template class SymmetricBlocks<float>;
template class SymmetricBlocks<float, short>;

}  // namespace dgsolve::host
