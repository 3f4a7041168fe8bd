#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

std::vector<int> WaveProblem::ghosts() const {
  std::vector<int> found;
  const CellRange own = cells();
  if (own == CellRange{0, K}) return found;
  const auto n_faces = static_cast<std::size_t>(reference.n_faces);
  for (std::size_t side = own.first * n_faces; side < own.last * n_faces; ++side)
    if (is_at_rim(side)) found.push_back(trace.neighbor[side]);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool WaveProblem::is_at_rim(std::size_t side) const {
  return trace.boundary[side] < 0 && !cells().contains(trace.neighbor[side]);
}

bool WaveProblem::meets_ghosts(int e) const {
  const auto n_faces = static_cast<std::size_t>(reference.n_faces);
  for (std::size_t side = e * n_faces; side < (e + 1) * n_faces; ++side)
    if (is_at_rim(side)) return true;
  return false;
}

std::vector<CellGroup> WaveProblem::groups() const {
  return group_cells(geometry.curved_index, model, auxiliaries_of_models(), cells(), ghosts());
}

std::vector<Numbering::Group> WaveProblem::all_groups() const {
  return count_groups(geometry.curved_index, model, auxiliaries_of_models());
}

std::vector<int> WaveProblem::auxiliaries_of_models() const {
  std::vector<int> n_aux;
  for (const ModelView& view : models) n_aux.push_back(view.n_aux);
  return n_aux;
}

}  // namespace dgsolve
