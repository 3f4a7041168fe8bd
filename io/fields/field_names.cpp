#include "io/fields/field_names.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "kernels/base/names.hpp"

namespace dgsolve {

std::vector<std::string> selectable_names(const FieldSet& fields) {
  std::vector<std::string> names = fields.names;
  for (const VectorField& vector : fields.vectors) names.push_back(vector.name);
  return names;
}

FieldSet with_fields(FieldSet fields, int at, const FieldSet& others) {
  fields.names.insert(fields.names.begin() + at, others.names.begin(), others.names.end());
  fields.units.insert(fields.units.begin() + at, others.units.begin(), others.units.end());
  const auto move_up = [](VectorField& vector, int from, int by) {
    for (int& field : vector.fields)
      if (field >= from) field += by;
  };
  for (VectorField& vector : fields.vectors) move_up(vector, at, static_cast<int>(others.names.size()));
  for (VectorField vector : others.vectors) {
    move_up(vector, 0, at);
    fields.vectors.push_back(vector);
  }
  return fields;
}

std::vector<int> select_fields(const std::vector<std::string>& names, const FieldSet& fields) {
  std::vector<int> selected;
  if (names.empty()) {
    selected.resize(fields.names.size());
    std::iota(selected.begin(), selected.end(), 0);
  }
  const auto add = [&](int field) {
    if (field >= 0 && std::count(selected.begin(), selected.end(), field) == 0) selected.push_back(field);
  };
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1)
      throw std::invalid_argument("field \"" + name + "\" is listed twice");
    const auto vector = std::find_if(fields.vectors.begin(), fields.vectors.end(),
                                     [&](const VectorField& candidate) { return candidate.name == name; });
    if (vector != fields.vectors.end()) {
      for (const int field : vector->fields) add(field);
      continue;
    }
    const int field = index_of(fields.names, name);
    if (field < 0)
      throw std::invalid_argument("no field \"" + name +
                                  "\"; there are: " + listed(selectable_names(fields)));
    add(field);
  }
  return selected;
}

}  // namespace dgsolve
