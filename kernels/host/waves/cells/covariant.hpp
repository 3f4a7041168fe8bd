/// A stage on a block of curved cells of an equation with a curl pair, in covariant components:
///   Q ∂â/∂t = P W V r_a,   Q ∂b̂/∂t = P W V r_b,   W_il = (∂x/∂r_i·∂x/∂r_l)/J,
///   r_a = ∇̂×b̂ − LIFT √g n×(b − b*),   r_b = −∇̂×â + LIFT √g n×(a − a*),
/// where the curls with their lifts are the reference element's, exact and free of metric, and P W V is the
/// weight-adjusted mass inverse with a matrix weight (Chan, Int. J. Numer. Meth. Eng. 113 (2018) 1779,
/// doi:10.1002/nme.5720). Faces with a neighbour are collocated at their nodes, with a metric in the penalty
/// that both sides share; at a boundary the flux is projected from quadrature points with the true metric.
/// States are Cartesian.
#pragma once

#include "kernels/host/waves/cells/covariant_faces.hpp"
#include "kernels/host/waves/cells/group_model.hpp"
#include "kernels/waves/traits/symmetric.hpp"

namespace DGSOLVE_NAMESPACE {

/// A block of curved cells.
template <class P, class T>
struct CovariantBlock {
  using B = Block<P, T>;
  using Update = NodeUpdate<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Face = CovariantFace<P, T>;
  static constexpr int W = B::W, n_faces = B::n_faces, R = rows_per_panel(6);

  /// Own nodal values, Cartesian and covariant; columns of faces, which are first the traces from across;
  /// values at the cell's points; columns at the points of a face at a boundary.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * (tables.Np * 12 + n_faces * tables.Nfp * 6 + tables.points.Nq * 6 + tables.points.Nfq * 4);
  }

  /// Turns traces from across, [n_faces·Nfp][lane][field], to what faces add to the curls of a and b,
  /// [n_faces·Nfp][6][lane].
  static DGSOLVE_INLINE void face_columns(const B& block, const Nodes<P, T>& nodes,
                                          const CovariantNodes<P, T>& own, T* columns, T* at_points,
                                          int (&vanishing)[n_faces]) {
    const host::Tables<T>& tables = block.tables;
    for (int number = 0; number < n_faces; ++number, columns += tables.Nfp * 6 * W) {
      const Face face(block, number, nodes.region);
      vanishing[number] = face.vanishing();
      bool at_a_boundary = false;
      block.for_boundary_lanes(number, [&](const host::BoundaryFace& boundary) {
        if (boundary.is_interface()) [[unlikely]]
          return block.add_data(boundary, columns);
        at_a_boundary = true;
      });
      const typename B::template Across<6> ahead(block.later(), number, block.step.u);
      for (int m = 0; m < tables.Nfp; ++m) {
        ahead.prefetch_node(m);
        const int node = tables.faces.nodes[number * tables.Nfp + m];
        auto jump = face.of_covariant(own.at(node));
        const auto across =
            face.of_cartesian(own.maps + node * own.map_values * W, block.template record<6>(columns, m));
        for (int i = 0; i < 4; ++i) jump[i] -= across[i];
        face.put(face.minus_n_x(face.difference(jump)), columns + m * 6 * W);
      }
      if (at_a_boundary) [[unlikely]]
        set_boundary_columns(block, nodes, own, number, face, columns, at_points);
    }
  }

  /// Overwrites the lanes of a face that are at a boundary; at_points: [Nfq][4][lane].
  __attribute__((noinline)) static void set_boundary_columns(const B& block, const Nodes<P, T>& nodes,
                                                             const CovariantNodes<P, T>& own, int number,
                                                             const Face& face, T* columns, T* at_points) {
    const host::Tables<T>& tables = block.tables;
    const int Nfq = tables.points.Nfq;
    const auto parameters = flux_parameters<P, T>(tables);
    for (int i = 0; i < Nfq * 4 * W; ++i) at_points[i] = 0;
    for_boundary_points(block, nodes, own, number, face, [&](const auto& boundary, int q, const auto& point) {
      const Vec<T, 4> column = point.column(parameters);
      for (int i = 0; i < 4; ++i) at_points[(q * 4 + i) * W + boundary.lane] = column[i];
    });
    for (int m = 0; m < tables.Nfp; ++m) {
      typename Face::Traces column;
      for (int i = 0; i < 4; ++i) column[i] = Number(0);
      for (int q = 0; q < Nfq; ++q) {
        const auto entry = Number::broadcast(tables.covariant.face_project + m * Nfq + q);
        for (int i = 0; i < 4; ++i) column[i] += entry * Number::load(at_points + (q * 4 + i) * W);
      }
      block.for_boundary_lanes(number, [&](const host::BoundaryFace& boundary) {
        if (!boundary.is_interface()) face.put_lane(column, boundary.lane, columns + m * 6 * W);
      });
    }
  }

  static DGSOLVE_NOINLINE void stage(const B& block, const Update& update, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const int Np = tables.Np, Nq = tables.points.Nq;
    const Nodes<P, T> nodes(block, scratch);
    const CovariantNodes<P, T> own(block, nodes, scratch + Np * 6 * W);
    T *faces = scratch + Np * 12 * W, *points = faces + n_faces * tables.Nfp * 6 * W;
    int vanishing[n_faces];
    for (int face = 0; face < n_faces; ++face)
      block.template gather<6>(face, block.step.u, faces + face * tables.Nfp * 6 * W);
    face_columns(block, nodes, own, faces, points + Nq * 6 * W, vanishing);

    const T* weights =
        tables.covariant.weights + layout::block(block.index - tables.curved.first_block, Nq * 6, W);
    const int depth = Np * 3 + n_faces * tables.Nfp;
    for_panels<R>(tables.covariant.rhs, Nq, depth, [&]<int rows>(int row, const T* panel) {
      Number curls[rows][6];
      set_zero(curls);
      curl_add(curls, panel, own.values, Np);
      panel += Np * 3 * rows;
      for (int face = 0; face < n_faces; ++face, panel += tables.Nfp * rows)
        CovariantForm<P, T>::face_add(curls, panel, faces + face * tables.Nfp * 6 * W, tables.Nfp,
                                      vanishing[face]);
#pragma GCC unroll 12
      for (int r = 0; r < rows; ++r) {
        const int q = row + r;
        if (q >= Nq) continue;
        prefetch(weights + (Nq + q) * 6 * W, 6 * W);  // of the next block
        const auto& [a0, a1, a2, b0, b1, b2] = curls[r];
        store(times_symmetric(load<6>(weights + q * 6 * W), Fields{{b0, b1, b2, -a0, -a1, -a2}}),
              points + q * 6 * W);
      }
    });
    for_products<R, 6>(tables.curved.project, Np, Nq, points, [&](int first, int last, T* rates) {
      for (int node = first; node < last; ++node) {
        T* const at = rates + (node - first) * 6 * W;
        store(own.to_cartesian(node, load<6>(at)), at);
      }
      update(block, nodes, first, last, rates);
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE
