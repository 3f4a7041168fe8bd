/// Gmsh's current model: opened from a script, a CAD file or a .msh, meshed, and read. All but the session
/// needs one. Gmsh's own exceptions, texts or std::runtime_error by its version, pass through.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/element_type.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/gmsh/mesh_options.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

/// Gmsh from now to the end of the process, which is one of its own: on one thread, and its messages go to
/// the process's output. It is not finalised, which may fail.
class GmshSession {
 public:
  GmshSession();

  /// While it lives, the process has its own number of threads again, for work that is not Gmsh's.
  class OwnThreads {
   public:
    explicit OwnThreads(const GmshSession& session);
    ~OwnThreads();
    OwnThreads(const OwnThreads&) = delete;
    OwnThreads& operator=(const OwnThreads&) = delete;

   private:
    int of_gmsh_;
  };

 private:
  int threads_;
};

struct ElementTypeCount {
  ElementType type;
  std::size_t n;  ///< elements of that type
};

ElementType element_type(int number);
/// For check_msh.
ElementShape element_shape(int type);
/// Opens a .msh, whose content check_msh may have changed. Gmsh would also read post-processing data and
/// partitions: it crashes on some of them, and others take any amount of memory. It is given a copy without
/// them.
void open_msh(const std::filesystem::path& file, const std::string& content, bool is_changed);
/// How a file wants its mesh.
struct ModelWishes {
  double unit = 1;         ///< of its lengths, of those that mesh.scale converts to metres
  int geometry_order = 1;  ///< as a script's Mesh.ElementOrder
  double enclosed = 0;     ///< volume that an STL file's facets enclose, in its unit; 0: no such file
};

/// Opens a script or a CAD file, and meshes its curves and surfaces with straight cells. Appends to `notes`.
/// Throws MeshError.
ModelWishes mesh_model(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes);
bool has_volumes();
/// Splits all cells, so many times. Throws MeshError where Gmsh would lose something.
void refine_mesh(int times, MeshFileKind kind);

/// [n][4][xyz]: the vertices of straight tetrahedra.
std::vector<double> tetrahedra();
/// Meshes the volumes. Delaunay's algorithm makes the surfaces again, the same; HXT may change them.
void generate_volumes(VolumeAlgorithm algorithm);
/// The mesh of the entities of a dimension, straight simplices, for `put_tetrahedra`.
std::vector<double> take_simplices(int dim);
/// Gives it to volumes, whose surfaces must be the same.
void put_tetrahedra(const std::vector<double>& numbers);

/// Of the model's lines and surfaces that are not straight by their kind: points on a grid of their
/// parameters, [n^dim][xyz]; none where there are no parameters.
struct SampledEntity {
  int dim;
  std::vector<double> points;
};
std::vector<SampledEntity> sample_entities(int n);
/// Moves the cells' nodes to the model's curves and surfaces.
void set_geometric_order(int order);
/// [n][3][xyz]: ends and middle of the edges of faces on the model's curves (2D) or surfaces. Needs the
/// geometric order 2.
std::vector<double> quadratic_edges();

/// 3 for tetrahedra, else 2. Throws MeshError for a mesh without cells.
int mesh_dimension();
std::vector<ElementTypeCount> element_types(int dim);
/// Cells of that type, their faces, groups and periodic pairs. Coordinates are multiplied by the unit. split:
/// cells and faces of other shapes are cut into simplices; appends to `notes`, and throws MeshError.
GmshData take_data(const ElementType& cell_type, double unit, bool split, std::vector<std::string>& notes);
/// At the geometry's nodes, and at quadrature points of twice its order.
ShapeGradients shape_gradients(const ElementType& type);

/// [node][xyz]
std::vector<double> node_coordinates();
void move_nodes(const std::vector<double>& to);
/// Untangles curved cells. It may not end.
void optimise_curved_cells();

}  // namespace dgsolve
