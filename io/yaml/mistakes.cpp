#include "io/yaml/mistakes.hpp"

#include <algorithm>
#include <cctype>

namespace dgsolve {
namespace {

/// Keys and names may be any text; a message is one line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c); }, ' ');
  return text;
}

}  // namespace

void Mistakes::add(const std::string& place, const std::string& key, const std::string& text) {
  if (!lines_.empty()) lines_ += '\n';
  lines_ += one_line(place + ": " + (key.empty() ? "" : key + ": ") + text);
}

void Mistakes::throw_if_any() const {
  if (!lines_.empty()) throw CaseError(lines_);
}

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 60;
  return '"' + one_line(std::string(text.substr(0, longest))) + (text.size() > longest ? "…\"" : "\"");
}

}  // namespace dgsolve
