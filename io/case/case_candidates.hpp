/// The names that a case may use before its mesh is known.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kernels/base/names.hpp"
#include "solver/waves/derived_fields.hpp"

namespace dgsolve {

inline void append_new(std::vector<std::string>& names, const std::string& name) {
  if (index_of(names, name) < 0) names.push_back(name);
}

/// What the case may name before its mesh is read, and with it the dimension: whatever one of the systems it
/// may mean has. Empty where the case's physics is not known.
class Candidates {
 public:
  void add(const FieldSet& set) {
    for (std::size_t i = 0; i < set.names.size(); ++i) {
      append_new(fields, set.names[i]);
      if (set.units[i] != "1") field_units[set.names[i]] = set.units[i];
    }
    for (const VectorField& vector : set.vectors) append_new(vectors, vector.name);
  }
  void add(const EquationInfo& info) {
    add(state_fields(info));
    for (const DerivedField& field : info.derived) append_new(derived, field.name);
    for (const VectorField& vector : info.vectors) append_new(vectors, vector.name);
    for (const ParameterInfo& parameter : info.parameters)
      if (std::none_of(parameters.begin(), parameters.end(),
                       [&](const ParameterInfo& other) { return other.name == parameter.name; }))
        parameters.push_back(parameter);
    for (const BoundaryTypeInfo& type : info.boundary_types) {
      append_new(boundary_types, type.name);
      if (type.needs_data) append_new(types_with_data, type.name);
    }
  }

  /// What `output.fields.names` may have.
  std::vector<std::string> output_names() const {
    std::vector<std::string> names = fields;
    names.insert(names.end(), derived.begin(), derived.end());
    names.insert(names.end(), vectors.begin(), vectors.end());
    return names;
  }

  std::vector<std::string> fields, derived, vectors;
  std::map<std::string, std::string> field_units;  ///< SI; of those that have one
  std::vector<ParameterInfo> parameters;
  std::vector<std::string> boundary_types;
  std::vector<std::string> types_with_data;
};

}  // namespace dgsolve
