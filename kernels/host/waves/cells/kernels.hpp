/// The table of an equation's kernels for the instruction set at hand: what each translation unit made from
/// instantiate.cpp.in offers.
#pragma once

#include "kernels/host/waves/cells/covariant.hpp"
#include "kernels/host/waves/cells/covariant_model_energy.hpp"
#include "kernels/host/waves/cells/curved.hpp"
#include "kernels/host/waves/cells/integrals.hpp"
#include "kernels/host/waves/cells/limiter.hpp"
#include "kernels/host/waves/cells/model_energy.hpp"
#include "kernels/host/waves/cells/powers.hpp"
#include "kernels/host/waves/cells/step_rate.hpp"
#include "kernels/host/waves/cells/straight.hpp"
#include "kernels/host/waves/cells/weak.hpp"

namespace DGSOLVE_NAMESPACE {

DGSOLVE_INLINE bool equal_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

/// A stand-in for gradients, a limiter or powers that an equation does not have.
template <class T>
struct NoneOf {
  static std::size_t scratch(const host::Tables<T>&) { return 0; }
};

template <bool has, class Kernel, class T>
struct KernelIf {
  using type = Kernel;
};
template <class Kernel, class T>
struct KernelIf<false, Kernel, T> {
  using type = NoneOf<T>;
};

/// Kernels of the cells of one kind. Cell: StraightBlock, CurvedBlock, CovariantBlock or WeakBlockOf with a
/// model, in the generic and the fastest form. EnergyOf, IntegralsOf and PowersOf: of an equation
/// BlockEnergy, BlockIntegrals and BlockPowers, of a local model ModelEnergy, or what covariant cells have in
/// their place. Gradients: GradientBlock; Limiter: LimiterBlock.
template <class T, class Cell, class FastCell, class EnergyOf, class IntegralsOf, class PowersOf,
          class Gradients = NoneOf<T>, class Limiter = NoneOf<T>>
struct GroupKernels {
  template <class C>
  static void stage(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                    T* scratch) {
    for (int block = first; block < last; ++block) C::stage(tables, step, block, scratch);
  }

  static std::size_t scratch(const host::Tables<T>& tables) {
    std::size_t most = 0;
    for (const std::size_t part :
         {Cell::scratch(tables), FastCell::scratch(tables), EnergyOf::scratch(tables),
          PowersOf::scratch(tables), Gradients::scratch(tables), Limiter::scratch(tables)})
      most = part > most ? part : most;
    return most;
  }

  static void gradients(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                        T* scratch, T* to) {
    for (int block = first; block < last; ++block) Gradients::gradients(tables, step, block, scratch, to);
  }

  static void limit(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last, T* scratch,
                    double* acted) {
    for (int block = first; block < last; ++block) Limiter::limit(tables, step, block, scratch, acted);
  }

  static void energy(const host::Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to) {
    for (int block = first; block < last; ++block)
      EnergyOf::energy(tables, u, block, scratch, to + block * Pack<T>::width);
  }

  static void integrals(const host::Tables<T>& tables, const T* u, int first, int last, T* scratch,
                        double* to) {
    for (int block = first; block < last; ++block)
      IntegralsOf::integrals(tables, u, block, scratch, to + block * Pack<T>::width * max_integrals);
  }

  static void squares(const host::Tables<T>& tables, const T* u, int first, int last, T* scratch,
                      double* to) {
    for (int block = first; block < last; ++block)
      IntegralsOf::squares(tables, u, block, scratch, to + block * Pack<T>::width * max_integrals);
  }

  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int first, int last,
                     T* scratch, Powers* to) {
    for (int block = first; block < last; ++block)
      PowersOf::powers(tables, step, block, scratch, to + block * Pack<T>::width);
  }

  static constexpr host::CellKernels<T> table() {
    host::CellKernels<T> kernels{&scratch, &stage<FastCell>, &stage<Cell>, nullptr, nullptr,
                                 &energy,  &integrals,       &squares,     nullptr};
    if constexpr (requires { &Gradients::gradients; }) kernels.gradients = &gradients;
    if constexpr (requires { &Limiter::limit; }) kernels.limit = &limit;
    if constexpr (requires { &PowersOf::powers; }) kernels.powers = &powers;
    return kernels;
  }
};

/// Kernels of the cells of an equation whose flux is not linear.
template <class P, class T, bool is_curved>
constexpr host::CellKernels<T> weak_kernels() {
  using F = typename ForAllFluxes<P>::type;
  using Cell = WithModel<WeakBlockOf<P, T, is_curved>, NoModel<F>>;
  return GroupKernels<T, Cell, Cell, BlockEnergy<F, T>, BlockIntegrals<F, T>, NoneOf<T>,
                      typename KernelIf<has_viscous_flux<F>, GradientBlock<F, T, is_curved>, T>::type,
                      typename KernelIf<has_limiter<F>, LimiterBlock<F, T, is_curved>, T>::type>::table();
}

/// An equation's kernels.
template <class P, class T>
struct EquationKernels {
  template <class Cell, class FastCell>
  using Group = GroupKernels<T, Cell, FastCell, BlockEnergy<P, T>, BlockIntegrals<P, T>, BlockPowers<P, T>>;
  using Generic = WithModel<StraightBlock<P, T, GenericForm>, NoModel<P>>;
  static constexpr host::CellKernels<T> straight_kernels() {
    if constexpr (!P::linear)
      return weak_kernels<P, T, false>();
    else if constexpr (has_curl_pair<P>)
      return Group<Generic, WithModel<StraightBlock<P, T, CovariantForm>, NoModel<P>>>::table();
    else
      return Group<Generic, Generic>::table();
  }
  static constexpr host::CellKernels<T> curved_kernels() {
    if constexpr (!P::linear) {
      return weak_kernels<P, T, true>();
    } else if constexpr (has_curl_pair<P>) {
      using Covariant = WithModel<CovariantBlock<P, T>, NoModel<P>>;
      return GroupKernels<T, Covariant, Covariant, CovariantEnergy<P, T>, BlockIntegrals<P, T>,
                          CovariantPowers<P, T>>::table();
    } else {
      using Curved = WithModel<CurvedBlock<P, T>, NoModel<P>>;
      return Group<Curved, Curved>::table();
    }
  }

  static constexpr host::Kernels<T> table = {P::type,
                                             "",
                                             Pack<T>::width,
                                             rows_per_panel(P::n_fields),
                                             straight_kernels(),
                                             curved_kernels(),
                                             &BlockRates<typename ForAllFluxes<P>::type, T>::rates};
};

/// The kernels of its cells with a local model: the fastest form alone.
template <class P, class T, class M>
struct LocalModelKernels {
  template <class Cells, class Energy = ModelEnergy<P, T, M>>
  using Group = GroupKernels<T, WithModel<Cells, M>, WithModel<Cells, M>, Energy, Energy, Energy>;
  static constexpr host::CellKernels<T> straight_kernels() {
    if constexpr (!P::linear)
      return Group<WeakBlockOf<P, T, false>>::table();
    else if constexpr (has_curl_pair<P>)
      return Group<StraightBlock<P, T, CovariantForm>>::table();
    else
      return Group<StraightBlock<P, T, GenericForm>>::table();
  }
  static constexpr host::CellKernels<T> curved_kernels() {
    if constexpr (!P::linear)
      return Group<WeakBlockOf<P, T, true>>::table();
    else if constexpr (has_curl_pair<P>)
      return Group<CovariantBlock<P, T>, CovariantModelEnergy<P, T, M>>::table();
    else
      return Group<CurvedBlock<P, T>>::table();
  }

  static constexpr host::Kernels<T> table = {
      P::type,          M::type, Pack<T>::width, rows_per_panel(P::n_fields), straight_kernels(),
      curved_kernels(), nullptr};
};

/// The kernels of the system of that name without a local model, or null.
template <class T, class... P>
const host::Kernels<T>* find_kernels(Systems<P...>, const char* type, const char* model) {
  const host::Kernels<T>* found = nullptr;
  ((equal_text(P::type, type) && equal_text("", model) ? void(found = &EquationKernels<P, T>::table)
                                                       : void()),
   ...);
  return found;
}

/// … with the local model of that name.
template <class T, class... M>
const host::Kernels<T>* find_kernels(Models<M...>, const char* type, const char* model) {
  const host::Kernels<T>* found = nullptr;
  ((equal_text(M::Equation::type, type) && equal_text(M::type, model)
        ? void(found = &LocalModelKernels<typename M::Equation, T, M>::table)
        : void()),
   ...);
  return found;
}

}  // namespace DGSOLVE_NAMESPACE
