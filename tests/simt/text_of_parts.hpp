#pragma once

#include <string>

namespace dgsolve::simt {

/// A kernel text's prefix with all that kernels of a problem's parts have, and of its dense variant where the
/// flux is not linear: the emulation compiles every problem so, and all of these share the kernels. Which
/// text has which is tested apart.
inline std::string text_of_parts(std::string prefix) {
  const auto replace = [&](const std::string& text, const std::string& by) {
    if (const auto at = prefix.find(text); at != std::string::npos) prefix.replace(at, text.size(), by);
  };
  for (const std::string name : {"takes_blocks", "beside_others"})
    replace(name + " = false", name + " = true");
  if (prefix.find("#define DGSOLVE_LINEAR 0") != std::string::npos)
    replace("#define DGSOLVE_DENSE 0", "#define DGSOLVE_DENSE 1");
  return prefix;
}

}  // namespace dgsolve::simt
