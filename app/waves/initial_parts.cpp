#include "app/waves/initial_parts.hpp"

#include <numeric>
#include <stdexcept>

#include "io/mesh/mesh_message.hpp"
#include "io/restart/parts_of_state.hpp"
#include "kernels/base/core_share.hpp"
#include "mesh/topology/submesh.hpp"
#include "solver/checks/formula_check.hpp"

namespace dgsolve {
namespace {

/// The cells of all runs of which a part has some.
CellRange whole_runs(const RunsOfCells& runs, const CellRange& part) {
  return {runs.around(part.first).first, runs.around(part.last - 1).last};
}

/// Cells first … first + K − 1 of the whole mesh, among which are a part's own.
struct CellsOfPart {
  Mesh mesh;
  int first;
  CellRange own;  ///< in the whole mesh
};

void put_cells(Channel& channel, const Mesh& whole, const CellRange& runs, const CellRange& own) {
  std::vector<int> cells(runs.size());
  std::iota(cells.begin(), cells.end(), runs.first);
  channel.put(runs.first);
  channel.put(own);
  put_mesh(channel, submesh(whole, cells));
}

CellsOfPart take_cells(Channel& channel) {
  const int first = channel.take<int>();
  const CellRange own = channel.take<CellRange>();
  return {take_mesh(channel), first, own};
}

/// space: of the whole mesh from first_cell on; own: the part's cells in the whole mesh.
void project(const Case& input, const NodalSpace& space, const Physics& physics, int first_cell,
             const CellRange& own, WaveState& part) {
  const CellRange cells{own.first - first_cell, own.last - first_cell};
  const RunsOfCells runs = space.data_runs();
  const std::size_t of_cell = static_cast<std::size_t>(physics.n_fields) * space.element.Np;
  part.fill(runs.within(cells.first, cells.last),
            cut_to(cells, runs, of_cell, initial_projection(space, physics, input.wave(), first_cell)));
}

}  // namespace

void project_initial(const Case& input, const SpatialOperator& op, WaveState& state) {
  const Discretization& d = op.discretization;
  const StateParts parts = op.wave->parts_by_rank();
  if (parts.parts.empty()) return project(input, d, op.physics, 0, {0, d.K()}, state);
  const CoresShared all_work;
  const auto tell = [&](int rank, Channel& channel) {
    const CellRange& own = parts.parts[rank].cells;
    put_cells(channel, d.mesh, whole_runs(d.data_runs(), own), own);
  };
  const auto set_own = [&](WaveState& part) { project(input, d, op.physics, 0, parts.parts[0].cells, part); };
  for (const std::string& mistake : set_parts(parts, state, StateSource::formulas, tell, set_own))
    if (!mistake.empty()) throw std::invalid_argument(mistake);
}

void project_part(const Case& input, WaveState& part, Channel& rank_0) {
  const CellsOfPart cells = take_cells(rank_0);
  std::string mistake;
  try {
    const NodalSpace space(cells.mesh, input.order);
    const Physics& physics = find_physics(input.physics, cells.mesh.dim, input.formulation);
    project(input, space, physics, cells.first, cells.own, part);
  } catch (const std::invalid_argument& of_formula) {
    mistake = of_formula.what();
  }
  rank_0.put_text(mistake);
  rank_0.flush();
}

}  // namespace dgsolve
