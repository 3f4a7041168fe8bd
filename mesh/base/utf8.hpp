/// Texts of files that do not say how they are encoded.
#pragma once

#include <string>
#include <string_view>

namespace dgsolve {

bool is_utf8(std::string_view text);

/// From Latin-1, in which a byte is the number of its character, to UTF-8.
std::string from_latin_1(std::string_view text);

}  // namespace dgsolve
