#include "solver/waves/sponges.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

std::vector<int> cells_of(const Mesh& mesh, const Sponge& sponge) {
  const int region = index_of(mesh.region_names, sponge.region);
  if (region < 0)
    throw std::invalid_argument(sponge.key + ".region: the mesh has no region " + sponge.region);
  std::vector<int> cells;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (mesh.region[e] == region) cells.push_back(e);
  return cells;
}

/// Calls body(cell, points [Np][dim], rates [Np]) for the cells of a sponge, on all threads.
template <class Body>
void for_each_cell_of(const Discretization& d, const Sponge& sponge, Body body) {
  const std::vector<int> cells = cells_of(d.mesh, sponge);
  for_each_cell(static_cast<int>(cells.size()), [&](int i) {
    const std::vector<double> points = d.nodes_of(cells[i]);
    body(cells[i], points, evaluate_at(sponge.rate, d.mesh.dim, points));
  });
}

}  // namespace

std::vector<double> sponge_damping(const Discretization& d, const Physics& physics,
                                   const WaveOptions& options) {
  if (options.sponges.empty()) return {};
  if (physics.info.linear)
    throw std::invalid_argument(options.sponges.front().key + ": " + physics.info.equation +
                                " has no sponges; expected an equation of flow");
  const int Np = d.element.Np;
  std::vector<double> damping(static_cast<std::size_t>(d.K()) * Np, 0.0);
  for (const Sponge& sponge : options.sponges)
    for_each_cell_of(
        d, sponge, [&](int e, const std::vector<double>& points, const std::vector<double>& rates) {
          for (int node = 0; node < Np; ++node) {
            if (!(rates[node] >= 0 && std::isfinite(rates[node])))
              throw std::invalid_argument(sponge.key + ".rate: got " + number_text(rates[node]) + " at " +
                                          point_text(point_at(d.mesh.dim, points, node)) +
                                          "; expected a number >= 0 everywhere in " + sponge.region);
            damping[static_cast<std::size_t>(e) * Np + node] += rates[node];
          }
        });
  return damping;
}

std::vector<CellSource> sponge_sources(const Discretization& d, const Physics& physics,
                                       const WaveOptions& options, const Coefficients& coefficients) {
  const int Np = d.element.Np, n_fields = physics.n_fields;
  std::vector<int> cells;
  for (const Sponge& sponge : options.sponges)
    std::ranges::copy(cells_of(d.mesh, sponge), std::back_inserter(cells));
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<CellSource> sources(cells.empty() ? 0 : n_fields);
  for (int f = 0; f < std::ssize(sources); ++f)
    sources[f] = {f, Expression(1.0), cells, std::vector<double>(cells.size() * Np, 0.0)};
  for (const Sponge& sponge : options.sponges) {
    const FormulaSet formulas(in_order(variable_names(physics.info), sponge.state));
    for_each_cell_of(d, sponge,
                     [&](int e, const std::vector<double>& points, const std::vector<double>& rates) {
                       const std::size_t first = (std::ranges::lower_bound(cells, e) - cells.begin()) * Np;
                       const std::vector<double> values = evaluate_at(formulas, d.mesh.dim, points);
                       std::vector<double> variables(n_fields);
                       for (int node = 0; node < Np; ++node) {
                         for (int i = 0; i < n_fields; ++i) variables[i] = values[i * Np + node];
                         const std::vector<double> u =
                             admitted_state(physics, variables, coefficients.cell(e, Np),
                                            sponge.key + ".state", point_at(d.mesh.dim, points, node));
                         for (int f = 0; f < n_fields; ++f)
                           sources[f].values[first + node] += rates[node] * u[f];
                       }
                     });
  }
  std::erase_if(sources, [](const CellSource& source) {
    return std::ranges::all_of(source.values, [](double value) { return value == 0; });
  });
  return sources;
}

}  // namespace dgsolve
