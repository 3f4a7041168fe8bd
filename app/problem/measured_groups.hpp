/// How large the mesh's regions and boundary groups are, and where.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// A box around points.
class Extent {
 public:
  void add(const std::array<double, 3>& x);
  void add(const Extent& other);
  double diagonal() const;
  /// "from (0, 0) to (1, 2)"
  std::string text(int dim) const { return "from " + corner(lower_, dim) + " to " + corner(upper_, dim); }

 private:
  std::string corner(const std::array<double, 3>& x, int dim) const;

  static constexpr double none = std::numeric_limits<double>::infinity();
  std::array<double, 3> lower_ = {none, none, none}, upper_ = {-none, -none, -none};
};

/// Cells, or faces, curved ones as they are.
struct Measured {
  int n = 0;
  int n_inside = 0;  ///< of these, faces inside the mesh
  double size = 0;   ///< volume, area or length, by the dimension: m³, m², m
  Extent extent;

  Measured& operator+=(const Measured& other);
  /// "12 cells, volume 0.5 m^3, from (0, 0, 0) to (1, 1, 1)"; of faces also whether they are inside the mesh.
  /// dim: of the cells, or faces; si: with units.
  std::string text(int dim, int space_dim, bool si) const;
};

/// For each of the mesh's regions.
std::vector<Measured> measure_regions(const Mesh& mesh);
/// For each of its boundary groups; faces inside the mesh are counted once.
std::vector<Measured> measure_boundaries(const Mesh& mesh);

}  // namespace dgsolve
