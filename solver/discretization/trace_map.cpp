#include "solver/discretization/trace_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "solver/discretization/cell_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {
namespace {

/// Points of faces that meet coincide to this share of the domain's size, which is larger than the 1e-8 to
/// which connect_periodic joins vertices.
constexpr double tolerance = 1e-7;

double domain_size(const Mesh& mesh) {
  const auto [lower, upper] = bounding_box(mesh.nodes);
  return std::max({upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]});
}

/// Checks the coordinates of a mesh's faces, and reports the first wrong ones.
class FaceCheck {
 public:
  FaceCheck(const Mesh& mesh, const std::vector<bool>& cuts)
      : mesh_(mesh),
        cuts_(cuts),
        // Nodes of the geometric order: where these coincide, the faces coincide everywhere.
        element_(mesh.dim, mesh.geometry_order),
        coordinates_(map_points(mesh, element_.nodes)),
        tolerance_(tolerance * domain_size(mesh)) {}

  bool cut(int e, int f) const {
    const int group = mesh_.boundary[e * mesh_.n_faces() + f];
    return group >= 0 && cuts_[group];
  }

  void check(int e, int f) {
    const int face = e * mesh_.n_faces() + f;
    const int neighbor = mesh_.neighbor[face];
    if (neighbor < 0) {
      if (!cut(e, f)) fail(e, f, "has no neighbour and no boundary condition");
      return;
    }
    const int back = neighbor * mesh_.n_faces() + mesh_.neighbor_face[face];
    if (mesh_.neighbor[back] != e || mesh_.neighbor_face[back] != f)
      fail(e, f, "has a neighbour that is joined to another face");
    else if (cut(e, f) != cut(neighbor, mesh_.neighbor_face[face]))
      fail(e, f, "is a boundary of the problem on one side only");
    else if (!meets(e, f))
      fail(e, f, "does not coincide with its neighbour's");
  }

  void report() const {
    if (n_failures_ == 0) return;
    throw MeshError(fmt::format("{} faces are connected wrongly:{}{}", n_failures_, text_,
                                n_failures_ > shown ? "\n  …" : ""));
  }

 private:
  static constexpr int shown = 10;

  const double* node(int e, int n) const {
    return &coordinates_[(static_cast<std::size_t>(e) * element_.Np + n) * mesh_.dim];
  }

  /// Whether the neighbour's points coincide with ours; where the vertices differ (periodic), after a
  /// translation.
  bool meets(int e, int f) const {
    const int dim = mesh_.dim, face = e * mesh_.n_faces() + f;
    const int neighbor = mesh_.neighbor[face], fn = mesh_.neighbor_face[face], o = mesh_.orientation[face];
    bool same = true;
    for (int j = 0; j < dim; ++j)
      same = same && vertex(e, simplex(dim).face_vertex[f][j]) ==
                         vertex(neighbor, simplex(dim).face_vertex[fn][simplex(dim).permutation[o][j]]);
    double shift[3] = {};
    for (int k = 0; k < element_.Nfp; ++k) {
      const double* ours = node(e, element_.face_nodes[f * element_.Nfp + k]);
      const double* theirs =
          node(neighbor, element_.neighbor_nodes[(fn * simplex(dim).n_orientations + o) * element_.Nfp + k]);
      for (int d = 0; d < dim; ++d) {
        if (k == 0 && !same) shift[d] = theirs[d] - ours[d];
        if (!(std::abs(theirs[d] - ours[d] - shift[d]) <= tolerance_)) return false;
      }
    }
    return true;
  }

  int vertex(int e, int v) const {
    return mesh_.elements[static_cast<std::size_t>(e) * mesh_.nodes_per_element + v];
  }

  void fail(int e, int f, const char* what) {
    if (++n_failures_ > shown) return;
    const int group = mesh_.boundary[e * mesh_.n_faces() + f];
    text_ +=
        fmt::format("\n  face {} of cell {} {}, with vertices", f, e,
                    group < 0 ? "in no boundary group" : "in boundary group " + mesh_.boundary_names[group]);
    for (int j = 0; j < mesh_.dim; ++j)
      text_ += ' ' + format_point(mesh_.dim, mesh_.vertex(e, mesh_.shape().face_vertex[f][j]).data());
    text_ += std::string(", ") + what;
  }

  const Mesh& mesh_;
  const std::vector<bool>& cuts_;
  ReferenceElement element_;
  std::vector<double> coordinates_;  ///< [K][nodes of element_][dim]
  double tolerance_;
  int n_failures_ = 0;
  std::string text_;
};

}  // namespace

TraceMap::TraceMap(const Mesh& mesh, const std::vector<bool>& cuts)
    : neighbor(mesh.neighbor),
      neighbor_face(mesh.neighbor_face),
      orientation(mesh.orientation),
      boundary(mesh.neighbor.size(), -1) {
  if (cuts.size() != mesh.boundary_names.size())
    throw std::invalid_argument(fmt::format("TraceMap: {} boundary conditions for {} boundary groups",
                                            cuts.size(), mesh.boundary_names.size()));
  FaceCheck faces(mesh, cuts);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      faces.check(e, f);
      if (!faces.cut(e, f)) continue;
      const int face = e * mesh.n_faces() + f;
      neighbor[face] = e;
      neighbor_face[face] = static_cast<std::uint8_t>(f);
      orientation[face] = 0;  // every vertex meets itself
      boundary[face] = mesh.boundary[face];
    }
  faces.report();
}

TraceView TraceMap::view() const { return {neighbor, neighbor_face, orientation, boundary}; }

}  // namespace dgsolve
