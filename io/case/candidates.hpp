/// The names that a case may use before its mesh is known.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/waves/equation.hpp"

namespace dgsolve {

/// Whatever one of the systems of equations has that the case may mean before the mesh, and with it the
/// dimension, is known. Empty where the case's physics is not known.
struct Candidates {
  Candidates() = default;
  explicit Candidates(const std::vector<EquationInfo>& systems);

  std::vector<std::string> fields;
  std::vector<std::string> outputs;                ///< fields, derived fields, vectors
  std::map<std::string, std::string> field_units;  ///< SI; of those that have one
  std::vector<ParameterInfo> parameters;
  std::vector<std::string> boundary_types;
  std::vector<std::string> types_with_data;
};

}  // namespace dgsolve
