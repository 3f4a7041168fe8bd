/// Notes of a MeshReport that are to be seen by all.
#pragma once

#include <string_view>

namespace dgsolve {

/// How a note begins that is a warning.
inline constexpr std::string_view warning_mark = "warning: ";

}  // namespace dgsolve
