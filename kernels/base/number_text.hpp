/// Numbers as texts.
#pragma once

#include <charconv>
#include <cstdio>
#include <string>

namespace dgsolve {

/// For messages: at most eight digits.
inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return text;
}

/// "4.2 MB"
inline std::string bytes_text(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[unit]);
  return text;
}

/// As few digits as are needed to read the same number again.
inline std::string exact_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace dgsolve
