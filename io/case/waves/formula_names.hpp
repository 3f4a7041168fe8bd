/// Names of formulas, against the equation and the mesh.
#pragma once

#include "io/case/mesh_check.hpp"

namespace dgsolve {

/// Names of formulas against those that the equation has on this mesh. A list of a vector's components has as
/// many as the mesh has dimensions.
void check_formula_names(const Case& c, const EquationInfo& system, const std::string& path,
                         const std::map<std::string, Expression>& formulas,
                         const std::vector<std::string>& valid, MeshCheck& mesh);

}  // namespace dgsolve
