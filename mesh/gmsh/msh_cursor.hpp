/// Reads the numbers and names of a .msh file. Private to msh_check.cpp and the formats.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The file's content with a reading position; numbers are text or binary.
class MshCursor {
 public:
  explicit MshCursor(const std::string& content) : content_(content) {}

  bool binary = false;

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> problem, Args&&... args) const {
    const auto begin = content_.begin(), here = begin + static_cast<std::ptrdiff_t>(position_);
    throw MeshError((binary ? fmt::format("byte {}: ", position_)
                            : fmt::format("line {}: ", 1 + std::count(begin, here, '\n'))) +
                    fmt::format(problem, std::forward<Args>(args)...));
  }

  std::string rest_of_line() const {
    return content_.substr(position_, content_.find('\n', position_) - position_);
  }
  std::string line() {
    std::string text = rest_of_line();
    position_ = std::min(position_ + text.size() + 1, content_.size());
    if (!text.empty() && text.back() == '\r') text.pop_back();
    return text;
  }

  /// A line of one word, without the blanks behind it.
  std::string section() {
    std::string text = line();
    return text.erase(text.find_last_not_of(" \t\r") + 1);
  }
  /// Whether the line from here on is this word.
  bool is_section(const std::string& name) const {
    const std::string text = rest_of_line();
    return text.starts_with(name) && text.find_first_not_of(" \t\r", name.size()) == std::string::npos;
  }

  void skip_space() {
    while (position_ < content_.size() && std::strchr(" \t\r\n", content_[position_])) ++position_;
  }
  void skip_blanks() {
    while (position_ < content_.size() && std::strchr(" \t", content_[position_])) ++position_;
  }
  bool at_end() const { return position_ >= content_.size(); }
  std::size_t position() const { return position_; }
  std::size_t bytes_left() const { return content_.size() - position_; }

  /// At most 40 printable characters from here, for a message, without the line's end.
  std::string excerpt() const {
    std::string shown = content_.substr(position_, 40);
    const std::size_t end = shown.find('\n');
    shown = shown.substr(0, end);
    if (end != std::string::npos && !shown.empty() && shown.back() == '\r') shown.pop_back();
    for (char& c : shown)
      if (c < ' ' || c > '~') c = '?';
    return shown.empty() && at_end() ? "the end of the file" : "\"" + shown + "\"";
  }

  /// Moves behind the next occurrence of `text`, which must exist.
  void skip_past(const std::string& text) {
    const std::size_t at = content_.find(text, position_);
    if (at == std::string::npos) fail("the file is cut short: expected {}", text);
    position_ = at + text.size();
  }

  /// The name in the rest of the line. Gmsh writes quotes within a name as they are, so that its last quote
  /// ends it; other programs write a name without quotes.
  std::string name() {
    skip_blanks();
    const std::string text = rest_of_line();
    const std::size_t last = text.find_last_of('"');
    if (text.find_first_not_of(" \t\r") == std::string::npos || (text[0] == '"' && last == 0))
      fail("found {}; expected a name in quotes", excerpt());
    const std::string found = section();
    return text[0] == '"' ? text.substr(1, last - 1) : found;
  }

  void expect(const std::string& text) {
    skip_space();
    if (content_.compare(position_, text.size(), text) != 0) {
      if (at_end()) fail("the file is cut short: expected {}", text);
      fail("found {}; expected {}", excerpt(), text);
    }
    position_ += text.size();
  }

  template <class T>
  T text_number() {
    skip_space();
    const char* begin = content_.data() + position_;
    const char* end = content_.data() + content_.size();
    if (begin != end && *begin == '+') ++begin;
    T value{};
    const auto result = std::from_chars(begin, end, value);
    if (result.ec != std::errc() || (result.ptr != end && !std::strchr(" \t\r\n", *result.ptr)))
      fail("found {}; expected {}", excerpt(), std::is_integral_v<T> ? "an integer" : "a number");
    position_ = static_cast<std::size_t>(result.ptr - content_.data());
    return value;
  }

  template <class T>
  T number() {
    if (!binary) return text_number<T>();
    if (bytes_left() < sizeof(T)) fail("the file is cut short");
    T value;
    std::memcpy(&value, content_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }

  void skip_doubles(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) number<double>();
  }

  /// The number of items that follow, each of at least one byte.
  template <class T>
  std::size_t count(const char* what, bool as_text = false) {
    const T n = as_text ? text_number<T>() : number<T>();
    if (std::cmp_less(n, 0) || std::cmp_greater(n, bytes_left()))
      fail("found {} {}; expected a count that the rest of the file can hold", n, what);
    return static_cast<std::size_t>(n);
  }

 private:
  const std::string& content_;
  std::size_t position_ = 0;
};

}  // namespace dgsolve
