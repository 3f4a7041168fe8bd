/// The first pass of a stage with a viscous flux: gradients of its variables at the nodes (LDG),
///   ∇w = Σ_d ∇r_d g_d,   g_d = D_d w + Σ_f s_fd LIFT_f (ŵ − w),
/// where ŵ is the giving side's trace, and sJ n = J Σ_d s_fd ∇r_d: s is −1 along r_d at the face opposite to
/// vertex d + 1, and 1 along all at that opposite to vertex 0. Behind them stands the length of an artificial
/// viscosity. A thread is a node of an element.
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/rough_cells.cuh"
#include "kernels/waves/traits/viscous_flux.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// A node's gradients, variable by variable.
template <class C, class T>
DGSOLVE_INLINE T* gradients_at(T* gradients, int slot, int node) {
  constexpr int n = n_gradients<typename C::Equation>();
  return gradients + static_cast<long long>(slot) * gradient_stride(n, C::Np, sizeof(T)) + node * n;
}

template <class C>
struct GradientPass {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int dim = P::dim, n_faces = dim + 1, Np = C::Np, Nfp = C::Nfp, Nfq = C::Nfq;
  static constexpr int n = P::n_gradient_variables, n_face_nodes = n_faces * Nfp;
  static constexpr int elements = C::gradient_elements, threads = elements * Np;
  using Variables = Vec<T, n>;

  struct Shared {
    alignas(16) T w[elements * Np * n];                        ///< [element][node][variable]
    alignas(16) T jumps[elements * n_face_nodes * n];          ///< [element][face node][variable]: ŵ − w
    T modes[has_artificial_viscosity<P> ? elements * Np : 1];  ///< [element][mode] of the rough field
  };

  const Arguments<C>& arguments;
  const int slot;

  DGSOLVE_INLINE Variables variables_at(int of_slot, int node) const {
    return P::gradient_variables(load_state<C>(arguments, of_slot, node),
                                 load_coefficients<C>(arguments, of_slot, node));
  }

  /// ŵ − w at node m of a face; at a boundary projected from the face's points.
  DGSOLVE_INLINE Variables jump(int face, int m) const {
    const Face across = arguments.traces.faces[static_cast<long long>(slot) * n_faces + face];
    Variables jump{};
    if (!has_neighbor<C>(across)) {
      for (int q = 0; q < Nfq; ++q)
        add(jump, arguments.viscous.face_project[q * Nfp + m], boundary_jump(across, face, q));
      return jump;
    }
    const T takes = arguments.viscous.faces[(static_cast<long long>(slot) * n_faces + face) * 2];
    const Variables own = variables_at(slot, arguments.traces.face_nodes[face * Nfp + m]),
                    other = variables_at(across.neighbor, node_across<C>(arguments, across, m));
    for (int i = 0; i < n; ++i) jump[i] = takes * (other[i] - own[i]);
    return jump;
  }
  DGSOLVE_INLINE Variables boundary_jump(const Face& across, int face, int q) const {
    const Fields<C> data = given_data<C>(arguments, across, q);
    const Fields<C> u = state_at_face_point<C>(arguments, q, slot, arguments.traces.face_nodes + face * Nfp);
    return boundary_variables_jump<P>(across.boundary - 1, u, data, normal_at(face, q),
                                      load_coefficients<C>(arguments, slot, 0));
  }
  DGSOLVE_INLINE bool is_curved() const { return C::has_curved && slot >= arguments.curved.first; }
  DGSOLVE_INLINE Position<C> normal_at(int face, int q) const {
    return is_curved() ? curved_face_at<C>(arguments, slot, face * Nfq + q).n
                       : straight_face<C>(arguments, slot, face).n;
  }

  /// [d][axis] ∂r_d/∂x at a node.
  DGSOLVE_INLINE Metric<T, dim> metric_at(int node) const {
    if (!is_curved()) return StraightGeometry<T, dim>(arguments, slot).metric();
    const T* const values = arguments.viscous.metric +
                            (static_cast<long long>(slot - arguments.curved.first) * Np + node) * (dim * dim);
    Metric<T, dim> metric;
    for (int i = 0; i < dim * dim; ++i) metric[i / dim][i % dim] = values[i];
    return metric;
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, node = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = arguments.group.begin + static_cast<int>(blockIdx.x) * elements + local;
    // A place beyond the last element computes what is never stored.
    const GradientPass pass{arguments, place < last ? place : last};
    T *const w = shared.w + local * Np * n, *const jumps = shared.jumps + local * n_face_nodes * n;
    const auto put = [](const Variables& values, T* to) {
      for (int i = 0; i < n; ++i) to[i] = values[i];
    };
    put(pass.variables_at(pass.slot, node), w + node * n);
    for (int i = node; i < n_face_nodes; i += Np) put(pass.jump(i / Nfp, i % Nfp), jumps + i * n);
    if constexpr (has_artificial_viscosity<P>)
      shared.modes[local * Np + node] = rough_mode_of_state<C>(arguments, pass.slot, node);
    __syncthreads();
    Vec<Variables, dim> g{};
    for (int k = 0; k < Np; ++k)
      for (int d = 0; d < dim; ++d) {
        const T D = arguments.straight.D[(k * dim + d) * Np + node];
        for (int i = 0; i < n; ++i) g[d][i] += D * w[k * n + i];
      }
    for (int k = 0; k < n_face_nodes; ++k) {
      const T lift = arguments.straight.lift[k * Np + node];
      const int opposite = opposite_vertex<C>(k / Nfp);
      for (int d = 0; d < dim; ++d) {
        const T along = opposite == 0 ? lift : opposite == d + 1 ? -lift : T(0);
        for (int i = 0; i < n; ++i) g[d][i] += along * jumps[k * n + i];
      }
    }
    if (place > last) return;
    const Metric<T, dim> metric = pass.metric_at(node);
    T* const to = gradients_at<C>(arguments.viscous.gradients, pass.slot, node);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < dim; ++j) {
        T sum = T(0);
        for (int d = 0; d < dim; ++d) sum += metric[d][j] * g[d][i];
        to[i * dim + j] = sum;
      }
    if constexpr (has_artificial_viscosity<P>)
      to[n * dim] = viscous_length<C>(arguments, pass.slot, mode_squares<C>(arguments, [&](int mode) {
                                        return shared.modes[local * Np + mode];
                                      }));
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
