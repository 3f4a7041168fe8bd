#include "solver/waves/derived_fields.hpp"

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

FieldsAtPoint derived_fields(const SpatialOperator& op) {
  const std::vector<DerivedField>& derived = op.physics.info.derived;
  if (op.physics.nodal_coefficients && !derived.empty())
    throw std::logic_error(op.physics.info.equation +
                           ": derived fields need coefficients that are the same throughout a cell");
  return [&op](int cell, const double* u, double* values) {
    const double* c = op.coefficients.cell(cell, op.discretization.element.Np);
    for (const DerivedField& field : op.physics.info.derived) *values++ = field.value(u, c);
  };
}

}  // namespace dgsolve
