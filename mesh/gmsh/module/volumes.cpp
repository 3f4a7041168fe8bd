#include "mesh/gmsh/module/volumes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/module/gmsh_model.hpp"

namespace dgsolve {
namespace {

struct Tetrahedron {
  double altitude;      ///< the smallest: 6 V over twice its largest face
  double longest_edge;  ///< 1.2 times the altitude of a regular one
};

/// x: [4][xyz].
Tetrahedron measure(const double* x) {
  Point v[4];
  for (int i = 0; i < 4; ++i) std::copy_n(x + 3 * i, 3, v[i].begin());
  const auto edge = [&](int from, int to) { return difference(v[to], v[from]); };
  const Point a = edge(0, 1), b = edge(0, 2), c = edge(0, 3), bc = cross(b, c);
  double face2 = 0, longest = 0;
  for (const Point& n : {cross(a, b), cross(a, c), bc, cross(edge(1, 2), edge(1, 3))})
    face2 = std::max(face2, length(n));
  for (const Point& e : {a, b, c, edge(1, 2), edge(1, 3), edge(2, 3)}) longest = std::max(longest, length(e));
  return {std::abs(dot(a, bc)) / face2, longest};
}

/// What holds the time step down, and what would without a few cells.
struct Cells {
  Tetrahedron smallest, usual;
  /// A small cell may be wanted; a flat one is not.
  bool has_slivers() const {
    return usual.altitude > 2 * smallest.altitude && smallest.altitude < 0.2 * smallest.longest_edge;
  }
};

/// x: [n][4][xyz], at least one.
Cells worst_cells(const std::vector<double>& x) {
  std::vector<Tetrahedron> found;
  for (std::size_t i = 0; i < x.size(); i += 12) found.push_back(measure(&x[i]));
  const auto few =
      static_cast<std::ptrdiff_t>(std::min(found.size() - 1, std::max<std::size_t>(1, found.size() / 200)));
  const auto is_lower = [](const Tetrahedron& a, const Tetrahedron& b) { return a.altitude < b.altitude; };
  std::nth_element(found.begin(), found.begin() + few, found.end(), is_lower);
  return {*std::min_element(found.begin(), found.begin() + few + 1, is_lower), found[few]};
}

/// The tetrahedra as HXT makes them; the model stays as it is. HXT is tried where a crash does no harm, and
/// where it may end too late. Nothing where it fails, or where it changes the surfaces.
std::optional<std::vector<double>> try_hxt(unsigned seconds) {
  return numbers_in_fork(seconds, [] {
    const std::vector<double> surfaces = take_simplices(2);
    generate_volumes(VolumeAlgorithm::hxt);
    if (take_simplices(2) != surfaces) throw MeshError("the surfaces are other ones now");
    return take_simplices(3);
  });
}

/// Meshes the volumes again, by HXT, where few flat tetrahedra would hold the time step down, and keeps what
/// is better: it optimises what it made better, but does not take all models.
void improve_slivers(std::vector<std::string>& notes) {
  const std::vector<double> x = tetrahedra();
  if (x.empty()) return;
  const Cells before = worst_cells(x);
  if (!before.has_slivers()) return;
  const std::vector<double> by_delaunay = take_simplices(3);
  const auto by_hxt = try_hxt(5 + static_cast<unsigned>(x.size() / 24000));
  if (!by_hxt) return;
  put_tetrahedra(*by_hxt);
  const Cells now = worst_cells(tetrahedra());
  if (now.smallest.altitude <= before.smallest.altitude) return put_tetrahedra(by_delaunay);
  notes.push_back(fmt::format(
      "volumes were meshed again, by the algorithm HXT: few flat cells would have held the time step down. "
      "The smallest altitude is {:.3g} instead of {:.3g} (in Gmsh's unit), most cells have {:.3g} or more",
      now.smallest.altitude, before.smallest.altitude, now.usual.altitude));
}

}  // namespace

// HXT takes nodes in the order of their addresses, on one thread too, so that its mesh depends on all that
// was in memory before: it is for those who ask for it.
void mesh_volumes(VolumeAlgorithm algorithm, std::vector<std::string>& notes) {
  if (algorithm == VolumeAlgorithm::hxt) {
    std::size_t n_triangles = 0;
    for (const ElementTypeCount& type : element_types(2)) n_triangles += type.n;
    const auto by_hxt = try_hxt(60 + static_cast<unsigned>(n_triangles / 100));
    if (!by_hxt)
      throw MeshError("mesh.algorithm: Gmsh's HXT cannot mesh these volumes; expected auto or delaunay");
    return put_tetrahedra(*by_hxt);
  }
  generate_volumes(VolumeAlgorithm::delaunay);
  if (algorithm == VolumeAlgorithm::automatic) improve_slivers(notes);
}

}  // namespace dgsolve
