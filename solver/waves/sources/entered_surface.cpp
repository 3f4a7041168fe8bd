#include "solver/waves/sources/entered_surface.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/names.hpp"

namespace dgsolve {

std::vector<Side> entered_sides(const Mesh& mesh, const WaveSource& source) {
  const auto has = [](const std::vector<std::string>& names) {
    return [&names](const std::string& name) { return index_of(names, name) >= 0; };
  };
  const bool are_regions = std::ranges::all_of(source.into, has(mesh.region_names));
  if (!are_regions && !(source.into.size() == 1 && has(mesh.boundary_names)(source.into[0])))
    throw std::invalid_argument("got " + listed(source.into) + "; expected some of the mesh's regions (" +
                                listed(mesh.region_names) + "), or one of its boundary groups (" +
                                listed(mesh.boundary_names) + ")");
  std::vector<Side> sides =
      are_regions ? surface_of_regions(mesh, source.into) : sides_of_group(mesh, source.into[0]);
  if (sides.empty())
    throw std::invalid_argument("no face of " + listed(source.into) +
                                " lies inside the mesh; expected regions that others surround");
  if (!are_regions && !is_closed(mesh, sides))
    throw std::invalid_argument("the group " + source.into[0] +
                                " encloses no part of the mesh; expected a closed surface of faces inside "
                                "the mesh, or the name of a region");
  return sides;
}

}  // namespace dgsolve
