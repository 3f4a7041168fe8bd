/// Gmsh's functions as we call them. Only for files that include gmsh.h.
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace dgsolve {

using DimTags = std::vector<std::pair<int, int>>;

/// Dimension and tag of the model's parts of one dimension.
DimTags entities(int dim);

double option_value(const char* name);

/// Runs an action of Gmsh and throws MeshError with the errors that Gmsh logs. Gmsh's own exceptions do not
/// serve: after one its parser would continue the next script in the middle of this one, and one thrown by a
/// meshing thread ends the program. While its log is read, Gmsh asks no questions.
void run_logged(const std::function<void()>& action);

}  // namespace dgsolve
