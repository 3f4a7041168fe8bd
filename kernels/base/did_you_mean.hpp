/// For messages about names that do not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dgsolve {

/// " (did you mean sin?)" where one of the valid names is close to the name found, else "".
std::string did_you_mean(std::string_view found, std::span<const std::string> valid);

}  // namespace dgsolve
