/// The table of an equation's kernels for the instruction set at hand: what each translation unit made from
/// instantiate.cpp.in offers.
#pragma once

#include "kernels/host/waves/cells/curved.hpp"
#include "kernels/host/waves/cells/energy.hpp"
#include "kernels/host/waves/cells/powers.hpp"
#include "kernels/host/waves/cells/straight.hpp"

namespace DGSOLVE_NAMESPACE {

DGSOLVE_INLINE bool equal_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

/// What cells of one kind have in common. Cell: StraightBlock or CurvedBlock, in the generic and the fastest
/// form.
template <class P, class T, class M, class Cell, class FastCell>
struct GroupKernels {
  template <class C>
  static void stage(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                    T* scratch) {
    for (int block = first; block < last; ++block) C::stage(tables, step, block, scratch);
  }

  static std::size_t scratch(const host::Tables<T>& tables) {
    std::size_t most = 0;
    for (const std::size_t part :
         {Cell::scratch(tables), FastCell::scratch(tables), BlockEnergy<P, T, M>::scratch(tables),
          BlockPowers<P, T, M>::scratch(tables)})
      most = part > most ? part : most;
    return most;
  }

  static void energy(const host::Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to) {
    for (int block = first; block < last; ++block)
      BlockEnergy<P, T, M>::energy(tables, u, block, scratch, to + block * Pack<T>::width);
  }

  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                     T* scratch, Powers* to) {
    for (int block = first; block < last; ++block)
      BlockPowers<P, T, M>::powers(tables, step, block, scratch, to + block * Pack<T>::width);
  }

  static constexpr host::CellKernels<T> table = {&scratch, &stage<FastCell>, &stage<Cell>, &energy, &powers};
};

template <class P, class T, class M>
struct EquationKernels {
  using Generic = StraightBlock<P, T, GenericForm, M>;
  static constexpr auto straight_kernels() {
    if constexpr (has_curl_pair<P>)
      return GroupKernels<P, T, M, Generic, StraightBlock<P, T, CovariantForm, M>>::table;
    else
      return GroupKernels<P, T, M, Generic, Generic>::table;
  }
  using Curved = CurvedBlock<P, T, M>;

  static constexpr host::Kernels<T> table = {P::type,
                                             M::type,
                                             Pack<T>::width,
                                             rows_per_panel(P::n_fields),
                                             straight_kernels(),
                                             GroupKernels<P, T, M, Curved, Curved>::table};
};

/// The kernels of the system of that name, or null.
template <class T, class... P>
const host::Kernels<T>* find_kernels(Systems<P...>, const char* type) {
  const host::Kernels<T>* found = nullptr;
  ((equal_text(P::type, type) ? void(found = &EquationKernels<P, T, NoModel<P>>::table) : void()), ...);
  return found;
}

/// … with the local model of that name.
template <class T, class... M>
const host::Kernels<T>* find_kernels(Models<M...>, const char* type, const char* model) {
  const host::Kernels<T>* found = nullptr;
  ((equal_text(M::Equation::type, type) && equal_text(M::type, model)
        ? void(found = &EquationKernels<typename M::Equation, T, M>::table)
        : void()),
   ...);
  return found;
}

}  // namespace DGSOLVE_NAMESPACE
