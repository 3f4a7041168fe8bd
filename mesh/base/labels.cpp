#include "mesh/base/labels.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace dgsolve {
namespace {

constexpr char separator = '\x1f';  // ASCII's unit separator

std::string joined(const std::vector<std::string>& names, const std::string& between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

}  // namespace

std::string label_of(std::vector<std::string> groups) {
  std::ranges::sort(groups);
  const auto surplus = std::ranges::unique(groups);
  groups.erase(surplus.begin(), surplus.end());
  return joined(groups, {separator});
}

std::vector<std::string> groups_in(const std::string& label) {
  std::vector<std::string> groups;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = label.find(separator, begin);
    groups.push_back(label.substr(begin, end - begin));
  }
  return groups;
}

void merge_groups(std::vector<std::string>& names, std::vector<int>& numbers) {
  std::vector<bool> is_used(names.size(), false);
  for (const int number : numbers)
    if (number >= 0) is_used[number] = true;
  std::vector<std::string> merged;
  std::map<std::string, int> number_of;
  std::vector<int> renumbered(names.size(), -1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_used[i]) continue;
    const auto [at, is_new] = number_of.try_emplace(names[i], static_cast<int>(merged.size()));
    if (is_new) merged.push_back(names[i]);
    renumbered[i] = at->second;
  }
  names = std::move(merged);
  for (int& number : numbers)
    if (number >= 0) number = renumbered[number];
}

std::string label_text(const std::string& label) { return joined(groups_in(label), " and "); }

}  // namespace dgsolve
