/// The first pass of a stage with a viscous flux: gradients of its variables at the nodes,
///   ∇w = Σ_d ∇r_d g_d,   g_d = D_d w + Σ_f s_fd LIFT_f (ŵ − w),
/// where ŵ is the giving side's trace, and sJ n = J Σ_d s_fd ∇r_d: −1 for the face opposite to vertex d + 1,
/// and 1 for all d for that opposite to vertex 0. In curved cells too this is the gradient that LDG means:
/// reference coordinates do not see the geometry. Behind them stands the length of an artificial viscosity.
#pragma once

#include "kernels/host/simd/products.hpp"
#include "kernels/host/waves/cells/point_geometry.hpp"
#include "kernels/host/waves/cells/rough_cells.hpp"
#include "kernels/waves/traits/viscous_flux.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T, bool is_curved>
struct GradientBlock {
  using B = Block<P, T>;
  using Number = Pack<T>;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int n = P::n_gradient_variables, n_slopes = n * dim, n_values = n_gradients<P>();
  static constexpr int R = rows_per_panel(n_fields);  ///< as all panels of the problem
  using Variables = Vec<Number, n>;

  /// Own nodal values, columns, products with them; traces of one face from across.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t columns = tables.Np + n_faces * tables.Nfp;
    return W * (tables.Np * (Nodes<P, T>::values_per_node + n_slopes) + columns * n + tables.Nfp * n_fields);
  }

  /// to[Nfp][n][lane]: ŵ − w at the nodes of a face.
  static DGSOLVE_INLINE void jumps(const B& block, const Nodes<P, T>& nodes, const T* w, int face, T* traces,
                                   T* to) {
    const host::Tables<T>& tables = block.tables;
    const int* face_nodes = tables.faces.nodes + face * tables.Nfp;
    const auto takes = Number::load(tables.viscous.faces + (block.index * n_faces + face) * 2 * W);
    const auto c_p = block.region_coefficients(block.neighbors(face));
    const typename B::template Across<n_fields> ahead(block.later(), face, block.step.u);
    block.template gather<n_fields>(face, block.step.u, traces);
    for (int m = 0; m < tables.Nfp; ++m) {
      ahead.prefetch_node(m);
      const Variables across = P::gradient_variables(block.template record<n_fields>(traces, m), c_p),
                      own = load<n>(w + face_nodes[m] * n * W);
      Variables jump;
      for (int i = 0; i < n; ++i) jump[i] = takes * (across[i] - own[i]);
      store(jump, to + m * n * W);
    }
    block.for_boundary_lanes(
        face, [&](const host::BoundaryFace& boundary) { set_boundary_jump(block, nodes, boundary, to); });
  }

  /// … of one lane at a boundary: the projection of what it is at the face's points.
  static void set_boundary_jump(const B& block, const Nodes<P, T>& nodes, const host::BoundaryFace& boundary,
                                T* to) {
    const host::Tables<T>& tables = block.tables;
    const int lane = boundary.lane, Nfp = tables.Nfp, Nfq = tables.points.Nfq;
    const int* face_nodes = tables.faces.nodes + boundary.face * Nfp;
    const auto c = lane_of(nodes.region, lane);
    const PointGeometry<P::dim, T, is_curved> geometry(tables, block.index);
    for (int m = 0; m < Nfp; ++m)
      for (int i = 0; i < n; ++i) to[(m * n + i) * W + lane] = 0;
    for (int q = 0; q < Nfq; ++q) {
      Vec<T, n_fields> u{};
      for (int m = 0; m < Nfp; ++m)
        for (int f = 0; f < n_fields; ++f)
          u[f] += tables.viscous.face_values[q * Nfp + m] *
                  nodes.state[(face_nodes[m] * n_fields + f) * W + lane];
      const Vec<T, n> jump = boundary_variables_jump<P>(boundary.type, u, block.data(boundary, q),
                                                        lane_of(geometry.normal(boundary.face, q), lane), c);
      for (int m = 0; m < Nfp; ++m)
        for (int i = 0; i < n; ++i)
          to[(m * n + i) * W + lane] += tables.viscous.face_project[m * Nfq + q] * jump[i];
    }
  }

  /// ∂r_d/∂x_j at a node.
  static DGSOLVE_INLINE const T* metric_at(const host::Tables<T>& tables, int index, int node) {
    if constexpr (is_curved)
      return tables.viscous.metric +
             layout::block(index - tables.curved.first_block, tables.Np * dim * dim, W) +
             node * dim * dim * W;
    else
      return tables.straight.geometry + layout::block(index, dim * dim + n_faces * (dim + 1), W);
  }

  /// to: as states, with n_values values a node.
  static void gradients(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                        T* to) {
    const B block{tables, step, index};
    const Nodes<P, T> nodes(block, scratch);
    const int Np = tables.Np, Nfp = tables.Nfp;
    T* const w = scratch + Np * Nodes<P, T>::values_per_node * W;
    T* const jump = w + Np * n * W;
    T* const products = jump + n_faces * Nfp * n * W;  // [d][node][n][lane]
    T* const traces = products + Np * n_slopes * W;
    for (int node = 0; node < Np; ++node)
      store(P::gradient_variables(nodes.u(node), nodes.region), w + node * n * W);
    for (int face = 0; face < n_faces; ++face)
      jumps(block, nodes, w, face, traces, jump + face * Nfp * n * W);
    for (int d = 0; d < dim; ++d)
      for_panels<R>(tables.viscous.gradients[d], Np, Np + 2 * Nfp, [&]<int rows>(int row, const T* panel) {
        Number sum[rows][n];
        set_zero(sum);
        multiply_add(sum, panel, w, Np);
        panel += Np * rows;
        for (const int face : tables.viscous.lifted_faces[d]) {
          multiply_add(sum, panel, jump + face * Nfp * n * W, Nfp);
          panel += Nfp * rows;
        }
        for (int r = 0; r < rows && row + r < Np; ++r)
          for (int i = 0; i < n; ++i) sum[r][i].store(products + ((d * Np + row + r) * n + i) * W);
      });
    T* const own = block.template own<n_values>(to);
    Vec<Number, n_values> record{};
    if constexpr (has_artificial_viscosity<P>)
      record[n_slopes] = viscous_lengths<P>(tables, index, nodes.state);
    for (int node = 0; node < Np; ++node) {
      const T* const metric = metric_at(tables, index, node);
      for (int i = 0; i < n_slopes; ++i) record[i] = Number(0);
      for (int d = 0; d < dim; ++d) {
        const auto along = load<dim>(metric + d * dim * W);
        const Variables g = load<n>(products + (d * Np + node) * n * W);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < dim; ++j) record[i * dim + j] += along[j] * g[i];
      }
      store(Records<T, n_values>::from_packs(record), own + node * n_values * W);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE
