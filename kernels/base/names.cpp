#include "kernels/base/names.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace dgsolve {

namespace {

bool same_letter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }

/// Letters to insert, delete, replace, or swap with their neighbour, to turn a into b, each letter at most
/// once (optimal string alignment; Damerau, Communications of the ACM 7, 1964).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Distances from the first i−1, i, i+1 letters of a to those of b.
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + !same_letter(a[i], b[j]), next[j] + 1, row[j + 1] + 1});
      if (i > 0 && j > 0 && same_letter(a[i], b[j - 1]) && same_letter(a[i - 1], b[j]))
        next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row.back();
}

}  // namespace

int index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 50;
  std::string text;
  for (const std::string& name : std::span(names).first(std::min(names.size(), most)))
    text += (text.empty() ? "" : ", ") + name;
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // inside a character
  return std::string(text.substr(0, end)) + "…";
}

std::string did_you_mean(std::string_view found, std::span<const std::string> valid) {
  // One letter may be wrong, or a third of them, but not all.
  std::size_t best_distance = std::max<std::size_t>(1, found.size() / 3) + 1;
  std::string_view best;
  for (const std::string& name : valid) {
    const std::size_t distance = edit_distance(found, name);
    if (distance < best_distance && distance < std::max(found.size(), name.size())) {
      best_distance = distance;
      best = name;
    }
  }
  return best.empty() ? "" : " (did you mean " + std::string(best) + "?)";
}

}  // namespace dgsolve
