#include "solver/waves/coefficients.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"

namespace dgsolve {
namespace {

/// Mean over a cell of values at its quadrature points: `weights` are wq·J.
double weighted_mean(std::span<const double> values, std::span<const double> weights) {
  double sum = 0, volume = 0;
  for (std::size_t q = 0; q < values.size(); ++q) {
    sum += weights[q] * values[q];
    volume += weights[q];
  }
  return sum / volume;
}

/// Fills rows of coefficients, with the parameters' ranges checked.
struct RowBuilder {
  const Physics& physics;
  const Units& units;
  Coefficients& out;

  void set(std::size_t row, const std::string& region, const std::vector<double>& parameters) const {
    const std::string& medium = physics.info.medium.key;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      check_range(physics.info.parameters[i], medium.empty() ? "regions." + region : medium, parameters[i]);
    physics.coefficients(parameters.data(), units, &out.values[row * out.n]);
  }
};

void add_nodal_rows(const Discretization& d, const std::vector<std::vector<Expression>>& formulas,
                    const RowBuilder& rows) {
  const std::size_t Np = d.element.Np;
  rows.out.values.resize(d.K() * Np * rows.out.n);
  for_each_cell(d.K(), [&](int e) {
    const auto values = evaluate_at(formulas[d.mesh.region[e]], d.mesh.dim, d.nodes_of(e));
    std::vector<double> parameters(values.size());
    for (std::size_t i = 0; i < Np; ++i) {
      for (std::size_t p = 0; p < values.size(); ++p) parameters[p] = values[p][i];  // [parameter][node]
      rows.set(e * Np + i, d.mesh.region_names[d.mesh.region[e]], parameters);
    }
  });
}

/// A row for each region whose parameters are numbers, and for each cell of the others.
void add_cell_rows(const Discretization& d, const std::vector<std::vector<Expression>>& formulas,
                   const RowBuilder& rows) {
  const Quadrature& rule = d.element.data_rule;
  std::vector<char> constant;  // [region]
  constant.reserve(formulas.size());
  for (const auto& of_region : formulas)
    constant.push_back(std::ranges::all_of(of_region, &Expression::is_constant));
  std::vector<int> row_of_region(formulas.size(), -1),
      cell_of_row;  // a cell's row is also its region's last one
  rows.out.row.resize(d.K());
  for (int e = 0; e < d.K(); ++e) {
    int& row = row_of_region[d.mesh.region[e]];
    if (!constant[d.mesh.region[e]] || row < 0) {
      row = static_cast<int>(cell_of_row.size());
      cell_of_row.push_back(e);
    }
    rows.out.row[e] = row;
  }
  const int n_rows = static_cast<int>(cell_of_row.size());
  rows.out.values.resize(static_cast<std::size_t>(n_rows) * rows.out.n);
  const CellMap map(d.mesh, rule.points);
  for_each_cell(n_rows, [&](int row) {
    const int e = cell_of_row[row], region = d.mesh.region[e];
    std::vector<double> parameters, points(rule.points.size()), weights(rule.size());
    if (!constant[region]) {
      map.coordinates(e, points.data());
      map.jacobians(e, weights.data());
      for (int q = 0; q < rule.size(); ++q) weights[q] *= rule.weights[q];
    }
    for (const Expression& f : formulas[region])
      parameters.push_back(constant[region] ? f(0, 0, 0, 0)
                                            : weighted_mean(evaluate_at(f, d.mesh.dim, points), weights));
    rows.set(row, d.mesh.region_names[region], parameters);
  });
}

/// The medium's parameters, in the equation's order.
std::vector<double> medium_parameters(const Physics& physics, const WaveOptions& options) {
  std::vector<double> values;
  for (const ParameterInfo& parameter : physics.info.parameters) {
    const auto given = options.medium.find(parameter.name);
    values.push_back(given == options.medium.end() ? parameter.default_value : given->second);
  }
  return values;
}

}  // namespace

std::vector<double> medium_coefficients(const Physics& physics, const WaveOptions& options) {
  if (physics.info.medium.key.empty())
    throw std::logic_error(physics.info.equation + ": primitive variables need a medium");
  std::vector<double> c(physics.n_coefficients);
  physics.coefficients(medium_parameters(physics, options).data(), options.units, c.data());
  return c;
}

std::vector<Expression> region_formulas(const Physics& physics, const WaveOptions& options,
                                        const std::string& region) {
  std::vector<Expression> formulas;
  if (!physics.info.medium.key.empty()) {
    for (const double value : medium_parameters(physics, options)) formulas.emplace_back(value);
    return formulas;
  }
  const auto given = options.regions.find(region);
  if (given == options.regions.end())
    throw std::invalid_argument("regions: no entry for the mesh's region " + region);
  for (const ParameterInfo& p : physics.info.parameters) {
    const auto it = given->second.find(p.name);
    if (it == given->second.end() && p.required)
      throw std::invalid_argument("regions." + region + "." + p.name + ": missing; the equation needs it");
    formulas.push_back(it == given->second.end() ? Expression(p.default_value) : it->second);
  }
  return formulas;
}

Coefficients evaluate_coefficients(const Discretization& discretization, const Physics& physics,
                                   const WaveOptions& options) {
  Coefficients out;
  out.n = physics.n_coefficients;
  std::vector<std::vector<Expression>> formulas;  // [region][parameter]
  for (const std::string& region : discretization.mesh.region_names)
    formulas.push_back(region_formulas(physics, options, region));
  const RowBuilder rows{physics, options.units, out};
  if (physics.nodal_coefficients)
    add_nodal_rows(discretization, formulas, rows);
  else
    add_cell_rows(discretization, formulas, rows);
  return out;
}

}  // namespace dgsolve
