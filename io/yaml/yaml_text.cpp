#include <algorithm>

#include "io/yaml/yaml_document.hpp"

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

std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string flow_text(const YamlNode& node) {
  std::string text;
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "~";
    case YamlNode::Kind::scalar:
      return node.quoted || !is_plain(node.text) ? in_quotes(node.text) : node.text;
    case YamlNode::Kind::list:
      for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + flow_text(item);
      return '[' + text + ']';
    case YamlNode::Kind::map:
      break;
  }
  for (const auto& [key, value] : node.entries)
    text += (text.empty() ? "" : ", ") + (is_plain(key) ? key : in_quotes(key)) + ": " + flow_text(value);
  return '{' + text + '}';
}

}  // namespace

std::string yaml_text(const YamlNode& root) {
  std::string text;
  for (const auto& [key, value] : root.entries) text += key + ": " + flow_text(value) + '\n';
  return text;
}

}  // namespace dgsolve
