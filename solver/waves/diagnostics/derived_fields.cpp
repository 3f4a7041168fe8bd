#include "solver/waves/diagnostics/derived_fields.hpp"

#include <algorithm>
#include <stdexcept>

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

FieldsAtPoint derived_fields(const Physics& physics, const Coefficients& coefficients) {
  const std::vector<DerivedField>& derived = physics.info.derived;
  if (physics.nodal_coefficients && !derived.empty())
    throw std::logic_error(physics.info.equation +
                           ": derived fields need coefficients that are the same throughout a cell");
  const auto find = [&derived, &coefficients](int cell, const double* u, const double* gradients,
                                              double* values) {
    const double* c = coefficients.cell(cell, 1);  // a row a cell
    for (const DerivedField& field : derived) {
      if (!field.of_gradients)
        *values = field.value(u, c);
      else if (gradients)
        *values = field.of_gradients(u, gradients, c);
      ++values;
    }
  };
  const auto n_of_gradients =
      std::ranges::count_if(derived, [](const DerivedField& field) { return field.of_gradients != nullptr; });
  return {find, physics.n_fields, static_cast<int>(n_of_gradients)};
}

FollowingFields following_fields(const SpatialOperator& op) {
  return {static_cast<int>(op.physics.info.derived.size()), derived_fields(op)};
}

}  // namespace dgsolve
