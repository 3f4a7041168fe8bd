/// Numbers as texts.
#pragma once

#include <charconv>
#include <cstdio>
#include <string>

namespace dgsolve {

/// For messages: eight digits, as few as it takes.
inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return text;
}

/// As few digits as it takes to read the very same number again.
inline std::string exact_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace dgsolve
