/// Names of files in a folder, relative to it.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// In a name: a number of any length.
inline constexpr const char* digits_in_names = "+([0-9])";

/// Each name is a file's, or a pattern that the C library's fnmatch takes: `*` for some characters of a
/// file's or folder's name, `+([0-9])` for a number.
class NameList {
 public:
  NameList() = default;
  explicit NameList(std::vector<std::string> names) : names_(std::move(names)) {}

  const std::vector<std::string>& names() const { return names_; }
  /// Whether a file has one of them, or will have it once it is written (NewFile).
  bool has(const std::string& file) const;
  /// Whether one of them is that of a file in this folder, or in one below it.
  bool has_in(const std::string& folder) const;

 private:
  std::vector<std::string> names_;
};

/// Whether a file's name is one that the pattern stands for.
bool fits(const std::string& pattern, const std::string& file);

}  // namespace dgsolve
