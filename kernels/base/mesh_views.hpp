/// What kernels read of a reference element, a mesh's geometry and who meets whom: plain views of tables that
/// the solver keeps. Double, all matrices row-major.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace dgsolve {

/// Reference operators of order N on straight-sided cells; all matrices row-major.
struct ReferenceView {
  int dim, N, Np, Nfp, n_faces;
  std::span<const double> D;        ///< [dim][Np][Np]: Dr, Ds, Dt
  std::span<const double> lift;     ///< [Np][n_faces·Nfp]: M⁻¹ times the face mass matrices
  std::span<const int> face_nodes;  ///< [n_faces][Nfp]: Fmask
  int n_orientations;
  /// [n_faces of the neighbour][n_orientations][Nfp]: the neighbour's volume node that meets our face node.
  std::span<const int> neighbor_nodes;
  std::span<const int> face_vertices;  ///< [n_faces][dim]: the cell's vertices that are the face's
  /// [n_faces of the neighbour][n_orientations][dim]: the neighbour's vertex that meets our face's vertex.
  std::span<const int> neighbor_vertices;
};

/// Quadrature operators of order N, for curved cells; M is the reference mass matrix, W the weights.
struct QuadratureView {
  int Nq, Nfq;                           ///< points in the cell, points on a face
  std::span<const double> weights;       ///< [Nq]
  std::span<const double> V;             ///< [Nq][Np]: nodes → points
  std::span<const double> D;             ///< [dim][Nq][Np]: nodes → derivatives at points
  std::span<const double> project;       ///< [Np][Nq]: M⁻¹ Vᵀ W
  std::span<const double> project_D;     ///< [dim][Np][Nq]: M⁻¹ D_iᵀ W
  std::span<const double> face_V;        ///< [Nfq][Nfp]: face nodes → face points
  std::span<const double> face_project;  ///< [Np][n_faces·Nfq]: M⁻¹ V_fᵀ W_f
  std::span<const double> face_weights;  ///< [Nfq]: W_f
};

/// Geometric factors of a straight-sided cell, the same all over it.
struct StraightCell {
  double jacobian;                 ///< J
  std::array<double, 9> metric;    ///< [dim][dim]: ∂r_i/∂x_j (rx, ry, rz, sx, …), 1/m
  std::array<double, 12> normals;  ///< [n_faces][dim]: outward unit normal
  std::array<double, 4> f_scale;   ///< [n_faces]: sJ/J, 1/m
  double smallest_altitude;        ///< m: 2J / max sJ
};

/// Curved tetrahedra whose fields are taken in covariant components, a_i = a·∂x/∂r_i (solver/README.md): what
/// they need beside QuadratureView, whose rules are theirs then. Tangents of the map are [point][i][axis],
/// ∂x/∂r_i. Functions are of a curved cell; several threads call them.
struct CovariantView {
  std::span<const double> lift;          ///< [Nq][n_faces·Nfp]: V LIFT
  std::span<const double> face_project;  ///< [Nfp][Nfq]: M_f⁻¹ V_fᵀ W_f, of the reference face
  using Tangents = std::function<void(int element, double* to)>;
  Tangents at_points;       ///< [Nq][3][3]
  Tangents at_nodes;        ///< [Np][3][3]
  Tangents at_face_points;  ///< [n_faces][Nfq][3][3]
  Tangents of_chords;       ///< [3][3]: of the straight cell through the vertices
};

/// Geometric factors. Cells are numbered as in the mesh; `curved_index` finds a curved cell's entry.
struct GeometryView {
  std::span<const int> curved_index;  ///< [K]: place among the curved cells, −1: straight-sided
  /// The factors of a straight-sided cell. They are computed at each call: a table would take 208 bytes a
  /// tetrahedron, three times what the mesh does. Several threads call it.
  std::function<StraightCell(int element)> straight;
  // Curved cells, [Kc]…
  std::span<const double> curved_metric;    ///< [Kc][Nq][dim][dim]: J ∂r_i/∂x_j
  std::span<const double> curved_jacobian;  ///< [Kc][Nq]: J
  std::span<const double> curved_normals;   ///< [Kc][n_faces][Nfq][dim]: outward normal times sJ
  CovariantView covariant = {};             ///< in place of these where curved cells are covariant
};

/// Who meets whom, and what stands at the boundary. All [K][n_faces].
struct TraceView {
  std::span<const int> neighbor;  ///< element across the face; at a boundary the element itself
  std::span<const std::uint8_t> neighbor_face;
  std::span<const std::uint8_t> orientation;
  /// Index into the problem's boundary conditions, −1: an interior (or periodic) face.
  std::span<const int> boundary;
  /// The same of faces that keep their neighbours and have data too; empty: there are no such faces.
  std::span<const int> interface = {};

  /// The condition at a side, of either kind; −1: none.
  int condition(std::size_t side) const {
    return boundary[side] >= 0 || interface.empty() ? boundary[side] : interface[side];
  }
};

}  // namespace dgsolve
