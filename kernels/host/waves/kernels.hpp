/// The table of an equation's kernels for the instruction set at hand: what each translation unit made from
/// instantiate.cpp.in offers.
#pragma once

#include "kernels/host/waves/curved.hpp"
#include "kernels/host/waves/energy.hpp"
#include "kernels/host/waves/powers.hpp"
#include "kernels/host/waves/straight.hpp"

namespace DGSOLVE_NAMESPACE {

DGSOLVE_INLINE bool equal_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

template <class P, class T>
struct StageKernels {
  template <template <class, class> class Form>
  static void stage(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                    T* scratch) {
    for (int block = first; block < last; ++block)
      if (block < tables.n_straight_blocks)
        StraightBlock<P, T, Form>::stage(tables, step, block, scratch);
      else
        CurvedBlock<P, T>::stage(tables, step, block, scratch);
  }

  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t straight = StraightBlock<P, T, GenericForm>::scratch(tables);
    const std::size_t curved = CurvedBlock<P, T>::scratch(tables);
    const std::size_t energy = BlockEnergy<P, T>::scratch(tables);
    const std::size_t powers = BlockPowers<P, T>::scratch(tables);
    std::size_t most = straight;
    for (const std::size_t part : {curved, energy, powers}) most = part > most ? part : most;
    return most;
  }

  static void energy(const host::Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to) {
    for (int block = first; block < last; ++block)
      BlockEnergy<P, T>::energy(tables, u, block, scratch, to + block * Pack<T>::width);
  }

  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                     T* scratch, Powers* to) {
    for (int block = first; block < last; ++block)
      BlockPowers<P, T>::powers(tables, step, block, scratch, to + block * Pack<T>::width);
  }

  static constexpr auto best_stage() {
    if constexpr (has_curl_pair<P>)
      return &stage<CovariantForm>;
    else
      return &stage<GenericForm>;
  }

  static constexpr host::Kernels<T> table = {P::type,  Pack<T>::width, rows_per_panel(P::n_fields),
                                             &scratch, best_stage(),   &stage<GenericForm>,
                                             &energy,  &powers};
};

/// The kernels of the system of that name, or null.
template <class T, class... P>
const host::Kernels<T>* find_kernels(Systems<P...>, const char* type) {
  const host::Kernels<T>* found = nullptr;
  ((equal_text(P::type, type) ? void(found = &StageKernels<P, T>::table) : void()), ...);
  return found;
}

}  // namespace DGSOLVE_NAMESPACE
