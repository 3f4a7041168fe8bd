/// Numbers in messages.
#pragma once

#include <cstdio>
#include <string>

namespace dgsolve {

/// Eight digits, as few as it takes.
inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return text;
}

}  // namespace dgsolve
