#pragma once

#include <string>

namespace dgsolve::simt {

/// A kernel text's prefix with all that kernels of a problem's parts have: the emulation compiles every
/// problem so, and the problem and its parts share the kernels. Which text has which is tested apart.
inline std::string text_of_parts(std::string prefix) {
  for (const std::string name : {"takes_blocks", "beside_others"})
    if (const auto at = prefix.find(name + " = false"); at != std::string::npos)
      prefix.replace(at, name.size() + 8, name + " = true");
  return prefix;
}

}  // namespace dgsolve::simt
