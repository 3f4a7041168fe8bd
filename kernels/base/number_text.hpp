/// Numbers as texts.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>

namespace dgsolve {

/// digits: behind the point, for `general` in all.
inline std::string number_text(double value, std::chars_format format, int digits) {
  char text[328];  // the largest number has 309 digits before the point
  return {text, std::to_chars(text, text + sizeof text, value, format, digits).ptr};
}

/// For messages: at most eight digits.
inline std::string number_text(double value) { return number_text(value, std::chars_format::general, 8); }

/// "4.2 MB"
inline std::string bytes_text(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1000;
  return number_text(bytes, std::chars_format::general, 3) + ' ' + units[unit];
}

/// "1.25 GB"
inline std::string gigabytes_text(std::size_t bytes) {
  return number_text(1e-9 * static_cast<double>(bytes), std::chars_format::fixed, 2) + " GB";
}

/// As few digits as are needed to read the same number again.
inline std::string exact_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace dgsolve
