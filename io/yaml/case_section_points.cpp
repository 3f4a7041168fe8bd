/// Implements io/yaml/case_section.hpp.
/// Points, which a section lists.

#include <fmt/core.h>

#include "io/yaml/case_section.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

int CaseSection::coordinates(const std::string& key, std::array<double, 3>& value) {
  const YamlNode* found = find(key);
  return found ? coordinates_in(key, *found, value, resolved_.child(key)) : 0;
}

int CaseSection::points(const std::string& key, std::vector<std::array<double, 3>>& value) {
  const YamlNode* found = find(key);
  if (!found) return 0;
  YamlNode& resolved = resolved_.child(key);
  if (found->items.empty() || found->items.front().kind != YamlNode::Kind::list)
    return coordinates_in(key, *found, value.emplace_back(), resolved);
  resolved.kind = YamlNode::Kind::list;
  resolved.items.resize(found->items.size());
  int n = 0;
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    const int n_here = coordinates_in(key, found->items[i], value.emplace_back(), resolved.items[i]);
    if (n_here == 0) return 0;
    if (i > 0 && n_here != n) {
      reading_.mistakes.add(found->items[i].place, path(key),
                            fmt::format("got {} coordinates; the points before it have {}", n_here, n));
      return 0;
    }
    n = n_here;
  }
  return n;
}

int CaseSection::coordinates_in(const std::string& key, const YamlNode& found, std::array<double, 3>& value,
                                YamlNode& resolved) {
  const std::string valid = "two or three numbers, such as [0.1, 0.2]";
  const std::size_t n = found.items.size();
  if (n < 2 || n > 3) {
    wrong_value(key, found, valid);
    return 0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::optional<double> number = number_in(found.items[i], "m");
    if (!number || !any_number.contains(*number)) {
      wrong_value(key, found.items[i], expected(valid, found.items[i], "m"), "m");
      return 0;
    }
    value[i] = *number;
  }
  resolved.kind = YamlNode::Kind::list;
  for (std::size_t i = 0; i < n; ++i) resolved.items.push_back(scalar_node(exact_text(value[i])));
  return static_cast<int>(n);
}

}  // namespace dgsolve
