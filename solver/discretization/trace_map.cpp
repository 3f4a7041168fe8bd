#include "solver/discretization/trace_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "mesh/base/collect.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {
namespace {

/// Points of faces that meet coincide to this share of the domain's size, which is larger than the 1e-6 to
/// which connect_periodic joins vertices.
constexpr double node_distance = 1e-5;

double domain_size(const Mesh& mesh) {
  const auto [lower, upper] = bounding_box(mesh.nodes);
  return std::max({upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]});
}

/// What is wrong with a face.
struct BadFace {
  int e, f;
  const char* what;
};

/// Checks a mesh's faces by their coordinates.
class FaceCheck {
 public:
  FaceCheck(const Mesh& mesh, const std::vector<bool>& cuts)
      : mesh_(mesh),
        cuts_(cuts),
        // Nodes of the geometric order: where these coincide, the faces coincide everywhere.
        element_(mesh.dim, mesh.geometry_order),
        map_(mesh, element_.nodes),
        tolerance_(node_distance * domain_size(mesh)) {}

  bool cut(int e, int f) const {
    const int group = mesh_.boundary[e * mesh_.n_faces() + f];
    return group >= 0 && cuts_[group];
  }

  /// null: nothing.
  const char* problem_of(int e, int f) const {
    const int face = e * mesh_.n_faces() + f;
    const int neighbor = mesh_.neighbor[face];
    if (neighbor < 0) return cut(e, f) ? nullptr : "has no neighbour and no boundary condition";
    const int back = neighbor * mesh_.n_faces() + mesh_.neighbor_face[face];
    if (mesh_.neighbor[back] != e || mesh_.neighbor_face[back] != f)
      return "has a neighbour that is joined to another face";
    if (cut(e, f) != cut(neighbor, mesh_.neighbor_face[face]))
      return "is a boundary of the problem on one side only";
    return meets(e, f) ? nullptr : "does not coincide with its neighbour's";
  }

  void report(const std::vector<BadFace>& bad) const {
    constexpr std::size_t shown = 10;
    if (bad.empty()) return;
    std::string text;
    for (const BadFace& face : std::span(bad).first(std::min(bad.size(), shown))) text += text_of(face);
    throw MeshError(fmt::format("{} faces are connected wrongly:{}{}", bad.size(), text,
                                bad.size() > shown ? "\n  …" : ""));
  }

 private:
  /// Whether the neighbour's points coincide with ours; where the vertices differ (periodic), after a
  /// translation.
  bool meets(int e, int f) const {
    const int dim = mesh_.dim, face = e * mesh_.n_faces() + f;
    const int neighbor = mesh_.neighbor[face], fn = mesh_.neighbor_face[face], o = mesh_.orientation[face];
    bool same = true;
    for (int j = 0; j < dim; ++j)
      same = same && vertex(e, simplex(dim).face_vertex[f][j]) ==
                         vertex(neighbor, simplex(dim).face_vertex[fn][simplex(dim).permutation[o][j]]);
    if (same && is_straight(mesh_, e) && is_straight(mesh_, neighbor)) return true;
    std::vector<double> ours(element_.nodes.size()), theirs(element_.nodes.size());
    map_.coordinates(e, ours.data());
    map_.coordinates(neighbor, theirs.data());
    double shift[3] = {};
    for (int k = 0; k < element_.Nfp; ++k) {
      const double* here = &ours[element_.face_nodes[f * element_.Nfp + k] * dim];
      const double* there =
          &theirs[element_.neighbor_nodes[(fn * simplex(dim).n_orientations + o) * element_.Nfp + k] * dim];
      for (int d = 0; d < dim; ++d) {
        if (k == 0 && !same) shift[d] = there[d] - here[d];
        if (!(std::abs(there[d] - here[d] - shift[d]) <= tolerance_)) return false;
      }
    }
    return true;
  }

  int vertex(int e, int v) const {
    return mesh_.elements[static_cast<std::size_t>(e) * mesh_.nodes_per_element + v];
  }

  std::string text_of(const BadFace& face) const {
    const int group = mesh_.boundary[face.e * mesh_.n_faces() + face.f];
    std::string text =
        fmt::format("\n  face {} of cell {} {}, with vertices", face.f, face.e,
                    group < 0 ? "in no boundary group" : "in boundary group " + mesh_.boundary_names[group]);
    for (int j = 0; j < mesh_.dim; ++j)
      text +=
          ' ' + format_point(mesh_.dim, mesh_.vertex(face.e, mesh_.shape().face_vertex[face.f][j]).data());
    return text + ", " + face.what;
  }

  const Mesh& mesh_;
  const std::vector<bool>& cuts_;
  ReferenceElement element_;
  CellMap map_;  ///< to the nodes of element_
  double tolerance_;
};

}  // namespace

TraceMap::TraceMap(const Mesh& mesh, const std::vector<bool>& cuts)
    : neighbor(mesh.neighbor.size()),
      neighbor_face(neighbor.size()),
      orientation(neighbor.size()),
      boundary(neighbor.size()) {
  if (cuts.size() != mesh.boundary_names.size())
    throw std::invalid_argument(fmt::format("TraceMap: {} boundary conditions for {} boundary groups",
                                            cuts.size(), mesh.boundary_names.size()));
  const FaceCheck faces(mesh, cuts);
  faces.report(collect<BadFace>(mesh.n_elements(), [&](int e, std::vector<BadFace>& bad) {
    for (int f = 0; f < mesh.n_faces(); ++f) {
      if (const char* what = faces.problem_of(e, f)) bad.push_back({e, f, what});
      const int face = e * mesh.n_faces() + f;
      const bool cut = faces.cut(e, f);  // there every vertex meets itself
      neighbor[face] = cut ? e : mesh.neighbor[face];
      neighbor_face[face] = cut ? static_cast<std::uint8_t>(f) : mesh.neighbor_face[face];
      orientation[face] = cut ? 0 : mesh.orientation[face];
      boundary[face] = cut ? mesh.boundary[face] : -1;
    }
  }));
}

TraceView TraceMap::view() const { return {neighbor, neighbor_face, orientation, boundary}; }

}  // namespace dgsolve
