/// Names in lists, and lists of names in messages.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace dgsolve {

/// Index of a name in a list, or −1.
inline int index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// "a, b, c"
inline std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace dgsolve
