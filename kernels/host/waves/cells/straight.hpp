/// A stage on a block of straight-sided cells: nodal collocation in strong form
///   Q ∂u/∂t = −Σ_i D_i F^i + LIFT·(sJ/J)(F·n − F*) + S,    F^i = ∇r_i·F
/// (Hesthaven & Warburton 2008, sections 6.2 and 10.2). Everything that meets LIFT and D is written to one
/// array of columns, the right-hand side is then one product a panel of rows, updated while in registers.
#pragma once

#include "kernels/host/simd/prefetch.hpp"
#include "kernels/host/waves/cells/forms.hpp"
#include "kernels/host/waves/cells/group_model.hpp"

namespace DGSOLVE_NAMESPACE {

/// A block of straight cells. Form: GenericForm or CovariantForm.
template <class P, class T, template <class, class> class Form>
struct StraightBlock {
  using B = Block<P, T>;
  using Update = NodeUpdate<P, T>;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int R = rows_per_panel(n_fields);

  /// Own nodal values; columns, which are first the traces from across; nodal coefficients across one face.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t columns = tables.Np * Form<P, T>::columns_per_node + n_faces * tables.Nfp * n_fields;
    return W * (tables.Np * Nodes<P, T>::values_per_node + columns + tables.Nfp * P::n_coefficients);
  }

  /// Overwrites the lanes of a face that are at a boundary by their exterior states, and adds the data in
  /// those at an interface; traces: [Nfp][lane][field].
  static DGSOLVE_INLINE void set_exterior(const B& block, const Nodes<P, T>& nodes, int face,
                                          const Vec<Pack<T>, dim>& n, T* traces) {
    const int* face_nodes = block.tables.faces.nodes + face * block.tables.Nfp;
    block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
      if (boundary.is_interface()) [[unlikely]]
        return block.add_data(boundary, traces);
      for (int m = 0; m < block.tables.Nfp; ++m) {
        const auto u_p = block.exterior(boundary, m, nodes.u(face_nodes[m]), n, nodes.c(face_nodes[m]));
        copy<n_fields>(u_p.v, traces + layout::record(n_fields, m, boundary.lane, W));
      }
    });
  }

  /// Turns traces from across, [n_faces·Nfp][lane][field], to (sJ/J)(F·n − F*), [n_faces·Nfp][field][lane].
  static DGSOLVE_INLINE void face_columns(const B& block, const Nodes<P, T>& nodes, const Form<P, T>& form,
                                          const T* geometry, T* columns, T* coefficient_traces) {
    const host::Tables<T>& tables = block.tables;
    const auto parameters = flux_parameters<P, Pack<T>>(tables);
    for (int face = 0; face < n_faces; ++face, columns += tables.Nfp * n_fields * W) {
      const auto n = load<dim>(geometry + (dim * dim + face * (dim + 1)) * W);
      const auto f_scale = Pack<T>::load(geometry + (dim * dim + face * (dim + 1) + dim) * W);
      set_exterior(block, nodes, face, n, columns);
      typename B::Coefficients region_p;
      if constexpr (P::nodal_coefficients)
        block.template gather<P::n_coefficients>(face, tables.media.values, coefficient_traces);
      else
        region_p = block.region_coefficients(block.neighbors(face));
      const auto c_across = [&](int m) -> decltype(auto) {
        if constexpr (P::nodal_coefficients)
          return block.template record<P::n_coefficients>(coefficient_traces, m);
        else
          return (region_p);
      };
      const typename B::template Across<n_fields> ahead(block.later(), face, block.step.u);
      for (int m = 0; m < tables.Nfp; ++m) {
        ahead.prefetch_node(m);
        const int node = tables.faces.nodes[face * tables.Nfp + m];
        const auto u_m = nodes.u(node), u_p = block.template record<n_fields>(columns, m);
        const auto& c_m = nodes.c(node);
        const auto& c_p = c_across(m);
        auto difference = flux_difference<P>(u_m, c_m, u_p, c_p, n, parameters);
        for (int f = 0; f < n_fields; ++f) difference[f] = f_scale * difference[f];
        store(form.face_column(difference), columns + m * n_fields * W);
      }
    }
  }

  static DGSOLVE_NOINLINE void stage(const B& block, const Update& update, T* scratch) {
    constexpr int factors = (dim * dim + n_faces * (dim + 1)) * W;
    const host::Tables<T>& tables = block.tables;
    const T* geometry = tables.straight.geometry + layout::block(block.index, factors, 1);
    prefetch(geometry + factors, factors);
    Vec<Vec<Pack<T>, dim>, dim> metric;
    for (int i = 0; i < dim; ++i) metric[i] = load<dim>(geometry + i * dim * W);
    const Form<P, T> form(metric);
    const Nodes<P, T> nodes(block, scratch);

    T* volume = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    T* faces = volume + tables.Np * Form<P, T>::columns_per_node * W;
    for (int face = 0; face < n_faces; ++face)
      block.template gather<n_fields>(face, block.step.u, faces + face * tables.Nfp * n_fields * W);
    form.volume_columns(nodes, tables.Np, volume);
    face_columns(block, nodes, form, geometry, faces, faces + n_faces * tables.Nfp * n_fields * W);

    const int depth = tables.Np * dim + n_faces * tables.Nfp;
    alignas(sizeof(Pack<T>)) T divergences[R * n_fields * W];
    for_panels<R>(tables.straight.rhs, tables.Np, depth, [&]<int rows>(int row, const T* panel) {
      Pack<T> sum[rows][n_fields];
      set_zero(sum);
      Form<P, T>::volume_add(sum, panel, volume, tables.Np);
      panel += tables.Np * dim * rows;
      for (int face = 0; face < n_faces; ++face, panel += tables.Nfp * rows)
        Form<P, T>::face_add(sum, panel, faces + face * tables.Nfp * n_fields * W, tables.Nfp,
                             tables.straight.normal_along[face]);
#pragma GCC unroll 12
      for (int r = 0; r < rows; ++r) store(form.result(sum[r]), divergences + r * n_fields * W);
      update(block, nodes, row, row + rows < tables.Np ? row + rows : tables.Np, divergences);
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE
