/// Everything wrong with an input, gathered so that it is reported in one go, and the words for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dgsolve {

class Mistakes {
 public:
  /// One line `place: key: text`; the key is left out where it is empty.
  void add(const std::string& place, const std::string& key, const std::string& text);
  /// Throws CaseError with one line a mistake, if there is any.
  void throw_if_any() const;

 private:
  std::string lines_;
};

/// The text in quotation marks, on one line, cut where it is long.
std::string quote(std::string_view text);
/// "a, b, c"
std::string listed(const std::vector<std::string>& names);

}  // namespace dgsolve
