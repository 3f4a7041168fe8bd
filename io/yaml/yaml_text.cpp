/// Implements io/yaml/yaml_document.hpp.

#include <fmt/core.h>

#include <algorithm>

#include "io/yaml/yaml_document.hpp"
#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

/// A scalar without quotes stays one, so that a number stays a number, where nothing in it has a meaning of
/// its own inside braces.
bool is_plain(const std::string& text) {
  const auto fits = [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("._+-*/^()= ").find(static_cast<char>(c)) != std::string_view::npos;
  };
  const std::size_t start = text.find_first_not_of("+-.");  // a sign alone would begin an item of a list
  const bool is_null = text == "null" || text == "Null" || text == "NULL";
  return !is_null && start < 2 && std::isalnum(static_cast<unsigned char>(text[start])) &&
         text.back() != ' ' && std::all_of(text.begin(), text.end(), fits);
}

/// Control characters have their numbers, so that the text can be read again.
std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t n = character_length(text, at);
    const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
    const bool is_c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;  // U+0080 to U+009F
    if (byte == '"' || byte == '\\')
      quoted += std::string("\\") + text[at];
    else if (byte == '\n')
      quoted += "\\n";
    else if (n > 0)
      quoted += text.substr(at, n);
    else if (byte < 0x80)
      quoted += fmt::format("\\x{:02X}", byte);
    else if (is_c1)
      quoted += fmt::format("\\x{:02X}", next);
    else
      quoted += "\uFFFD";  // no text at all
    at += n > 0 ? n : is_c1 ? 2 : 1;
  }
  return quoted + '"';
}

}  // namespace

std::string yaml_key(const std::string& key) { return is_plain(key) ? key : in_quotes(key); }

std::string yaml_value(const YamlNode& node) {
  std::string text;
  switch (node.kind) {
    case YamlNode::Kind::null:
    case YamlNode::Kind::off:
      return "~";
    case YamlNode::Kind::scalar:
      return node.quoted || !is_plain(node.text) ? in_quotes(node.text) : node.text;
    case YamlNode::Kind::list:
      for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + yaml_value(item);
      return '[' + text + ']';
    case YamlNode::Kind::map:
      break;
  }
  for (const auto& [key, value] : node.entries)
    text += (text.empty() ? "" : ", ") + yaml_key(key) + ": " + yaml_value(value);
  return '{' + text + '}';
}

std::string yaml_text(const YamlNode& root) {
  std::string text;
  for (const auto& [key, value] : root.entries) text += key + ": " + yaml_value(value) + '\n';
  return text;
}

}  // namespace dgsolve
