#include "mesh/base/foreign_text.hpp"

#include <algorithm>
#include <cstdint>

namespace dgsolve {
namespace {

/// A character and its bytes; 0 bytes: there is none.
struct Character {
  std::uint32_t code = 0;
  std::size_t n = 0;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t n = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  if (n == 0 || at + n > text.size()) return {};
  std::uint32_t code = n == 1 ? first : first & (0x7FU >> n);
  for (std::size_t i = at + 1; i < at + n; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000, none = code == 0xFFFE || code == 0xFFFF;
  const bool too_long = (n == 3 && code < 0x800) || (n == 4 && code < 0x10000) || code > 0x10FFFF;
  return surrogate || none || too_long ? Character{} : Character{code, n};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n = character_at(text, at).n;
    if (n == 0) return false;
    at += n;
  }
  return true;
}

// Latin-1 has the first 256 numbers of Unicode.
std::string from_latin_1(std::string_view text) {
  std::string utf8;
  for (const unsigned char c : text) {
    if (c >= 0x80) utf8 += static_cast<char>(0xC0 | c >> 6);
    utf8 += static_cast<char>(c < 0x80 ? c : 0x80 | (c & 0x3F));
  }
  return utf8;
}

std::size_t character_length(std::string_view text, std::size_t at) {
  const auto [code, n] = character_at(text, at);
  return n > 0 && is_control(code) && code != '\t' && code != '\n' ? 0 : n;
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n = character_length(text, at);
    shown += n > 0 ? text.substr(at, n) : "\uFFFD";
    at += std::max<std::size_t>(n, 1);
  }
  return shown;
}

std::string clean_name(const std::string& name) {
  const std::string utf8 = is_utf8(name) ? name : from_latin_1(name);
  std::string clean;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto [code, n] = character_at(utf8, at);
    clean += is_control(code) ? "_" : utf8.substr(at, n);
    at += n;
  }
  return clean;
}

}  // namespace dgsolve
