/// The fields of a problem, as cases and outputs name them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace dgsolve {

/// Fields that are a vector's Cartesian components.
struct VectorField {
  std::string name;
  std::array<int, 3> fields;  ///< numbers of the fields; −1: the problem has no such component
};

struct FieldSet {
  std::vector<std::string> names;
  std::vector<std::string> units;  ///< SI; "1": none
  std::vector<VectorField> vectors = {};
};

/// Fields that follow from those of the state at a point of a cell, such as |E|: from u [fields of the state]
/// their values, one behind the other.
using FieldsAtPoint = std::function<void(int cell, const double* u, double* values)>;

}  // namespace dgsolve
