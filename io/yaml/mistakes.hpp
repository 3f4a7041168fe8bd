/// Everything wrong with an input, gathered so that it is reported in one go, and the words for it.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dgsolve {

/// The input is wrong. One line a mistake: `file:line:column: key: got "…"; expected …`.
class CaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Mistakes {
 public:
  /// One line `place: key: text`; the key is left out where it is empty.
  void add(const std::string& place, const std::string& key, const std::string& text);
  /// Throws CaseError with one line a mistake, if there is any: the first ten of each of the case's top keys,
  /// fifty in all, and how many there are more.
  void throw_if_any() const;

 private:
  std::string lines_;
  long n_shown_ = 0;
  std::map<std::string, long> n_of_;    ///< top key → its mistakes
  std::map<std::string, long> n_more_;  ///< of them those that are not shown
};

/// The text in quotation marks, on one line, cut where it is long.
std::string quote(std::string_view text);

}  // namespace dgsolve
