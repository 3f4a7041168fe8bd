/// The fields of a problem, as cases and outputs name them.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
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

/// Fields that follow from those of the state at a point of a cell, such as |E|.
struct FieldsAtPoint {
  /// From u [n_fields] and its gradients [n_fields][dim] their values, one behind the other. Without
  /// gradients, null, fields that take them get no value.
  std::function<void(int cell, const double* u, const double* gradients, double* values)> find = {};
  int n_fields = 0;        ///< of the state that they follow from, its first ones
  int n_of_gradients = 0;  ///< of them that take gradients, the last ones

  /// Whether one of some fields takes gradients. numbers: among n of the state and those that follow.
  bool take_gradients(std::span<const int> numbers, std::size_t n) const {
    const int first = static_cast<int>(n) - n_of_gradients;
    return std::ranges::any_of(numbers, [first](int number) { return number >= first; });
  }
};

}  // namespace dgsolve
