#include "solver/waves/variables.hpp"

#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/waves/coefficients.hpp"

namespace dgsolve {

std::vector<ParameterInfo> state_variables(const EquationInfo& info) {
  if (info.primitive) return info.primitive->variables;
  std::vector<ParameterInfo> fields;
  for (std::size_t i = 0; i < info.fields.size(); ++i)
    fields.push_back({info.fields[i], ParameterRange::any, false, 0,
                      info.field_units[i] == "1" ? "" : info.field_units[i]});
  return fields;
}

std::vector<std::string> variable_names(const EquationInfo& info) {
  std::vector<std::string> names;
  for (const ParameterInfo& variable : state_variables(info)) names.push_back(variable.name);
  return names;
}

std::string key_of_exterior_state(const EquationInfo& info) { return info.primitive ? "state" : "data"; }

std::vector<Expression> in_order(const std::vector<std::string>& names,
                                 const std::map<std::string, Expression>& named) {
  std::vector<Expression> list(names.size());
  for (const auto& [name, formula] : named) {
    const int number = index_of(names, name);
    if (number < 0) throw std::invalid_argument("the equation has no field " + name);
    list[number] = formula;
  }
  return list;
}

std::vector<Expression> by_field(const Physics& physics, const std::map<std::string, Expression>& named) {
  return named.empty() ? std::vector<Expression>() : in_order(physics.info.fields, named);
}

StateFormulas state_formulas(const Physics& physics, const WaveOptions& options,
                             const std::map<std::string, Expression>& named) {
  StateFormulas given;
  const std::vector<Expression> formulas = in_order(variable_names(physics.info), named);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if (!formulas[i].is_zero()) given.formulas.push_back({static_cast<int>(i), formulas[i]});
  if (physics.info.primitive)
    given.state = [state = physics.info.primitive->state, c = medium_coefficients(physics, options)](
                      const double* variables, double* u) { state(variables, c.data(), u); };
  return given;
}

std::vector<double> admitted_state(const Physics& physics, const std::vector<double>& variables,
                                   const double* c, const std::string& key, const Point& x) {
  std::vector<double> u = variables;
  if (physics.info.primitive) physics.info.primitive->state(variables.data(), c, u.data());
  if (!physics.admissible || physics.admissible(u.data(), c)) return u;
  const std::vector<std::string> names = variable_names(physics.info);
  std::string state;
  for (int i = 0; i < physics.n_fields; ++i)
    state += (i > 0 ? ", " : "") + names[i] + " = " + number_text(variables[i]);
  throw std::invalid_argument(key + ": the state is " + state + " at " + point_text(x) + "; " +
                              physics.info.equation + " admits " + physics.info.admitted.condition + " only");
}

void for_each_state(const Discretization& d, const Physics& physics, const Coefficients& coefficients,
                    const std::map<std::string, Expression>& named, const StateAtNode& body) {
  const FormulaSet formulas(in_order(variable_names(physics.info), named));
  const int Np = d.element.Np, n = physics.n_fields;
  for_each_cell(d.K(), [&](int e) {
    const std::vector<double> values = evaluate_at(formulas, d.mesh.dim, d.nodes_of(e));  // [field][node]
    std::vector<double> variables(n), u(n);
    for (int node = 0; node < Np; ++node) {
      const double* c = coefficients.cell(e, Np) + (physics.nodal_coefficients ? node * coefficients.n : 0);
      for (int i = 0; i < n; ++i) variables[i] = values[i * Np + node];
      u = variables;
      if (physics.info.primitive) physics.info.primitive->state(variables.data(), c, u.data());
      body(e, node, variables, u.data(), c);
    }
  });
}

void set_manufactured_source(WaveOptions& options, const Physics& physics) {
  const std::vector<std::string> names = variable_names(physics.info);
  std::map<std::string, Expression> exact;
  for (const std::string& name : names)
    if (const auto given = options.exact.find(name); given != options.exact.end()) exact.insert(*given);
  const std::vector<Expression> source =
      physics.manufactured_source(in_order(names, exact), medium_coefficients(physics, options).data());
  for (std::size_t f = 0; f < source.size(); ++f) options.source[physics.info.fields[f]] = source[f];
}

}  // namespace dgsolve
