#include "kernels/host/algebra/symmetric_blocks.hpp"

#include <algorithm>
#include <vector>

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/base/device_error.hpp"
#include "kernels/base/triangle.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                                           \
  namespace dgsolve::isa {                                                     \
  const host::SymmetricProduct<double>* symmetric_product(double, double);     \
  const host::SymmetricProduct<float>* symmetric_product(float, float);        \
  const host::SymmetricProduct<float, short>* symmetric_product(float, short); \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

template <class T, class Entry>
const SymmetricProduct<T, Entry>& symmetric_product_for(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::symmetric_product(T{}, Entry{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

/// Of the last group, which may have empty lanes, all numbers are 0 until they are set.
template <class T>
AlignedArray<T> groups_of(std::size_t n_groups, std::size_t numbers) {
  auto groups = AlignedArray<T>::unset(n_groups * numbers);
  if (n_groups > 0) std::fill_n(groups.end() - numbers, numbers, T(0));
  return groups;
}

}  // namespace

template <class T, class Entry>
SymmetricBlocks<T, Entry>::SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set)
    : product_(symmetric_product_for<T, Entry>(set)),
      n_(n),
      triangle_(triangle_size(n)),
      n_groups_((n_blocks + product_.width - 1) / product_.width),
      triangles_(groups_of<Entry>(n_groups_, triangle_ * product_.width)),
      scale_(groups_of<T>(is_rounded ? n_groups_ : 0, static_cast<std::size_t>(n) * product_.width)) {}

template <class T, class Entry>
void SymmetricBlocks<T, Entry>::set(std::size_t index, const double* triangle) {
  const std::size_t W = product_.width, group = index / W, lane = index % W;
  Entry* to = triangles_.data() + group * triangle_ * W + lane;
  if constexpr (is_rounded) {
    std::vector<short> entries(triangle_);
    std::vector<double> s(n_);
    round_triangle(n_, triangle, entries.data(), s.data());
    for (std::size_t k = 0; k < triangle_; ++k) to[k * W] = entries[k];
    for (int i = 0; i < n_; ++i) scale_[(group * n_ + i) * W + lane] = static_cast<T>(s[i]);
  } else {
    for (std::size_t k = 0; k < triangle_; ++k) to[k * W] = static_cast<T>(triangle[k]);
  }
}

template class SymmetricBlocks<double>;
template class SymmetricBlocks<float>;
template class SymmetricBlocks<float, short>;

}  // namespace dgsolve::host
