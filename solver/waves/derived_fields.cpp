#include "solver/waves/derived_fields.hpp"

#include <algorithm>

namespace dgsolve {

FieldSet state_fields(const EquationInfo& info) {
  const int n = static_cast<int>(info.fields.size());
  FieldSet fields{info.fields, info.field_units, info.vectors};
  std::erase_if(fields.vectors, [n](const VectorField& vector) {
    return std::any_of(vector.fields.begin(), vector.fields.end(), [n](int field) { return field >= n; });
  });
  return fields;
}

FieldSet output_fields(const EquationInfo& info) {
  FieldSet fields{info.fields, info.field_units, info.vectors};
  for (const DerivedField& derived : info.derived) {
    fields.names.push_back(derived.name);
    fields.units.push_back(derived.unit);
  }
  return fields;
}

std::vector<double> coefficients_at(const SpatialOperator& op, std::span<const int> elements,
                                    std::span<const double> weights) {
  const std::size_t Np = op.discretization.element.Np, n = op.physics.n_coefficients;
  std::vector<double> at_points(elements.size() * n);
  for (std::size_t p = 0; p < elements.size(); ++p) {
    const double* c = op.coefficients.cell(elements[p], static_cast<int>(Np));
    double* to = &at_points[p * n];
    if (!op.physics.nodal_coefficients) {
      std::copy_n(c, n, to);
      continue;
    }
    for (std::size_t i = 0; i < Np; ++i)
      for (std::size_t k = 0; k < n; ++k) to[k] += weights[p * Np + i] * c[i * n + k];
  }
  return at_points;
}

void add_derived_fields(const SpatialOperator& op, std::span<const double> state,
                        std::vector<double>& extended) {
  const std::vector<DerivedField>& derived = op.physics.info.derived;
  const std::size_t Np = op.discretization.element.Np, n_fields = op.physics.n_fields;
  const std::size_t n = n_fields + derived.size();
  extended.resize(op.discretization.K() * n * Np);
  std::vector<double> u(n_fields);  // at a node
  for (int e = 0; e < op.discretization.K(); ++e) {
    const double* of_cell = &state[e * n_fields * Np];
    double* to = std::copy_n(of_cell, n_fields * Np, &extended[e * n * Np]);
    const double* c = op.coefficients.cell(e, static_cast<int>(Np));
    for (std::size_t i = 0; i < Np; ++i) {
      for (std::size_t f = 0; f < n_fields; ++f) u[f] = of_cell[f * Np + i];
      for (std::size_t d = 0; d < derived.size(); ++d) to[d * Np + i] = derived[d].value(u.data(), c);
      if (op.physics.nodal_coefficients) c += op.physics.n_coefficients;
    }
  }
}

}  // namespace dgsolve
