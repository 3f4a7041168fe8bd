/// The energy of a state, as WaveOperator::energy defines it: a cell's is Σ_q w_q/J_q energy(z(x_q)), where z
/// = J u in straight cells, and in curved ones solves P (1/J) z = u, since M_{1/J} = Vᵀ (W/J) V and P =
/// M⁻¹VᵀW. The eigenvalues of P (1/J), self-adjoint in the inner product of M, lie between the extremes of
/// 1/J. In covariant components it is P W z = û instead, with W the matrix weights, and Σ_q w_q zᵀ W z takes
/// the place of |z|²/J; auxiliaries stay Cartesian. A block adds up the energies of its cells one after the
/// other, and what a cell's is depends on no other cell, so that the sum is the same in every run and on any
/// number of devices; sums are of double precision.
#pragma once

#include "kernels/cuda/waves/cells/curved_stage.cuh"
#include "kernels/cuda/waves/cells/straight_stage.cuh"
#include "kernels/cuda/waves/cells/weak_stage.cuh"
#include "kernels/cuda/waves/covariant/covariant_stage.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"
#include "kernels/waves/richardson.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

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

/// … of auxiliaries, from their nodal values [Np][n_aux].
template <class C>
DGSOLVE_INLINE double model_energy_at_point(const Arguments<C>& arguments, int slot, int q,
                                            const typename C::Real* nodal) {
  using P = typename C::Equation;
  constexpr int n_aux = C::Model::n_aux;
  Auxiliaries<C> z{};
  for (int k = 0; k < C::Np; ++k)
    for (int i = 0; i < n_aux; ++i) z[i] += basis_at_point<C>(arguments, k, 0, q) * nodal[k * n_aux + i];
  return C::Model::energy(to_double<n_aux>(z),
                          to_double<C::Model::n_coefficients>(load_model<C>(arguments, slot)),
                          to_double<P::n_coefficients>(coefficients_at_point<C>(arguments, slot, q)));
}

/// n sums over the cells of a block, for its first threads.
template <int n, int Np, int threads>
struct CellSums {
  using OfThreads = double[n * threads];

  double totals[n];

  DGSOLVE_INLINE void clear() {
    for (int i = threadIdx.x; i < n; i += threads) totals[i] = 0;
  }
  /// Adds what the threads of the first `cells` cells have, Np threads a cell: each cell's sum by itself, in
  /// the order of threads. All threads call it. scratch: free by then, and until the next barrier no more.
  DGSOLVE_INLINE void add(const double (&of_thread)[n], int cells, OfThreads& scratch) {
    __syncthreads();
    for (int i = 0; i < n; ++i) scratch[i * threads + threadIdx.x] = of_thread[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += threads)
      for (int cell = 0; cell < cells; ++cell) {
        double sum = 0;
        for (int lane = 0; lane < Np; ++lane) sum += scratch[i * threads + cell * Np + lane];
        totals[i] += sum;
      }
  }
};

/// A thread is a node of the block's element, and takes every Np-th point.
template <class C>
struct StraightEnergy {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields, n_aux = C::Model::n_aux, Np = C::Np, Nq = C::Nq;

  struct Shared {
    alignas(16) T u[Np * n_fields];  ///< [node][field]
    T z[n_aux > 0 ? Np* n_aux : 1];  ///< [node][aux]
    CellSums<1, Np, Np> energy;
    double of_threads[Np];
  };

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& energy, Shared& shared) {
    const int lane = threadIdx.x, block = blockIdx.x, begin = arguments.group.begin;
    const int last = begin + energy.chunks.last(block, arguments.group.end - begin);
    shared.energy.clear();
    for (int slot = begin + energy.chunks.first(block); slot < last; ++slot) {
      store(load_state<C>(arguments, slot, lane), shared.u + lane * n_fields);
      if constexpr (n_aux > 0) {
        const Auxiliaries<C> z = load_auxiliaries<C>(arguments, arguments.u, slot, lane);
        for (int i = 0; i < n_aux; ++i) shared.z[lane * n_aux + i] = z[i];
      }
      __syncthreads();
      double sum[1] = {};
      for (int q = lane; q < Nq; q += Np) {
        double density = energy_at_point<C>(arguments, slot, q, shared.u);
        if constexpr (n_aux > 0) density += model_energy_at_point<C>(arguments, slot, q, shared.z);
        sum[0] += arguments.straight.jacobian[slot] * arguments.points.weights[q] * density;
      }
      shared.energy.add(sum, 1, shared.of_threads);
    }
    if (lane == 0) energy.sums[block] = shared.energy.totals[0];
  }
};

template <class C, bool covariant, bool linear>
struct ChooseNodesStage {
  using Straight = StraightStage<C>;
  using Curved = CurvedStage<C>;
};
template <class C>
struct ChooseNodesStage<C, true, true> {
  using Straight = StraightStage<C>;
  using Curved = CovariantStage<C>;
};
template <class C, bool covariant>
struct ChooseNodesStage<C, covariant, false> {
  using Straight = WeakStage<C, false>;
  using Curved = WeakStage<C, true>;
};
// The stages by threads that are nodes.
template <class C>
using StraightNodesStage = typename ChooseNodesStage<C, C::use_curl_pair, C::Equation::linear>::Straight;
template <class C>
using CurvedNodesStage = typename ChooseNodesStage<C, C::use_curl_pair, C::Equation::linear>::Curved;

/// As StraightEnergy, but for a few elements at a time: those a block takes in a stage.
template <class C>
struct CurvedEnergy {
  using T = typename C::Real;
  using Stage = CurvedNodesStage<C>;
  static constexpr int n_fields = C::Equation::n_fields, n_aux = C::Model::n_aux, Np = C::Np, Nq = C::Nq;
  static constexpr int elements = Stage::elements, threads = Stage::threads;

  struct Cells {
    typename Stage::Shared stage;
    T z[n_aux > 0 ? elements* Np* n_aux : 1];  ///< [element][node][aux]: their ẑ
  };
  /// n_sums: of energies or powers.
  template <int n_sums>
  struct SharedWith {
    union {
      Cells cells;
      double of_threads[n_sums * threads];  ///< when all is known of some cells
    };
    CellSums<n_sums, Np, threads> sums;
  };
  using Shared = SharedWith<1>;

  /// Smallest over largest J of a cell.
  static DGSOLVE_INLINE double jacobian_ratio(const Arguments<C>& arguments, int slot) {
    return arguments.curved.jacobian[2 * (slot - arguments.curved.first) + 1];
  }
  /// The cell's row of CovariantGeometry::mean.
  static DGSOLVE_INLINE const T* mean_weights(const Arguments<C>& arguments, int slot) {
    return arguments.curved.covariant.mean + static_cast<long long>(slot - arguments.curved.first) * 7;
  }
  /// The smallest eigenvalue of the iterations for a cell.
  static DGSOLVE_INLINE double lower_bound(const Arguments<C>& arguments, int slot) {
    double lower = jacobian_ratio(arguments, slot);
    if constexpr (Stage::is_covariant) {
      const double of_fields = mean_weights(arguments, slot)[6];
      lower = of_fields < lower ? of_fields : lower;
    }
    return lower;
  }
  /// Steps that suffice for some cells: all threads take them, since they meet at barriers.
  static DGSOLVE_INLINE int most_steps(const Arguments<C>& arguments, int first, int last) {
    double lower = 1;
    for (int slot = first; slot < last; ++slot) {
      const double of_cell = lower_bound(arguments, slot);
      lower = of_cell < lower ? of_cell : lower;
    }
    return Richardson(lower, richardson_tolerance<T>).steps;
  }

  /// z at this thread's node, where P W M z' = û, z = M z', with M the inverse of the weights' mean.
  static DGSOLVE_INLINE Fields<C> solve_covariant(const Stage& stage, int most_steps) {
    const T* const mean = mean_weights(stage.arguments, stage.slot);
    const Richardson iteration(lower_bound(stage.arguments, stage.slot), richardson_tolerance<T>);
    const T keep = static_cast<T>(iteration.keep), add_residual = static_cast<T>(iteration.add);
    const auto u = [&] { return load_covariant<C>(stage.arguments, stage.slot, stage.lane); };
    Fields<C> z{};
    add(z, static_cast<T>(iteration.first), u());
    Fields<C> direction = z;
    for (int step = 0; step < most_steps; ++step) {
      Fields<C> residual = u();
      add(residual, T(-1), stage.tensor_projection(Stage::weighted(mean, z)));
      if (step >= iteration.steps) continue;  // the others are not done
      for (int f = 0; f < n_fields; ++f) {
        direction[f] = keep * direction[f] + add_residual * residual[f];
        z[f] += direction[f];
      }
    }
    return Stage::weighted(mean, z);
  }

  /// z at this thread's node, where P (J_min/J) z = u; u(): at this node.
  template <class Load>
  static DGSOLVE_INLINE Fields<C> solve(const Stage& stage, int most_steps, T smallest, Load u) {
    const Richardson iteration(lower_bound(stage.arguments, stage.slot), richardson_tolerance<T>);
    const T keep = static_cast<T>(iteration.keep), add_residual = static_cast<T>(iteration.add);
    Fields<C> z{};
    add(z, static_cast<T>(iteration.first), u());
    Fields<C> direction = z;
    for (int step = 0; step < most_steps; ++step) {
      const Fields<C> product = stage.weighted_projection(z);
      Fields<C> residual = u();
      add(residual, -smallest, product);
      z = load<n_fields>(stage.own_record());  // where the projection put it, which saves registers
      if (step >= iteration.steps) continue;   // the others are not done
      for (int f = 0; f < n_fields; ++f) {
        direction[f] = keep * direction[f] + add_residual * residual[f];
        z[f] += direction[f];
      }
    }
    return z;
  }

  /// z of the block's auxiliaries to cells.z, then of its fields to the stage's records.
  static DGSOLVE_INLINE void solve_all(const Stage& stage, int most_steps, T smallest, Cells& cells) {
    for (int first = 0; first < n_aux; first += n_fields) {
      const int n = n_aux - first < n_fields ? n_aux - first : n_fields;
      const auto auxiliaries = [&] {
        const Auxiliaries<C> all =
            load_auxiliaries<C>(stage.arguments, stage.arguments.u, stage.slot, stage.lane);
        Fields<C> part{};
        for (int i = 0; i < n; ++i) part[i] = all[first + i];
        return part;
      };
      const Fields<C> z = solve(stage, most_steps, smallest, auxiliaries);
      for (int i = 0; i < n; ++i) cells.z[(stage.local * Np + stage.lane) * n_aux + first + i] = z[i];
      __syncthreads();
    }
    const auto fields = [&] { return load_state<C>(stage.arguments, stage.slot, stage.lane); };
    if constexpr (Stage::is_covariant)
      store(solve_covariant(stage, most_steps), stage.own_record());
    else
      store(solve(stage, most_steps, smallest, fields), stage.own_record());
    __syncthreads();
  }

  /// The energy of the fields at a point times J there, where z is its own, or J_min times what P (J_min/J) z
  /// = u gives; nodal: z at the nodes.
  static DGSOLVE_INLINE double energy_of_fields(const Stage& stage, int q, T smallest, const T* nodal) {
    if constexpr (Stage::is_covariant) {
      // z^T W z = |L^T z|^2, W = L L^T: the energy of two vectors has no preferred direction.
      Fields<C> z{};
      for (int k = 0; k < Np; ++k)
        add(z, basis_at_point<C>(stage.arguments, k, 0, q), load<n_fields>(nodal + k * n_fields));
      return C::Equation::energy(
          to_double<n_fields>(Stage::times_root(stage.weights_at(q), z)),
          to_double<C::Equation::n_coefficients>(coefficients_at_point<C>(stage.arguments, stage.slot, q)));
    } else {
      return smallest * (smallest * stage.inverse_jacobian(q)) *
             energy_at_point<C>(stage.arguments, stage.slot, q, nodal);
    }
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& energy, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, block = blockIdx.x;
    const int begin = arguments.group.begin,
              end = begin + energy.chunks.last(block, arguments.group.end - begin);
    T* const nodal = shared.cells.stage.r + local * Np * n_fields;
    shared.sums.clear();
    for (int first = begin + energy.chunks.first(block); first < end; first += elements) {
      const int n = end - first < elements ? end - first : elements,
                slot = first + (local < n ? local : n - 1);
      const Stage stage{{arguments, shared.cells.stage, slot, local, lane}};
      const T smallest = arguments.curved.jacobian[2 * (slot - arguments.curved.first)];
      solve_all(stage, most_steps(arguments, first, first + n), smallest, shared.cells);
      double cell = 0;
      for (int q = lane; q < Nq; q += Np) {
        double of_point = energy_of_fields(stage, q, smallest, nodal);
        if constexpr (n_aux > 0)
          of_point += smallest * (smallest * stage.inverse_jacobian(q)) *
                      model_energy_at_point<C>(arguments, slot, q, shared.cells.z + local * Np * n_aux);
        cell += arguments.points.weights[q] * of_point;
      }
      const double sum[1] = {cell};
      shared.sums.add(sum, n, shared.of_threads);
      __syncthreads();
    }
    if (threadIdx.x == 0) energy.sums[block] = shared.sums.totals[0];
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
