/// The integrals over a block's cells that measures of integrals and squares add up: Σ_q w_q J_q
/// densities(z(x_q)/J_q), with z as the energy has it.
#pragma once

#include "kernels/host/waves/cells/energy.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T>
struct BlockIntegrals {
  using Number = Pack<T>;
  static constexpr int W = Number::width;

  // to: [lane][max_integrals], zeros before.
  static void integrals(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    add<IntegralDensities<P>>(tables, u, index, scratch, to);
  }
  static void squares(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    add<SquareDensities<P>>(tables, u, index, scratch, to);
  }

 private:
  template <class Densities>
  static void add(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    constexpr int n = Densities::n;
    static_assert(n == 0 || !has_curl_pair<P>, "covariant cells have no integrals");
    if constexpr (n > 0) {
      const CellMass<P, T> mass(tables, index);
      BlockEnergy<P, T>::for_points(tables, mass, u, index, scratch, [&](int q, auto field, const auto& c) {
        const Number over_J = mass.weight(q),  // J_min/J of curved cells
            factor = Number::broadcast(tables.points.weights + q) / over_J;
        for (int f = 0; f < P::n_fields; ++f) field[f] = field[f] * over_J;
        for (int l = 0; l < W; ++l) {
          const auto densities = Densities::at(lane_in_double<T>(field, l), lane_in_double<T>(c, l));
          for (int i = 0; i < n; ++i)
            to[l * max_integrals + i] += static_cast<double>(mass.scale[l]) * factor.v[l] * densities[i];
        }
      });
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE
