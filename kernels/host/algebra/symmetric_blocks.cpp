#include "kernels/host/algebra/symmetric_blocks.hpp"

#include <algorithm>

#include "kernels/base/device_error.hpp"
#include "kernels/base/triangle.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                               \
  namespace dgsolve::isa {                                         \
  const host::SymmetricProduct<double>* symmetric_product(double); \
  const host::SymmetricProduct<float>* symmetric_product(float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

template <class T>
const SymmetricProduct<T>& symmetric_product_for(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::symmetric_product(T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

}  // namespace

template <class T>
SymmetricBlocks<T>::SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set)
    : product_(symmetric_product_for<T>(set)),
      n_(n),
      triangle_(triangle_size(n)),
      n_groups_((n_blocks + product_.width - 1) / product_.width),
      triangles_(AlignedArray<T>::unset(n_groups_ * triangle_ * product_.width)) {
  if (n_groups_ > 0)
    std::fill_n(triangles_.end() - triangle_ * product_.width, triangle_ * product_.width, T(0));
}

template <class T>
void SymmetricBlocks<T>::set(std::size_t index, const double* triangle) {
  const std::size_t W = product_.width;
  T* to = triangles_.data() + index / W * triangle_ * W + index % W;
  for (std::size_t k = 0; k < triangle_; ++k) to[k * W] = static_cast<T>(triangle[k]);
}

template class SymmetricBlocks<float>;
template class SymmetricBlocks<double>;

}  // namespace dgsolve::host
