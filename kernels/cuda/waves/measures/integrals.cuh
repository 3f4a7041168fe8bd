/// The integrals of a state, named ones and squares (WaveOperator::integrals, StateMeasure): a cell's are Σ_q
/// w_q J_q densities(z(x_q)/J_q), with z as the energy has it. Cells are shared and sums added up as there.
/// D: what is integrated, such as IntegralDensities.
#pragma once

#include "kernels/cuda/waves/measures/energy.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// D::n, for arrays.
template <class D>
constexpr int n_sums_of = D::n > 0 ? D::n : 1;

/// Adds the densities at a point, from nodal values [Np][n_fields] of ẑ, times a weight. over_J: J_min/J, 1
/// in straight cells.
template <class C, class D>
DGSOLVE_INLINE void add_integrals(const Arguments<C>& arguments, int slot, int q,
                                  const typename C::Real* nodal, typename C::Real over_J, double weight,
                                  double (&sums)[n_sums_of<D>]) {
  using P = typename C::Equation;
  Fields<C> u{};
  for (int k = 0; k < C::Np; ++k)
    add(u, over_J * basis_at_point<C>(arguments, k, 0, q), load<P::n_fields>(nodal + k * P::n_fields));
  const auto densities = D::at(to_double<P::n_fields>(u),
                               to_double<P::n_coefficients>(coefficients_at_point<C>(arguments, slot, q)));
  for (int i = 0; i < D::n; ++i) sums[i] += weight * densities[i];
}

/// A block's sums, and zeros for those that the equation does not have.
template <class D, int threads, class Sums>
DGSOLVE_INLINE void write_integrals(const Sums& sums, const BlockSums& to) {
  for (int i = threadIdx.x; i < max_integrals; i += threads)
    to.sums[blockIdx.x * max_integrals + i] = i < D::n ? sums.totals[i < n_sums_of<D> ? i : 0] : 0;
}

/// A thread is a node of the block's element, and takes every Np-th point.
template <class C, class D>
struct StraightIntegrals {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields, Np = C::Np, n = n_sums_of<D>;

  struct Shared {
    alignas(16) T u[Np * n_fields];  ///< [node][field]
    CellSums<n, Np, Np> sums;
    double of_threads[n * Np];
  };

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& to, Shared& shared) {
    shared.sums.clear();
    if constexpr (D::n > 0) {
      const int lane = threadIdx.x, block = blockIdx.x, begin = arguments.group.begin;
      const int last = begin + to.chunks.last(block, arguments.group.end - begin);
      for (int slot = begin + to.chunks.first(block); slot < last; ++slot) {
        store(load_state<C>(arguments, slot, lane), shared.u + lane * n_fields);
        __syncthreads();
        double sums[n] = {};
        for (int q = lane; q < C::Nq; q += Np)
          add_integrals<C, D>(
              arguments, slot, q, shared.u, T(1),
              static_cast<double>(arguments.straight.jacobian[slot]) * arguments.points.weights[q], sums);
        shared.sums.add(sums, 1, shared.of_threads);
      }
    }
    write_integrals<D, Np>(shared.sums, to);
  }
};

/// As StraightIntegrals, but for a few elements at a time, as CurvedEnergy.
template <class C, class D>
struct CurvedIntegrals {
  using T = typename C::Real;
  using Stage = CurvedNodesStage<C>;
  using Energy = CurvedEnergy<C>;
  static constexpr int n_fields = C::Equation::n_fields, Np = C::Np, n = n_sums_of<D>;
  static constexpr int elements = Stage::elements, threads = Stage::threads;
  using Shared = typename Energy::template SharedWith<n>;

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& to, Shared& shared) {
    shared.sums.clear();
    if constexpr (D::n > 0) {
      const int local = threadIdx.x / Np, lane = threadIdx.x % Np, block = blockIdx.x;
      const int begin = arguments.group.begin,
                end = begin + to.chunks.last(block, arguments.group.end - begin);
      for (int first = begin + to.chunks.first(block); first < end; first += elements) {
        const int n_cells = end - first < elements ? end - first : elements,
                  slot = first + (local < n_cells ? local : n_cells - 1);
        const Stage stage{{arguments, shared.cells.stage, slot, local, lane}};
        const T smallest = arguments.curved.jacobian[2 * (slot - arguments.curved.first)];
        Energy::solve_all(stage, Energy::most_steps(arguments, first, first + n_cells), smallest,
                          shared.cells);
        double sums[n] = {};
        for (int q = lane; q < C::Nq; q += Np) {
          const T over_J = smallest * stage.inverse_jacobian(q);
          add_integrals<C, D>(arguments, slot, q, shared.cells.stage.r + local * Np * n_fields, over_J,
                              static_cast<double>(smallest) * arguments.points.weights[q] / over_J, sums);
        }
        shared.sums.add(sums, n_cells, shared.of_threads);
        __syncthreads();
      }
    }
    write_integrals<D, threads>(shared.sums, to);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
