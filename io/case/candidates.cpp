#include "io/case/candidates.hpp"

#include <algorithm>

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

void append_new(std::vector<std::string>& names, const std::string& name) {
  if (index_of(names, name) < 0) names.push_back(name);
}

}  // namespace

Candidates::Candidates(const std::vector<EquationInfo>& systems) {
  for (const EquationInfo& info : systems) {
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
      append_new(fields, info.fields[i]);
      if (info.field_units[i] != "1") field_units[info.fields[i]] = info.field_units[i];
    }
    for (const ParameterInfo& parameter : info.parameters)
      if (std::none_of(parameters.begin(), parameters.end(),
                       [&](const ParameterInfo& other) { return other.name == parameter.name; }))
        parameters.push_back(parameter);
    for (const BoundaryTypeInfo& type : info.boundary_types) {
      append_new(boundary_types, type.name);
      if (type.needs_data) append_new(types_with_data, type.name);
    }
  }
  outputs = fields;
  for (const EquationInfo& info : systems)
    for (const DerivedField& field : info.derived) append_new(outputs, field.name);
  for (const EquationInfo& info : systems)
    for (const VectorField& vector : info.vectors) append_new(outputs, vector.name);
}

}  // namespace dgsolve
