#include "io/mistakes.hpp"

#include <algorithm>
#include <cctype>

#include "io/case.hpp"

namespace dgsolve {

void Mistakes::add(const std::string& place, const std::string& key, const std::string& text) {
  if (!lines_.empty()) lines_ += '\n';
  lines_ += place + ": " + (key.empty() ? "" : key + ": ") + text;
}

void Mistakes::throw_if_any() const {
  if (!lines_.empty()) throw CaseError(lines_);
}

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string quoted(text.substr(0, longest));
  std::replace_if(
      quoted.begin(), quoted.end(), [](unsigned char c) { return std::iscntrl(c); }, ' ');
  return '"' + quoted + (text.size() > longest ? "…\"" : "\"");
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace dgsolve
