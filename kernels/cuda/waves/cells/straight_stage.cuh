/// A stage on straight cells, volume, flux, lift and update in one kernel:
///   Q ∂u/∂t = −Σ_i D_i F^i + LIFT (sJ/J)(F·n − F*) + S,   F^i = F·∇r_i.
/// A block takes a few elements. Its threads first put a column at every node and face node into shared
/// memory (own flux; difference of fluxes across the face, neighbours' nodes gathered from global memory),
/// then, a thread a node, multiply them with the operators, which stay in L1, and update. A thread serves its
/// node of several elements, so that what it loads of the operators is used as often.
#pragma once

#include "kernels/cuda/waves/cells/update.cuh"
#include "kernels/cuda/waves/cells/volume_form.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct StraightStage {
  using P = typename C::Equation;
  using T = typename C::Real;
  using Form = VolumeForm<C>;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1, Np = C::Np, Nfp = C::Nfp;
  static constexpr int n_face_nodes = n_faces * Nfp;
  static constexpr int elements = C::straight_elements, elements_per_thread = C::straight_elements_per_thread;
  static constexpr int threads = C::straight_threads;
  static_assert(threads == elements / elements_per_thread * Np);

  struct Shared {
    alignas(16) T volume[elements * Np * Form::n_columns];      ///< [element][node][column]
    alignas(16) T surface[elements * n_face_nodes * n_fields];  ///< [element][face node][field]
    T source_factors[C::n_source_terms + 1];
  };

  using Geometry = StraightGeometry<T, dim>;
  static DGSOLVE_INLINE Form form(const Arguments<C>& arguments, int slot) {
    return Form(Geometry(arguments, slot).metric());
  }

  /// (sJ/J)(F·n − F*) at node m of a face.
  static DGSOLVE_INLINE Fields<C> face_column(const Arguments<C>& arguments, int slot, int face, int m) {
    const Face across = arguments.traces.faces[static_cast<long long>(slot) * n_faces + face];
    Fields<C> data{};
    if (across.boundary != 0) data = given_data<C>(arguments, across, m);
    const Geometry geometry(arguments, slot);
    const Position<C> n = geometry.normal(face, opposite_vertex<C>(face));
    const int node = arguments.traces.face_nodes[face * Nfp + m];
    const Fields<C> u_m = load_state<C>(arguments, slot, node);
    const Coefficients<C> c_m = load_coefficients<C>(arguments, slot, node);
    Fields<C> u_p;
    Coefficients<C> c_p = c_m;
    if (has_neighbor<C>(across)) {
      const int met = node_across<C>(arguments, across, m);
      u_p = load_state<C>(arguments, across.neighbor, met);
      c_p = load_coefficients<C>(arguments, across.neighbor, met);
      if constexpr (C::has_interfaces) u_p = across_interface<C>(u_p, data);
    } else {
      u_p = exterior<C>(arguments, across, m, data, u_m, c_m, n);
    }
    Fields<C> column{};
    add(column, geometry.f_scale(face),
        flux_difference<P>(u_m, c_m, u_p, c_p, n, flux_parameters<C>(arguments)));
    return Form(geometry.metric()).face_column(column);
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int first = arguments.group.begin + block_of_group<C>(arguments) * elements,
              last = arguments.group.end - 1;
    const int node = threadIdx.x % Np, first_local = threadIdx.x / Np * elements_per_thread;
    // Places beyond the last element compute what is never stored.
    const auto slot_of = [=](int local) { return first + local < last ? first + local : last; };

    compute_source_factors<C>(arguments, threads, shared.source_factors);
    for (int e = 0; e < elements_per_thread; ++e) {
      const int local = first_local + e, slot = slot_of(local);
      store(form(arguments, slot)
                .volume_column(load_state<C>(arguments, slot, node),
                               load_coefficients<C>(arguments, slot, node)),
            shared.volume + (local * Np + node) * Form::n_columns);
    }
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const int local = i / n_face_nodes, face = i % n_face_nodes / Nfp;
      store(face_column(arguments, slot_of(local), face, i % Nfp), shared.surface + i * n_fields);
    }
    __syncthreads();

    Fields<C> sum[elements_per_thread] = {};
    for (int k = 0; k < Np; ++k) {
      Vec<T, dim> D;
      for (int d = 0; d < dim; ++d) D[d] = arguments.straight.D[(k * dim + d) * Np + node];
      for (int e = 0; e < elements_per_thread; ++e)
        Form::volume_add(
            sum[e], D, load<Form::n_columns>(shared.volume + ((first_local + e) * Np + k) * Form::n_columns));
    }
    for (int k = 0; k < n_face_nodes; ++k) {
      const T lift = arguments.straight.lift[k * Np + node];
      for (int e = 0; e < elements_per_thread; ++e)
        add(sum[e], lift, load<n_fields>(shared.surface + ((first_local + e) * n_face_nodes + k) * n_fields));
    }
    const Update<C> update(arguments, shared.source_factors);
    for (int e = 0; e < elements_per_thread; ++e) {
      const int slot = first + first_local + e;
      if (slot <= last)
        update(slot, node, to_state<C>(arguments, slot, node, form(arguments, slot).result(sum[e])));
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
