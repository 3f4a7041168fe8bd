/// States to canonical values, doubles [element][field][node], and back; and fields at points. The only code
/// between the two forms: how a state is stored is known to load_state and store_state alone.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct TransferKernels {
  using T = typename C::Real;
  static constexpr int Np = C::Np, n_fields = C::Equation::n_fields;

  struct SampleShared {
    double weighted[Np * n_fields];  ///< [node][field]
  };

  /// Calls body(place, node) for this thread's node of n elements.
  template <class Body>
  static DGSOLVE_INLINE void for_node(int n, Body body) {
    const long long i = static_cast<long long>(blockIdx.x) * transfer_threads + threadIdx.x;
    const int place = static_cast<int>(i / Np);
    if (place < n) body(place, static_cast<int>(i % Np));
  }

  static DGSOLVE_INLINE int slot_of(const Arguments<C>& arguments, const Transfer& transfer, int place) {
    const int element = transfer.elements == nullptr ? transfer.first + place : transfer.elements[place];
    return arguments.cells.slot_of[element];
  }
  /// The first field's value; the others follow Np apart.
  static DGSOLVE_INLINE double* canonical(const Transfer& transfer, int place, int node) {
    return transfer.canonical + static_cast<long long>(place) * n_fields * Np + node;
  }

  /// From arguments.u.
  static DGSOLVE_INLINE void export_nodes(const Arguments<C>& arguments, const Transfer& transfer) {
    for_node(transfer.n, [&](int place, int node) {
      const Fields<C> fields = load_state<C>(arguments, slot_of(arguments, transfer, place), node);
      double* to = canonical(transfer, place, node);
      for (int f = 0; f < n_fields; ++f) to[f * Np] = fields[f];
    });
  }

  /// To arguments.u_next.
  static DGSOLVE_INLINE void import_nodes(const Arguments<C>& arguments, const Transfer& transfer) {
    for_node(transfer.n, [&](int place, int node) {
      const double* from = canonical(transfer, place, node);
      Fields<C> fields;
      for (int f = 0; f < n_fields; ++f) fields[f] = static_cast<T>(from[f * Np]);
      store_state<C>(arguments, slot_of(arguments, transfer, place), node, fields);
    });
  }

  /// From −1 to 1, the same for a number in any run (SplitMix64: Steele, Lea & Flood, OOPSLA 2014,
  /// doi:10.1145/2660193.2660195).
  static DGSOLVE_INLINE double random_value(unsigned long long number) {
    unsigned long long z = (number + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }

  /// All of arguments.u_next, a state that the equation admits. Fields depend on the seed, the element, the
  /// node and the field, but not on how states are stored; auxiliaries on the seed and their place.
  static DGSOLVE_INLINE void randomise_nodes(const Arguments<C>& arguments, const Randomisation& random) {
    const unsigned long long of_fields = random.seed << 40, of_auxiliaries = of_fields | 1ULL << 39;
    const long long n_nodes = static_cast<long long>(arguments.cells.n) * Np;
    for_node(arguments.cells.n, [&](int element, int node) {
      const long long i = static_cast<long long>(element) * Np + node;
      Fields<C> fields;
      for (int f = 0; f < n_fields; ++f)
        fields[f] =
            static_cast<T>(random_field<typename C::Equation>(f, random_value(of_fields + i * n_fields + f)));
      store_state<C>(arguments, arguments.cells.slot_of[element], node, fields);
      for (long long j = i; j < random.n_auxiliaries; j += n_nodes)
        arguments.u_next[random.first_auxiliary + j] = static_cast<T>(random_value(of_auxiliaries + j));
    });
  }

  /// The next row: [point][field] = Σ_i weights[point][i] u[elements[point]][field][i], u = arguments.u.
  static DGSOLVE_INLINE void sample(const Arguments<C>& arguments, const Sample& sample,
                                    SampleShared& shared) {
    const int point = blockIdx.x, node = threadIdx.x;
    const long long row = sample.n_rows[point];
    const double weight = sample.weights[static_cast<long long>(point) * Np + node];
    const Fields<C> fields = load_state<C>(arguments, arguments.cells.slot_of[sample.elements[point]], node);
    for (int f = 0; f < n_fields; ++f) shared.weighted[node * n_fields + f] = weight * fields[f];
    __syncthreads();  // behind it all threads have read the number of rows
    if (node == 0) sample.n_rows[point] = row + 1;
    if (row >= sample.capacity) return;
    for (int f = node; f < n_fields; f += Np) {
      double sum = 0;
      for (int i = 0; i < Np; ++i) sum += shared.weighted[i * n_fields + f];
      sample.rows[(row * sample.n_points + point) * n_fields + f] = sum;
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
