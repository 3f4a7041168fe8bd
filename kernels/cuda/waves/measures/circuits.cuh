/// Circuits on faces (kernels/waves/traits/circuit_point.hpp): the pass before a stage that finds the data of
/// their faces and advances their states, and samples of them.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct CircuitKernels {
  using T = typename C::Real;
  static constexpr int n_states = CircuitPoint::n_states, n_fields = C::Equation::n_fields;

  struct SampleShared {
    double of_threads[circuit_threads][n_circuit_samples];
  };

  /// A thread is a point. Without arguments.u_next states stay.
  static DGSOLVE_INLINE void advance(const Arguments<C>& arguments) {
    const int i = static_cast<int>(blockIdx.x) * circuit_threads + static_cast<int>(threadIdx.x);
    if (i >= arguments.circuits.n) return;
    const CircuitPoint point = arguments.circuits.points[i];
    const CircuitSides sides = arguments.circuits.sides[i];
    const CircuitTrace traces[] = {trace(arguments, point, sides, 0), trace(arguments, point, sides, 1)};
    const CircuitAnswer found = answer(arguments, i, point, sides, traces, stage_time<C>(arguments));
    for (int side = 0; side < 2; ++side)
      if (sides.slot[side] >= 0) put_data(arguments, point, sides, side, traces, found);
    if (arguments.u_next != nullptr)
      for (int k = 0; k < n_states; ++k)
        advance_state(arguments, arguments.circuits.first_state + static_cast<long long>(i) * n_states + k,
                      found.rates[k]);
  }

  static DGSOLVE_INLINE void sample(const Arguments<C>& arguments, const CircuitSample& sample,
                                    SampleShared& shared) {
    const int block = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
    const int* const begin = arguments.circuits.begin + sample.circuits[block];
    const long long row = sample.n_rows[block];
    const double t = arguments.clock->time(sample.step + 1, 0);
    double sums[n_circuit_samples] = {};
    for (int i = begin[0] + thread; i < begin[1]; i += circuit_threads) {
      const CircuitPoint point = arguments.circuits.points[i];
      const CircuitSides sides = arguments.circuits.sides[i];
      const CircuitTrace traces[] = {trace(arguments, point, sides, 0), trace(arguments, point, sides, 1)};
      double z[n_states];
      load_states(arguments, i, z);
      add_to_circuit_sample(point, answer(arguments, i, point, sides, traces, t), z, sums);
    }
    for (int k = 0; k < n_circuit_samples; ++k) shared.of_threads[thread][k] = sums[k];
    __syncthreads();  // behind it all threads have read the number of rows
    if (thread == 0) sample.n_rows[block] = row + 1;
    if (thread >= n_circuit_samples || row >= sample.capacity) return;
    double sum = 0;
    for (int i = 0; i < circuit_threads; ++i) sum += shared.of_threads[i][thread];
    sample.rows[(row * sample.n_circuits + block) * n_circuit_samples + thread] = sum;
  }

 private:
  static DGSOLVE_INLINE CircuitTrace trace(const Arguments<C>& arguments, const CircuitPoint& point,
                                           const CircuitSides& sides, int side) {
    double E[3] = {}, H[3] = {};
    const auto add = [&](int node, double weight) {
      const Fields<C> u = load_state<C>(arguments, sides.slot[side], node);
      for (int f = 0; f < n_fields; ++f)
        for (int axis = 0; axis < 3; ++axis) {
          if (C::electric_field(axis) == f) E[axis] += weight * u[f];
          if (C::magnetic_field(axis) == f) H[axis] += weight * u[f];
        }
    };
    if (sides.slot[side] >= 0 && sides.node[side] >= 0) add(sides.node[side], 1);
    if constexpr (C::has_curved)
      if (sides.slot[side] >= 0 && sides.node[side] < 0)
        for (int m = 0; m < C::Nfp; ++m)
          add(arguments.traces.face_nodes[sides.face * C::Nfp + m],
              arguments.curved.face_values[m * C::Nfq + sides.point]);
    return circuit_trace(point, E, H);
  }
  static DGSOLVE_INLINE void load_states(const Arguments<C>& arguments, int i, double* z) {
    for (int k = 0; k < n_states; ++k)
      z[k] = arguments.u[arguments.circuits.first_state + static_cast<long long>(i) * n_states + k];
  }
  static DGSOLVE_INLINE CircuitAnswer answer(const Arguments<C>& arguments, int i, const CircuitPoint& point,
                                             const CircuitSides& sides, const CircuitTrace* traces,
                                             double t) {
    double z[n_states];
    load_states(arguments, i, z);
    return circuit_answer(point, traces[0], traces[1],
                          C::circuit_source(sides.circuit, arguments.constants, t), z);
  }
  static DGSOLVE_INLINE void put_data(const Arguments<C>& arguments, const CircuitPoint& point,
                                      const CircuitSides& sides, int side, const CircuitTrace* traces,
                                      const CircuitAnswer& found) {
    double E[3], H[3];
    circuit_data(point, side, traces[side], traces[1 - side], found, E, H);
    double* const data = arguments.traces.face_values + static_cast<long long>(sides.row[side]) * n_fields;
    for (int axis = 0; axis < 3; ++axis) {
      if (C::electric_field(axis) >= 0) data[C::electric_field(axis)] = E[axis];
      if (C::magnetic_field(axis) >= 0) data[C::magnetic_field(axis)] = H[axis];
    }
  }
  /// The Runge–Kutta stage of a state at a place.
  static DGSOLVE_INLINE void advance_state(const Arguments<C>& arguments, long long at, double rate) {
    const StageNumbers& stage = arguments.stage;
    const T change = static_cast<T>(arguments.clock->dt) * static_cast<T>(rate);
    T residual = change, value = arguments.u[at];
    if (stage.a != 0) residual += static_cast<T>(stage.a) * arguments.residual[at];
    if (keeps_residual<C>(arguments)) arguments.residual[at] = residual;
    if constexpr (C::general_stage) {
      value = static_cast<T>(stage.q) * value + static_cast<T>(stage.e) * change;
      if (stage.p != 0) value += static_cast<T>(stage.p) * arguments.u0[at];
    }
    arguments.u_next[at] = value + static_cast<T>(stage.b) * residual;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
