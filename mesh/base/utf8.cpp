#include "mesh/base/utf8.hpp"

#include <cstdint>

namespace dgsolve {

// RFC 3629: no longer forms than needed, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t n = first < 0x80   ? 1
                          : first < 0xc2 ? 0
                          : first < 0xe0 ? 2
                          : first < 0xf0 ? 3
                          : first < 0xf5 ? 4
                                         : 0;
    if (n == 0 || text.size() - i < n) return false;
    std::uint32_t number = n == 1 ? first : first & (0x7fu >> n);
    for (std::size_t k = 1; k < n; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0u) != 0x80) return false;
      number = number << 6 | (next & 0x3fu);
    }
    const bool too_long = (n == 3 && number < 0x800) || (n == 4 && number < 0x10000);
    if (too_long || (number >= 0xd800 && number < 0xe000) || number > 0x10ffff) return false;
    i += n;
  }
  return true;
}

std::string from_latin_1(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xc0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return out;
}

}  // namespace dgsolve
