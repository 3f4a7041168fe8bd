/// The energy of a state, as WaveOperator::energy defines it: a cell's is Σ_q w_q/J_q energy(z(x_q)), where z = J
/// u in straight cells, and in curved ones solves P (1/J) z = u, since M_{1/J} = Vᵀ (W/J) V and P = M⁻¹VᵀW.
/// The eigenvalues of P (1/J), self-adjoint in the inner product of M, lie between the extremes of 1/J. A
/// block adds up the energies of its cells, so that the sum is the same in every run; sums are of double
/// precision.
#pragma once

#include "kernels/cuda/waves/curved_stage.cuh"
#include "kernels/cuda/waves/transfer_arguments.hpp"
#include "kernels/base/richardson.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <int n, class T>
DGSOLVE_INLINE Vec<double, n> to_double(const Vec<T, n>& values) {
  Vec<double, n> converted;
  for (int i = 0; i < n; ++i) converted[i] = values[i];
  return converted;
}

/// energy of a field at a point, from its nodal values [Np][n_fields].
template <class C>
DGSOLVE_INLINE double energy_at_point(const Arguments<C>& arguments, int slot, int q,
                                      const typename C::Real* nodal) {
  using P = typename C::Equation;
  Fields<C> z{};
  for (int k = 0; k < C::Np; ++k)
    add(z, basis_at_point<C>(arguments, k, 0, q), load<P::n_fields>(nodal + k * P::n_fields));
  return P::energy(to_double<P::n_fields>(z),
                   to_double<P::n_coefficients>(coefficients_at_point<C>(arguments, slot, q)));
}

/// The sum over a block's threads, in their order, for its first one; shared: [threads], free by then.
DGSOLVE_INLINE double block_sum(double of_thread, int threads, double* shared) {
  __syncthreads();
  shared[threadIdx.x] = of_thread;
  __syncthreads();
  double sum = 0;
  for (int i = 0; threadIdx.x == 0 && i < threads; ++i) sum += shared[i];
  return sum;
}

/// A thread is a node of the block's element, and takes every Np-th point.
template <class C>
struct StraightEnergy {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields, Np = C::Np, Nq = C::Nq;

  struct Shared {
    alignas(16) T u[Np * n_fields];  ///< [node][field]
    double sums[Np];
  };

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const EnergySums& energy, Shared& shared) {
    const int lane = threadIdx.x;
    double sum = 0;
    for (int slot = blockIdx.x; slot < arguments.n_straight; slot += energy.n_blocks) {
      store(load_state<C>(arguments, slot, lane), shared.u + lane * n_fields);
      __syncthreads();
      for (int q = lane; q < Nq; q += Np)
        sum += arguments.jacobian[slot] * arguments.weights[q] *
               energy_at_point<C>(arguments, slot, q, shared.u);
      __syncthreads();
    }
    sum = block_sum(sum, Np, shared.sums);
    if (lane == 0) energy.sums[blockIdx.x] = sum;
  }
};

/// As StraightEnergy, but for a few elements at a time: those a block takes in a stage.
template <class C>
struct CurvedEnergy {
  using T = typename C::Real;
  using Stage = CurvedStage<C>;
  static constexpr int n_fields = C::Equation::n_fields, Np = C::Np, Nq = C::Nq;
  static constexpr int elements = Stage::elements, threads = Stage::threads;

  union Shared {
    typename Stage::Shared stage;
    double sums[threads];  ///< when all cells are done
  };

  /// Smallest over largest J of the block's cells from `first` on: one number, so that all threads take as
  /// many steps.
  static DGSOLVE_INLINE double jacobian_ratio(const Arguments<C>& arguments, int first) {
    double ratio = 1;
    for (int slot = first; slot < first + elements && slot < arguments.n_elements; ++slot) {
      const double of_cell = arguments.curved_jacobian[2 * (slot - arguments.n_straight) + 1];
      ratio = of_cell < ratio ? of_cell : ratio;
    }
    return ratio;
  }

  /// z at this thread's node, where P (J_min/J) z = u.
  static DGSOLVE_INLINE Fields<C> solve(const Stage& stage, double ratio, T smallest) {
    const Richardson iteration(ratio, richardson_tolerance<T>);
    const T keep = static_cast<T>(iteration.keep), add_residual = static_cast<T>(iteration.add);
    Fields<C> z{};
    add(z, static_cast<T>(iteration.first), load_state<C>(stage.arguments, stage.slot, stage.lane));
    Fields<C> direction = z;
    for (int step = 0; step < iteration.steps; ++step) {
      const Fields<C> product = stage.weighted_projection(z);
      Fields<C> residual = load_state<C>(stage.arguments, stage.slot, stage.lane);
      add(residual, -smallest, product);
      z = load<n_fields>(stage.own_record());  // where the projection put it, which saves registers
      for (int f = 0; f < n_fields; ++f) {
        direction[f] = keep * direction[f] + add_residual * residual[f];
        z[f] += direction[f];
      }
    }
    return z;
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const EnergySums& energy, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.n_elements - 1;
    T* const nodal = shared.stage.r + local * Np * n_fields;
    double sum = 0;
    for (int first = arguments.n_straight + blockIdx.x * elements; first <= last;
         first += energy.n_blocks * elements) {
      const int place = first + local, slot = place < last ? place : last;
      const Stage stage{arguments, shared.stage, slot, local, lane};
      const T smallest = arguments.curved_jacobian[2 * (slot - arguments.n_straight)];
      store(solve(stage, jacobian_ratio(arguments, first), smallest), stage.own_record());
      __syncthreads();
      double cell = 0;
      for (int q = lane; q < Nq; q += Np)
        cell += arguments.weights[q] * (smallest * stage.inverse_jacobian(q)) *
                energy_at_point<C>(arguments, slot, q, nodal);
      if (place <= last) sum += smallest * cell;
      __syncthreads();
    }
    sum = block_sum(sum, threads, shared.sums);
    if (threadIdx.x == 0) energy.sums[blockIdx.x] = sum;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
