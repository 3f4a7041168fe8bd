/// The media that cases may name: io/case/materials/library.yaml, which is a part of the program.
#pragma once

#include <string>
#include <vector>

#include "solver/electromagnetics/media/material.hpp"

namespace dgsolve {

/// All of them, in the file's order.
const std::vector<Material>& material_library();

/// By its name, or another name that it is known by, such as Au; nullptr: there is none.
const Material* find_material(const std::string& name);

/// For messages about a name that is not there: the closest ones and all that there are.
std::string unknown_material(const std::string& name);

}  // namespace dgsolve
