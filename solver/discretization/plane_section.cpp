#include "solver/discretization/plane_section.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "mesh/base/collect.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

constexpr int most_corners = 4;
using Shares = std::array<double, most_corners>;  ///< barycentric coordinates

Shares operator+(const Shares& a, const Shares& b) {
  Shares sum;
  for (int i = 0; i < most_corners; ++i) sum[i] = a[i] + b[i];
  return sum;
}
Shares operator*(double factor, const Shares& a) {
  Shares product;
  for (int i = 0; i < most_corners; ++i) product[i] = factor * a[i];
  return product;
}

/// A corner of a part of a cell.
struct Corner {
  Shares at;  ///< of the cell's vertices
  double height;
};

/// Signed distances from a plane; those below rounding are 0.
class Heights {
 public:
  Heights(const Mesh& mesh, const Plane& plane) : plane_(plane) {
    double largest = 0, size = 0;  // scaled first: the components' squares may over- or underflow
    for (const double n : plane.normal) largest = std::max(largest, std::abs(n));
    for (double& n : plane_.normal) n /= largest;
    const double norm = std::hypot(plane_.normal[0], plane_.normal[1], plane_.normal[2]);
    for (double& n : plane_.normal) n /= norm;
    for (const auto& node : mesh.nodes)
      for (int d = 0; d < 3; ++d) size = std::max(size, std::abs(node[d] - mesh.nodes.front()[d]));
    rounding_ = 1e-10 * size;
  }
  double exact(const std::array<double, 3>& x) const {
    double height = 0;
    for (int d = 0; d < 3; ++d) height += plane_.normal[d] * (x[d] - plane_.through[d]);
    return height;
  }
  double rounded(double height) const { return std::abs(height) < rounding_ ? 0 : height; }
  double at_vertex(const Mesh& mesh, int e, int v) const { return rounded(exact(mesh.vertex(e, v))); }

 private:
  Plane plane_;
  double rounding_;
};

/// The height over a curved cell, a polynomial.
class CurvedHeight {
 public:
  CurvedHeight(const Mesh& mesh, const Matrix& nodes_to_modes, const Heights& heights, int e)
      : dim_(mesh.dim), order_(mesh.geometry_order), modes_(nodes_to_modes.rows, 0.0) {
    for (int i = 0; i < mesh.nodes_per_element; ++i)
      for (int k = 0; k < nodes_to_modes.rows; ++k)
        modes_[k] += nodes_to_modes(k, i) * heights.exact(mesh.vertex(e, i));
  }
  double operator()(const Shares& at) const {
    std::vector<double> r;
    r.reserve(dim_);
    for (int d = 0; d < dim_; ++d) r.push_back(2 * at[d + 1] - 1);
    const Matrix values = basis(dim_, order_, r);
    double height = 0;
    for (int k = 0; k < values.cols; ++k) height += values(0, k) * modes_[k];
    return height;
  }

 private:
  const int dim_, order_;
  std::vector<double> modes_;
};

/// The zero of the height between a point below the plane and one above: regula falsi with the weight of an
/// end halved when it stays twice (the Illinois method: Dowell & Jarratt, BIT 11 (1971) 168).
Shares find_zero(const CurvedHeight& height, Shares below, Shares above, const Shares& guess) {
  double low = height(below), high = height(above);
  if (!(low < 0 && high > 0)) return guess;  // the plane touches a side
  Shares middle = guess;
  for (int iteration = 0, kept = 0; iteration < 60; ++iteration) {
    if (iteration > 0) middle = 1 / (high - low) * (high * below + -low * above);
    const double here = height(middle);
    if (here == 0 || high - low < 1e-300) break;
    double change = 0;
    const Shares& end = here < 0 ? below : above;
    for (int i = 0; i < most_corners; ++i) change = std::max(change, std::abs(middle[i] - end[i]));
    if (change < 1e-15) break;
    if (here < 0) {
      below = middle;
      low = here;
      if (kept == -1) high /= 2;
      kept = -1;
    } else {
      above = middle;
      high = here;
      if (kept == 1) low /= 2;
      kept = 1;
    }
  }
  return middle;
}

/// The parts of half the size of a reference simplex. Each corner lies midway between a pair of vertices
/// (Bey, Computing 55 (1995) 355).
using Pair = std::array<int, 2>;
const std::vector<std::vector<Pair>>& halved_parts(int dim) {
  static const std::vector<std::vector<Pair>> triangles = {
      {{0, 0}, {0, 1}, {0, 2}}, {{0, 1}, {1, 1}, {1, 2}}, {{0, 2}, {1, 2}, {2, 2}}, {{0, 1}, {1, 2}, {0, 2}}};
  static const std::vector<std::vector<Pair>> tetrahedra = {
      {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {{0, 1}, {1, 1}, {1, 2}, {1, 3}}, {{0, 2}, {1, 2}, {2, 2}, {2, 3}},
      {{0, 3}, {1, 3}, {2, 3}, {3, 3}}, {{0, 1}, {0, 2}, {0, 3}, {1, 3}}, {{0, 1}, {0, 2}, {1, 2}, {1, 3}},
      {{0, 2}, {0, 3}, {1, 3}, {2, 3}}, {{0, 2}, {1, 2}, {1, 3}, {2, 3}}};
  return dim == 2 ? triangles : tetrahedra;
}

/// The corners of a part's section, in order around it, in barycentric coordinates of the part. below:
/// whether each corner of the part lies below the plane.
std::vector<Shares> section_corners(std::span<const Corner> part, const std::vector<bool>& below) {
  std::vector<int> low, high;
  for (int i = 0; i < std::ssize(part); ++i) (below[i] ? low : high).push_back(i);
  std::vector<Pair> edges;
  for (const int i : low)
    for (const int j : high) edges.push_back({i, j});
  if (low.size() == 2 && high.size() == 2) std::swap(edges[2], edges[3]);  // around the quadrilateral
  std::vector<Shares> corners;
  for (const auto& [i, j] : edges) {
    // A corner in the plane may count as either side.
    const double rise = part[j].height - part[i].height, share = rise > 0 ? -part[i].height / rise : 0;
    Shares corner{};
    corner[i] = 1 - share;
    corner[j] += share;
    if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
  }
  return corners;
}

class Cutter {
 public:
  Cutter(const Mesh& mesh, std::span<const int> elements, const Plane& plane, std::span<const double> nodes)
      : mesh_(mesh),
        heights_(mesh_, plane),
        nodes_(nodes),
        nodes_to_modes_(geometry_modes(mesh_)),
        is_wanted_(mesh_.n_elements()) {
    for (const int e : elements) is_wanted_[e] = true;
  }

  void cut(int e, std::vector<SectionPiece>& pieces) const {
    const bool is_flat = is_straight(mesh_, e);
    if (is_flat && (lowest(e) > 0 || highest(e) < 0)) return;
    std::vector<Corner> vertices(mesh_.dim + 1);
    for (int v = 0; v <= mesh_.dim; ++v) {
      vertices[v] = {{}, heights_.at_vertex(mesh_, e, v)};
      vertices[v].at[v] = 1;
    }
    const bool takes_face = takes_face_from_above(e);
    if (is_flat) return cut(e, vertices, takes_face, std::nullopt, pieces);
    const CurvedHeight height(mesh_, nodes_to_modes_, heights_, e);
    for (const auto& part : halved_parts(mesh_.dim)) {
      std::vector<Corner> corners;
      for (const auto& [i, j] : part) {
        const Shares at = 0.5 * vertices[i].at + 0.5 * vertices[j].at;
        corners.push_back({at, heights_.rounded(height(at))});
      }
      cut(e, corners, takes_face, height, pieces);
    }
  }

 private:
  /// A face in the plane belongs to the cell below it; to the cell above where the one below is not wanted.
  bool takes_face_from_above(int e) const {
    if (lowest(e) < 0) return false;
    for (int f = 0; f < mesh_.n_faces(); ++f) {
      bool in_plane = true;
      for (int v = 0; v < mesh_.dim; ++v)
        in_plane = in_plane && heights_.at_vertex(mesh_, e, mesh_.shape().face_vertex[f][v]) == 0;
      const int other = mesh_.neighbor[e * mesh_.n_faces() + f];
      if (in_plane && (other < 0 || !is_wanted_[other] || lowest(other) >= 0)) return true;
    }
    return false;
  }
  double lowest(int e) const {
    double least = heights_.at_vertex(mesh_, e, 0);
    for (int v = 1; v <= mesh_.dim; ++v) least = std::min(least, heights_.at_vertex(mesh_, e, v));
    return least;
  }
  double highest(int e) const {
    double most = heights_.at_vertex(mesh_, e, 0);
    for (int v = 1; v <= mesh_.dim; ++v) most = std::max(most, heights_.at_vertex(mesh_, e, v));
    return most;
  }

  void cut(int e, std::span<const Corner> part, bool zero_is_below, const std::optional<CurvedHeight>& height,
           std::vector<SectionPiece>& pieces) const {
    std::vector<bool> below;
    for (const Corner& corner : part)
      below.push_back(corner.height < 0 || (zero_is_below && corner.height == 0));
    const std::vector<Shares> corners = section_corners(part, below);
    const std::size_t n = mesh_.dim;  // corners of a piece
    for (std::size_t last = n - 1; last < corners.size(); ++last) {
      std::vector<Shares> piece = {corners[0]};
      for (std::size_t i = last + 2 - n; i <= last; ++i) piece.push_back(corners[i]);
      add(e, part, below, piece, height, pieces);
    }
  }

  void add(int e, std::span<const Corner> part, const std::vector<bool>& below,
           const std::vector<Shares>& piece, const std::optional<CurvedHeight>& height,
           std::vector<SectionPiece>& pieces) const {
    SectionPiece& added = pieces.emplace_back(SectionPiece{e, {}});
    for (std::size_t node = 0; node < nodes_.size(); node += piece.size()) {
      Shares in_part{};
      for (std::size_t c = 0; c < piece.size(); ++c) in_part = in_part + nodes_[node + c] * piece[c];
      double share_below = 0, share_above = 0;
      Shares low{}, high{};
      for (std::size_t i = 0; i < part.size(); ++i) {
        (below[i] ? share_below : share_above) += in_part[i];
        (below[i] ? low : high) = (below[i] ? low : high) + in_part[i] * part[i].at;
      }
      Shares at = low + high;
      if (height && share_below > 0 && share_above > 0)
        at = find_zero(*height, 1 / share_below * low, 1 / share_above * high, at);
      for (int d = 0; d < mesh_.dim; ++d) added.points.push_back(2 * at[d + 1] - 1);
    }
  }

  const Mesh& mesh_;
  const Heights heights_;
  const std::span<const double> nodes_;
  const Matrix nodes_to_modes_;  ///< of the geometry
  std::vector<bool> is_wanted_;
};

}  // namespace

std::vector<SectionPiece> cut(const Mesh& mesh, std::span<const int> elements, const Plane& plane,
                              std::span<const double> nodes) {
  const Cutter cutter(mesh, elements, plane, nodes);
  return collect<SectionPiece>(elements.size(), [&](std::size_t i, std::vector<SectionPiece>& pieces) {
    cutter.cut(elements[i], pieces);
  });
}

bool meets(const Mesh& mesh, std::span<const int> elements, const Plane& plane) {
  const Heights heights(mesh, plane);
  return std::any_of(elements.begin(), elements.end(), [&](int e) {
    int n_above = 0, n_below = 0;
    for (int v = 0; v <= mesh.dim; ++v) {
      const double height = heights.at_vertex(mesh, e, v);
      n_above += height > 0;
      n_below += height < 0;
    }
    return (n_above > 0 && n_below > 0) || n_above + n_below == 1;
  });
}

}  // namespace dgsolve
