/// Prisms over the faces of a plane, cut into simplices.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "mesh/base/faces.hpp"

namespace dgsolve {

/// Adds extruded cells to a mesh: prisms over faces in a plane, layer upon layer, each cut into three
/// tetrahedra, or two triangles in 2D. Faces share their prisms' sides, and translates of faces are cut
/// alike, for diagonals go from the vertex that comes first by its coordinates.
class Prisms {
 public:
  /// The planes that prisms begin and end at: coordinate + step·k along the axis.
  struct Axis {
    int axis;
    double step;  ///< m, outward, with its sign
  };
  Prisms(Mesh& mesh, Axis axis);

  /// The face's vertices in the order of their coordinates; the third is −1 in 2D.
  FaceVertices in_order(Side side) const;
  /// The cells of one layer, counted from 0, over a face that was the mesh's before.
  void add_cells(Side side, int layer, int region);
  /// The faces above an edge of a face (in 2D a vertex, the second is −1), or above the face itself.
  std::vector<FaceVertices> side_faces(std::array<int, 2> edge, int layer);
  FaceVertices top(Side side, int layer);

 private:
  using Shares = std::array<int, 4>;  ///< barycentric coordinates of a geometry node, in p-ths

  /// The node at `height` p-ths of a layer above one in the plane.
  int node_above(int node, int height);
  int vertex_above(int vertex, int layer) { return node_above(vertex, layer * mesh_.geometry_order); }
  /// Nodes of a face by their shares of its vertices.
  std::map<Shares, int> face_nodes(Side side, const FaceVertices& vertices) const;

  Mesh& mesh_;
  const Axis axis_;
  const double tolerance_;                        ///< of coordinates that count as equal, m
  std::vector<Shares> shares_;                    ///< [geometry node]
  std::unordered_map<std::uint64_t, int> above_;  ///< (node, height) → node
};

}  // namespace dgsolve
