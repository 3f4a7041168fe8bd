#include "io/fields/selection.hpp"

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

template <class T>
std::vector<T> every(int stride, const std::vector<T>& all) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < all.size(); i += stride) kept.push_back(all[i]);
  return kept;
}

}  // namespace

std::vector<int> select_elements(const std::vector<std::string>& regions, const Mesh& mesh) {
  std::vector<int> selected;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (regions.empty() || index_of(regions, mesh.region_names[mesh.region[e]]) >= 0) selected.push_back(e);
  return selected;
}

std::vector<int> written_elements(const FieldOutput& output, const Mesh& mesh) {
  return every(output.stride, select_elements(output.regions, mesh));
}

std::vector<Side> written_sides(const FieldOutput& output, const Mesh& mesh) {
  std::vector<Side> sides;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int group = mesh.boundary[side_index(mesh, {e, f})];
      if (group >= 0 && index_of(output.boundaries, mesh.boundary_names[group]) >= 0) sides.push_back({e, f});
    }
  return every(output.stride, sides);
}

}  // namespace dgsolve
