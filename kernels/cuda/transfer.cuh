/// States to canonical values, doubles [element][field][node], and back; and fields at points. The only code
/// between the two forms: how a state is stored is known to load_state and store_state alone.
#pragma once

#include "kernels/cuda/node_access.cuh"
#include "kernels/cuda/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct TransferKernels {
  using T = typename C::Real;
  static constexpr int Np = C::Np, n_fields = C::Equation::n_fields;

  struct SampleShared {
    double weighted[Np * n_fields];  ///< [node][field]
  };

  /// Calls body(slot, node, canonical value of the first field) for this thread's node; a field's values are
  /// Np apart.
  template <class Body>
  static DGSOLVE_INLINE void for_node(const Arguments<C>& arguments, const Transfer& transfer, Body body) {
    const int i = blockIdx.x * transfer_threads + threadIdx.x, place = i / Np, node = i % Np;
    if (place >= transfer.n) return;
    const int element = transfer.elements == nullptr ? transfer.first + place : transfer.elements[place];
    body(arguments.slot_of[element], node,
         transfer.canonical + static_cast<long long>(place) * n_fields * Np + node);
  }

  /// From arguments.u.
  static DGSOLVE_INLINE void export_node(const Arguments<C>& arguments, const Transfer& transfer) {
    for_node(arguments, transfer, [&](int slot, int node, double* canonical) {
      const Fields<C> fields = load_state<C>(arguments, slot, node);
      for (int f = 0; f < n_fields; ++f) canonical[f * Np] = fields[f];
    });
  }

  /// To arguments.u_next.
  static DGSOLVE_INLINE void import_node(const Arguments<C>& arguments, const Transfer& transfer) {
    for_node(arguments, transfer, [&](int slot, int node, const double* canonical) {
      Fields<C> fields;
      for (int f = 0; f < n_fields; ++f) fields[f] = static_cast<T>(canonical[f * Np]);
      store_state<C>(arguments, slot, node, fields);
    });
  }

  /// values[point][field] = Σ_i weights[point][i] u[elements[point]][field][i], u = arguments.u.
  static DGSOLVE_INLINE void sample(const Arguments<C>& arguments, const Sample& sample,
                                    SampleShared& shared) {
    const int point = blockIdx.x, node = threadIdx.x;
    const double weight = sample.weights[static_cast<long long>(point) * Np + node];
    const Fields<C> fields = load_state<C>(arguments, arguments.slot_of[sample.elements[point]], node);
    for (int f = 0; f < n_fields; ++f) shared.weighted[node * n_fields + f] = weight * fields[f];
    __syncthreads();
    for (int f = node; f < n_fields; f += Np) {
      double sum = 0;
      for (int i = 0; i < Np; ++i) sum += shared.weighted[i * n_fields + f];
      sample.values[static_cast<long long>(point) * n_fields + f] = sum;
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
