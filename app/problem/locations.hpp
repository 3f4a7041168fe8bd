/// Where things are in the mesh, in messages.
#pragma once

#include <array>
#include <limits>
#include <string>

#include "io/case/case.hpp"
#include "solver/discretization/discretization.hpp"

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

Extent extent_of(const Mesh& mesh);

/// "cell 92 in vacuum at (0.25, 0.74, 0)"
std::string location_text(const Mesh& mesh, int cell);

/// Where details are shown: the mesh's extent, each region's size and extent, what each boundary group is and
/// where, and which region and cell each probe is in. mesh: as it was read. Throws CaseError for a probe
/// outside the mesh.
void report_locations(const Case& input, const Mesh& mesh, const Discretization& discretization);

}  // namespace dgsolve
