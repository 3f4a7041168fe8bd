/// Text from outside: names in meshes, titles, messages of libraries. It may hold any bytes; here it becomes
/// UTF-8 without control characters, which terminals, XML and YAML take.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dgsolve {

bool is_utf8(std::string_view text);

/// UTF-8 from Latin-1.
std::string from_latin_1(std::string_view text);

/// Bytes of the UTF-8 character at a place. 0: there is none (cut off, too long, of a number that no
/// character has: RFC 3629), or a control character other than a tab or a line feed.
std::size_t character_length(std::string_view text, std::size_t at);

/// The text with U+FFFD for each byte at which no character begins.
std::string printable(std::string_view text);

/// A name in UTF-8 on one line: bytes that are not UTF-8 are taken for Latin-1, and each control character
/// becomes "_".
std::string clean_name(const std::string& name);

}  // namespace dgsolve
