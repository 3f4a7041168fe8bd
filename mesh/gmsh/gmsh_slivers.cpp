#include <fmt/core.h>
#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "mesh/gmsh/gmsh_model.hpp"
#include "mesh/gmsh/guarded_work.hpp"

namespace dgsolve {
namespace {

constexpr int tetrahedron = 4;  ///< Gmsh's number of the type

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Tetrahedron {
  double altitude;      ///< the smallest: 6 V over twice its largest face
  double longest_edge;  ///< 1.2 times the altitude of a regular one
};

/// x: [4][xyz].
Tetrahedron measure(const double* x) {
  const auto edge = [x](int from, int to) {
    return Vector{x[3 * to] - x[3 * from], x[3 * to + 1] - x[3 * from + 1], x[3 * to + 2] - x[3 * from + 2]};
  };
  const auto length = [](const Vector& v) { return std::hypot(v[0], v[1], v[2]); };
  const Vector a = edge(0, 1), b = edge(0, 2), c = edge(0, 3), bc = cross(b, c);
  double face2 = 0, longest = 0;
  for (const Vector& n : {cross(a, b), cross(a, c), bc, cross(edge(1, 2), edge(1, 3))})
    face2 = std::max(face2, length(n));
  for (const Vector& e : {a, b, c, edge(1, 2), edge(1, 3), edge(2, 3)})
    longest = std::max(longest, length(e));
  return {std::abs(a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2]) / face2, longest};
}

/// What holds the time step down, and what would without a few cells.
struct Cells {
  Tetrahedron smallest, usual;
  /// A small cell may be wanted; a flat one is not.
  bool has_slivers() const {
    return usual.altitude > 2 * smallest.altitude && smallest.altitude < 0.2 * smallest.longest_edge;
  }
};

Cells cells() {
  std::vector<std::size_t> tags;
  std::vector<double> x, parameters;
  gmsh::model::mesh::getNodesByElementType(tetrahedron, tags, x, parameters, -1, false);
  std::vector<Tetrahedron> found;
  for (std::size_t i = 0; i < x.size(); i += 12) found.push_back(measure(&x[i]));
  const auto few =
      static_cast<std::ptrdiff_t>(std::min(found.size() - 1, std::max<std::size_t>(1, found.size() / 200)));
  const auto is_lower = [](const Tetrahedron& a, const Tetrahedron& b) { return a.altitude < b.altitude; };
  std::nth_element(found.begin(), found.begin() + few, found.end(), is_lower);
  return {*std::min_element(found.begin(), found.begin() + few + 1, is_lower), found[few]};
}

/// Gmsh's newer algorithm optimises what it made better, but does not take all models.
void mesh_with_hxt() {
  DimTags volumes = entities(3);
  gmsh::model::mesh::clear(volumes);  // the surfaces stay
  gmsh::option::setNumber("Mesh.Algorithm3D", 10);
  gmsh::model::mesh::generate(3);
}

}  // namespace

void improve_slivers(std::vector<std::string>& notes) {
  std::vector<std::size_t> tags, nodes;
  gmsh::model::mesh::getElementsByType(tetrahedron, tags, nodes);
  if (tags.size() < 2) return;
  const Cells before = cells();
  if (!before.has_slivers()) return;
  // Tried where a crash does no harm, and where it may end too late.
  const unsigned seconds = 5 + static_cast<unsigned>(tags.size() / 2000);
  const auto tried = run_in_fork(seconds, [] {
    mesh_with_hxt();
    return std::vector{cells().smallest.altitude};
  });
  if (!tried || tried->empty() || tried->front() <= before.smallest.altitude) return;
  run_logged(mesh_with_hxt);
  const Cells now = cells();
  notes.push_back(fmt::format(
      "volumes were meshed again, by the algorithm HXT: few flat cells would have held the time step down. "
      "The smallest altitude is {:.3g} instead of {:.3g} (in the file's unit), most cells have {:.3g} or "
      "more",
      now.smallest.altitude, before.smallest.altitude, now.usual.altitude));
}

}  // namespace dgsolve
