#include "solver/waves/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {
namespace {

/// A region's parameters, as its formulas give them.
class Material {
 public:
  Material(const Physics& physics, const Units& units, const std::vector<Expression>& parameters)
      : physics_(physics),
        units_(units),
        parameters_(parameters),
        is_constant_(std::ranges::all_of(parameters, &Expression::is_constant)) {}

  bool is_constant() const { return is_constant_; }
  /// Coefficients at the points begin…begin+n−1 of x: [n][n_coefficients]; of one where they are constant.
  std::vector<double> coefficients(const PointRows& x, double t, std::size_t begin, std::size_t n) const {
    if (is_constant_) n = 1;
    const auto axis = [&](int i) { return x.axis(i).empty() ? x.axis(i) : x.axis(i).subspan(begin, n); };
    std::vector<double> values(parameters_.size() * n), c(physics_.n_coefficients * n), p(parameters_.size());
    parameters_.evaluate(axis(0), axis(1), axis(2), t, values);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < p.size(); ++k) p[k] = values[k * n + i];
      physics_.coefficients(p.data(), units_, &c[i * physics_.n_coefficients]);
    }
    return c;
  }

 private:
  const Physics& physics_;
  const Units& units_;
  const FormulaSet parameters_;
  const bool is_constant_;
};

}  // namespace

std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         const WaveState& state) {
  const std::vector<std::string> names = output_fields(op.physics.info).names;
  std::vector<FieldFormula> fields;
  fields.reserve(exact.size());
  for (const auto& [name, formula] : exact) fields.push_back({index_of(names, name), formula});
  const std::vector<FieldError> found = op.discretization.errors(
      fields, t, op.physics.n_fields,
      [&](const RunsOfCells& runs, const CellReader& read) { state.visit(runs, read); }, op.physics.curl_pair,
      following_fields(op));
  std::map<std::string, FieldError> result;
  for (std::size_t k = 0; k < fields.size(); ++k) result[names[fields[k].field]] = found[k];
  return result;
}

std::optional<double> exact_energy(const SpatialOperator& op, const WaveOptions& options, double t) {
  const Physics& physics = op.physics;
  if (physics.nodal_coefficients) return {};
  const Discretization& d = op.discretization;
  std::vector<Expression> fields;
  for (const std::string& variable : variable_names(physics.info)) {
    const auto found = options.exact.find(variable);
    if (found == options.exact.end()) return {};
    fields.push_back(found->second);
  }
  const FormulaSet formulas(fields);
  std::vector<Material> materials;  // [region]
  for (const std::string& region : d.mesh.region_names)
    materials.emplace_back(physics, options.units, region_formulas(physics, options, region));
  const Quadrature& rule = d.element.data_rule;
  const CellMap map(d.mesh, rule.points);
  std::vector<double> of_cell(d.K());
  for_each_run(d.data_runs(), [&](int, int first, int last) {
    const PointRows x = map.rows(first, last);
    std::vector<double> values(formulas.size() * x.n), given(physics.n_fields), u(given.size()),
        J(rule.size());
    formulas.evaluate(x.axis(0), x.axis(1), x.axis(2), t, values);
    for (int e = first; e < last; ++e) {
      const std::size_t begin = static_cast<std::size_t>(e - first) * rule.size();
      map.jacobians(e, J.data());
      const Material& material = materials[d.mesh.region[e]];
      const std::vector<double> c = material.coefficients(x, t, begin, rule.size());
      for (int q = 0; q < rule.size(); ++q) {
        const double* const c_q = &c[material.is_constant() ? 0 : q * physics.n_coefficients];
        for (std::size_t f = 0; f < u.size(); ++f) given[f] = values[f * x.n + begin + q];
        if (physics.info.primitive)
          physics.info.primitive->state(given.data(), c_q, u.data());
        else
          u = given;
        of_cell[e] += rule.weights[q] * J[q] * physics.energy(u.data(), c_q);
      }
    }
  });
  return std::accumulate(of_cell.begin(), of_cell.end(), 0.0);
}

}  // namespace dgsolve
