/// Connectivity: matches faces by their vertices in O(K log K), and periodic boundaries by translation.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// A face that belongs to a boundary group, by its vertices' node numbers (dim of them, any order).
struct TaggedFace {
  std::array<int, 3> vertices;  ///< the third is −1 in 2D
  int group;                    ///< index into boundary_names
  /// Else its name only says where it is: it gives way to groups, and may belong to no cell.
  bool is_in_group = true;
};

/// Cells that are folded over each other, and nothing else, are wrong.
struct FoldedCells : MeshError {
  using MeshError::MeshError;
};

/// Throws MeshError where there are more cells than int can number: their faces with all tags, and their
/// geometry nodes. Needs regions only, and comes before the cells' nodes are read.
void check_size(const Mesh& mesh, std::size_t n_tagged);

/// Fills neighbor, neighbor_face, orientation and boundary; cells must be oriented. Throws MeshError for
/// duplicate cells, faces with more than two cells, cells folded over each other (FoldedCells), hanging nodes
/// (a non-conforming mesh), and what check_size throws. Faces in several groups get the label of all of them
/// (base/labels.hpp). Those in a group that belong to no cell are appended to `stray`; where that is null
/// they are an error.
void connect(Mesh& mesh, const std::vector<TaggedFace>& tagged, std::vector<TaggedFace>* stray = nullptr);

/// Vertices of exterior faces that lie inside another exterior face (straight-sided, to 1e-9 of its size):
/// one text for each, naming the vertex and the face. Needs a connected mesh.
std::vector<std::string> find_hanging_nodes(const Mesh& mesh);

/// Pairs of exterior faces that lie on each other though each has nodes of its own, as where a model has a
/// surface twice: one text for each two regions. Needs a connected mesh.
std::vector<std::string> find_duplicate_faces(const Mesh& mesh);

/// Joins each exterior face to the face formed by the images of its vertices: `images` are pairs of a node
/// and its image under one translation. Adds the pairs of groups that became neighbours to periodic_pairs.
/// Returns how many pairs of faces are in no group.
int connect_images(Mesh& mesh, const std::vector<std::array<int, 2>>& images);

/// Parts the faces of two groups that images joined, and takes the pair out of periodic_pairs. Returns their
/// number.
int part_periodic(Mesh& mesh, const std::string& from, const std::string& to);

/// Joins two exterior boundary groups whose faces are translates of each other (to 1e-6 of the domain's
/// size). Does nothing where they are joined already. Throws MeshError naming the group and the first face
/// without a partner.
void connect_periodic(Mesh& mesh, const std::string& from, const std::string& to);

}  // namespace dgsolve
