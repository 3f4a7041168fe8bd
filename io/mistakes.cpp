#include "io/mistakes.hpp"

#include <algorithm>
#include <cctype>

#include "io/case.hpp"

namespace dgsolve {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string
/// alignment; Damerau, Commun. ACM 7 (1964) 171).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

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

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;  // nobody mistypes more, and the cost grows with the square
  if (name.size() > longest) return "";
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::string suggestion;
  for (const std::string& candidate : names) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(lower_case(name), lower_case(candidate));
    if (distance < best) {
      best = distance;
      suggestion = " (did you mean " + candidate + "?)";
    }
  }
  return suggestion;
}

}  // namespace dgsolve
