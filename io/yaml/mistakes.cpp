#include "io/yaml/mistakes.hpp"

#include <algorithm>
#include <cctype>

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// Keys and names may be any text; a message is one line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c); }, ' ');
  return text;
}

/// The place of the first line about a key, or of the first line of all.
std::string first_place(const std::string& lines, const std::string& key) {
  std::size_t end = lines.find(": " + key);
  if (end == std::string::npos) end = lines.find(": ");
  const std::size_t begin = end == 0 ? 0 : lines.rfind('\n', end) + 1;  // npos + 1 is 0
  return lines.substr(begin, end - begin);
}

}  // namespace

void Mistakes::add(const std::string& place, const std::string& key, const std::string& text) {
  constexpr long most_of_a_key = 10, most = 50;
  const std::string top = key.substr(0, key.find_first_of(".[:"));
  if (++n_of_[top] > most_of_a_key || n_shown_ == most) {
    ++n_more_[n_more_.size() < most ? top : "others"];
    return;
  }
  ++n_shown_;
  if (!lines_.empty()) lines_ += '\n';
  lines_ += one_line(place + ": " + (key.empty() ? "" : key + ": ") + text);
}

void Mistakes::throw_if_any() const {
  if (lines_.empty()) return;
  std::string text = lines_;
  for (const auto& [top, n] : n_more_)
    text += '\n' + first_place(lines_, one_line(top)) + ": " + (top.empty() ? "" : one_line(top) + ": ") +
            std::to_string(n) + " more mistakes";
  throw CaseError(text);
}

std::string quote(std::string_view text) { return '"' + one_line(shortened(text)) + '"'; }

}  // namespace dgsolve
