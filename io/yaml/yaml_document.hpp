/// A YAML text as a plain tree in which every value knows its place; the one door to yaml-cpp.
///
/// Strict where yaml-cpp is lenient: a key that occurs twice is a mistake; anchors, aliases, merge keys,
/// tags, several documents, keys that are no names, and deep nesting are refused; a value is never turned
/// into a number or truth value behind one's back: a scalar keeps its text, and whether it stood in quotes.
#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "io/yaml/mistakes.hpp"

namespace dgsolve {

struct YamlNode {
  /// off: --set KEY=null took a value out; a null with the text "null": there was none.
  enum class Kind { null, off, scalar, list, map };
  struct Entry;

  Kind kind = Kind::null;
  std::string place;  ///< "case.yaml:14:5", of the key where it has one, or "--set order=9"
  std::string text;   ///< of a scalar
  bool quoted = false;
  std::vector<YamlNode> items;  ///< of a list
  std::list<Entry> entries;     ///< of a map, in the file's order, each key once; they stay where they are

  const YamlNode* find(const std::string& key) const;  ///< the value of a map's key, or nullptr
  YamlNode& child(const std::string& key);             ///< the same, added if it is missing; makes this a map
};

struct YamlNode::Entry {
  std::string key;
  YamlNode value;
};

YamlNode scalar_node(std::string text);
YamlNode list_node(const std::vector<std::string>& texts);

/// What a value is, for messages: `"2,25"`, `a list`, `nothing`, …
std::string describe(const YamlNode& node);

/// A key as YAML, in quotes where it needs them; so may a value be written.
std::string yaml_key(const std::string& key);

/// A value as YAML, on one line.
std::string yaml_value(const YamlNode& node);

/// The tree as YAML, a line for each of the top keys: read again it gives the same values.
std::string yaml_text(const YamlNode& root);

/// Reads a file that holds one mapping. Repeated keys go to `mistakes`; whatever makes the rest unreadable
/// throws CaseError.
YamlNode read_yaml(const std::filesystem::path& file, Mistakes& mistakes);

/// … of a text; name: of places in messages.
YamlNode parse_yaml(const std::string& text, const std::string& name, Mistakes& mistakes);

/// Sets one value from the text "dotted.path=value" of --set, where the value is YAML; null takes the value
/// out. `probes[0]` is the first entry of a list, which must be there; missing maps on the way are made.
void apply_override(YamlNode& root, const std::string& assignment, Mistakes& mistakes);

}  // namespace dgsolve
