/// Gmsh's current model: opened from a script, a CAD file or a .msh, and meshed. Needs a session.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/gmsh/gmsh_reader.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

using DimTags = std::vector<std::pair<int, int>>;

/// Dimension and tag of the model's parts of one dimension.
DimTags entities(int dim);

/// A type of Gmsh's elements, by its number. Gmsh's exception passes through the constructor where no type
/// has that number.
struct ElementType {
  explicit ElementType(int number);
  bool is_simplex() const { return n_primary == dim + 1; }

  int number;
  std::string name;
  int dim, order, n_nodes, n_primary;
  std::vector<double> nodes;  ///< [n_nodes][dim], on the simplex with vertices 0 and unit vectors
};

std::vector<PeriodicEntity> periodic_entities(int dim);

/// Runs an action of Gmsh and throws MeshError with the errors that Gmsh logs.
void run_logged(const std::function<void()>& action);

/// Opens a file, meshes what is not meshed, and refines. Cells of scripts and CAD files are straight until
/// their geometric order is set. Appends to `notes`. Throws MeshError.
void make_mesh(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes);

/// Meshes volumes again where a few flat tetrahedra would hold the time step down, and keeps what is better
/// (gmsh_slivers.cpp). Appends to `notes`.
void improve_slivers(std::vector<std::string>& notes);

/// Whether lines or surfaces of the model are of a kind that may be curved (gmsh_curvature.cpp).
bool may_be_curved();
/// How far straight cells are from the curved geometry; they stay straight. Needs straight cells.
FlatCells measure_flat_cells();

}  // namespace dgsolve
