#include "io/pieces/piece.hpp"

#include <algorithm>

#include "io/fields/selection.hpp"
#include "mesh/base/first_use.hpp"
#include "mesh/topology/rows.hpp"
#include "mesh/topology/submesh.hpp"

namespace dgsolve {
namespace {

/// Those of an ascending list that a part has.
std::vector<int> within(const std::vector<int>& elements, const CellRange& part) {
  return {std::ranges::lower_bound(elements, part.first), std::ranges::lower_bound(elements, part.last)};
}
std::vector<Side> within(const std::vector<Side>& sides, const CellRange& part) {
  return {std::ranges::lower_bound(sides, part.first, {}, &Side::element),
          std::ranges::lower_bound(sides, part.last, {}, &Side::element)};
}

std::vector<int> cells_of(const std::vector<Side>& sides) {
  std::vector<int> cells;
  for (const Side& side : sides)
    if (cells.empty() || cells.back() != side.element) cells.push_back(side.element);
  return cells;
}

/// A mesh of the sides' cells, where no other face has a group.
Mesh mesh_of(const std::vector<Side>& sides, const std::vector<int>& cells, const Mesh& whole) {
  Mesh mesh = submesh(whole, cells);
  std::ranges::fill(mesh.boundary, -1);
  int cell = 0;
  for (const Side& side : sides) {
    while (cells[cell] != side.element) ++cell;
    mesh.boundary[side_index(mesh, {cell, side.face})] = whole.boundary[side_index(whole, side)];
  }
  return mesh;
}

/// Only the rows that these cells need.
Coefficients coefficients_of(const std::vector<int>& cells, const Coefficients& all) {
  Coefficients some{all.n, {}, rows_of(cells, 1, all.row)};
  some.values = rows_of(renumber_by_first_use(some.row, all.values.size() / all.n), all.n, all.values);
  return some;
}

}  // namespace

PieceCutter::PieceCutter(const WriterSetup& whole, const SpatialOperator& op)
    : whole_(whole),
      op_(op),
      mesh_(whole.nodal.mesh),
      elements_(on_faces() ? std::vector<int>() : written_elements(whole.options, mesh_)),
      sides_(on_faces() ? written_sides(whole.options, mesh_) : std::vector<Side>()) {}

std::size_t PieceCutter::n_written(const CellRange& part) const {
  return on_faces() ? within(sides_, part).size() : within(elements_, part).size();
}

Piece PieceCutter::cut(const CellRange& part) const {
  const std::vector<Side> sides = within(sides_, part);
  const std::vector<int> cells = on_faces() ? cells_of(sides) : within(elements_, part);
  const EquationInfo& equation = op_.physics.info;
  const bool derives = whole_.fields.names.size() > whole_.n_state;
  Piece piece{.directory = std::filesystem::absolute(whole_.directory),
              .output = whole_.options,
              .mesh = on_faces() ? mesh_of(sides, cells, mesh_) : submesh(mesh_, cells),
              .cells = cells,
              .K_part = part.size(),
              .order = whole_.nodal.element.N,
              .fields = whole_.fields,
              .n_state = static_cast<int>(whole_.n_state),
              .equation = equation.equation,
              .formulation = equation.formulation,
              .coefficients = derives ? coefficients_of(cells, op_.coefficients) : Coefficients{}};
  piece.output.regions = {};
  piece.output.stride = 1;
  for (int& cell : piece.cells) cell -= part.first;
  return piece;
}

}  // namespace dgsolve
