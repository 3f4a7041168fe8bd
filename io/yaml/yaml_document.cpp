#include "io/yaml/yaml_document.hpp"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include "io/base/files.hpp"

namespace dgsolve {

namespace {

constexpr std::uintmax_t largest_file = 256 << 10;  ///< bytes; a case file has a few thousand
constexpr std::size_t deepest = 32;                 ///< a case file nests about 5 deep

/// The text of a place, from yaml-cpp's mark.
using PlaceOf = std::function<std::string(const YAML::Mark&)>;

/// Builds the tree from the parser's events, which, unlike yaml-cpp's own nodes, still show repeated keys,
/// quotes, tags and aliases.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(PlaceOf place_of, Mistakes& mistakes) : place_of_(std::move(place_of)), mistakes_(mistakes) {}

  YamlNode root;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) refuse(mark, "a second YAML document starts here; expected one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (awaits_key()) refuse(mark, "got nothing where a key is expected");
    add(mark, "", anchor, {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "got an alias (*name); expected the value itself: a text that starts with * needs quotes");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (awaits_key()) return take_key(mark, value);
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.text = value;
    node.quoted = tag == "!";  // yaml-cpp's word for a scalar in quotes, or a block of text
    add(mark, node.quoted ? "" : tag, anchor, std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not come yet.
  struct Frame {
    YamlNode node;
    std::map<std::string, std::string> keys;  ///< key → place, of a map
    std::string key;                          ///< the key that waits for its value
    std::string key_place;
    bool has_key = false;
    bool repeated = false;  ///< the key came before: its second value is dropped
  };

  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& text) const {
    throw CaseError(place_of_(mark) + ": " + text);
  }

  bool awaits_key() const {
    return !frames_.empty() && frames_.back().node.kind == YamlNode::Kind::map && !frames_.back().has_key;
  }

  void take_key(const YAML::Mark& mark, const std::string& key) {
    if (key == "<<") refuse(mark, "got a merge key (<<); expected the keys themselves");
    Frame& frame = frames_.back();
    frame.key = key;
    frame.key_place = place_of_(mark);
    frame.has_key = true;
    const auto [first, is_new] = frame.keys.emplace(key, frame.key_place);
    frame.repeated = !is_new;
    if (!is_new)
      mistakes_.add(frame.key_place, path(), "the key occurs twice; it already stands at " + first->second);
  }

  std::string path() const {
    std::string dotted;
    for (const Frame& frame : frames_)
      if (frame.has_key) dotted += (dotted.empty() ? "" : ".") + frame.key;
    return dotted;
  }

  /// Gives a node its place, and refuses what case files do without.
  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode& node) const {
    if (anchor) refuse(mark, "got an anchor (&name); expected a plain value");
    if (!tag.empty() && tag != "?") refuse(mark, "got a tag (" + tag + "); expected a plain value");
    const bool in_map = !frames_.empty() && frames_.back().has_key;
    node.place = in_map ? frames_.back().key_place : place_of_(mark);
  }

  void add(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode node) {
    check(mark, tag, anchor, node);
    attach(std::move(node));
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind) {
    if (awaits_key()) refuse(mark, "got a list or a mapping where a key is expected");
    if (frames_.size() == deepest)
      refuse(mark, "nested more than " + std::to_string(deepest) + " levels deep");
    Frame frame;
    frame.node.kind = kind;
    check(mark, tag, anchor, frame.node);
    frames_.push_back(std::move(frame));
  }

  void close() {
    YamlNode node = std::move(frames_.back().node);
    frames_.pop_back();
    attach(std::move(node));
  }

  void attach(YamlNode node) {
    if (frames_.empty()) {
      root = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node.kind == YamlNode::Kind::list)
      frame.node.items.push_back(std::move(node));
    else if (!frame.repeated)
      frame.node.entries.push_back({frame.key, std::move(node)});
    frame.has_key = false;
  }

  PlaceOf place_of_;
  Mistakes& mistakes_;
  std::vector<Frame> frames_;
  int documents_ = 0;
};

YamlNode parse(const std::string& text, const PlaceOf& place_of, Mistakes& mistakes) {
  TreeBuilder builder(place_of, mistakes);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    throw CaseError(place_of(error.mark) + ": this is no valid YAML: " + error.msg);
  }
  return std::move(builder.root);
}

std::string read_text(const std::filesystem::path& file) {
  std::error_code error;
  if (const std::string why = why_no_file(file); !why.empty())
    throw CaseError(file.string() + ": " + why + "; expected a case file in YAML");
  if (std::filesystem::file_size(file, error) > largest_file || error)
    throw CaseError(file.string() + ": the file is larger than 256 KiB; expected a case file in YAML");
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw CaseError(file.string() + ": the file cannot be read");
  return text;
}

/// Binary data would give the parser's confusion for a message.
void check_is_text(const std::string& text, const std::filesystem::path& file) {
  int line = 1, column = 1;
  for (const unsigned char c : text) {
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
      throw CaseError(fmt::format("{}:{}:{}: got a byte of value {}; expected a case file in YAML, a text",
                                  file.string(), line, column, static_cast<int>(c)));
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
}

/// What a path goes wrong with that looks for a key in a scalar or a list.
std::string expected_instead(const YamlNode& found, const std::string& key) {
  if (found.kind == YamlNode::Kind::list)
    return fmt::format("got a list of {}; expected one of them by its number, such as [0], before .{}",
                       found.items.size(), key);
  return "got " + describe(found) + "; expected a mapping, to set " + key + " in";
}

/// The item of a list that an index means: "[2]" in a key, at a place that moves behind it. Null where there
/// is none, a mistake.
YamlNode* take_item(YamlNode& list, const std::string& key, std::size_t& at, std::string& so_far,
                    const std::string& place, Mistakes& mistakes) {
  std::size_t index = 0;
  const char *const begin = key.data() + at + 1, *const end = key.data() + key.size();
  const auto [behind, error] = std::from_chars(begin, end, index);
  if (key[at] != '[' || error != std::errc() || behind == end || *behind != ']') {
    mistakes.add(place, so_far, "got " + quote(key) + "; expected an index such as [0] behind the key");
    return nullptr;
  }
  if (list.kind != YamlNode::Kind::list) {
    mistakes.add(place, so_far, "got " + describe(list) + "; expected a list, to set an entry of");
    return nullptr;
  }
  if (index >= list.items.size()) {
    const std::size_t n = list.items.size();
    mistakes.add(
        place, so_far,
        n == 0 ? "the list is empty; expected the whole list, such as [a, b]"
               : fmt::format("got the index {}; the list has {} {}: expected {}", index, n,
                             n == 1 ? "entry" : "entries", n == 1 ? "0" : "0 to " + std::to_string(n - 1)));
    return nullptr;
  }
  so_far += '[' + std::to_string(index) + ']';
  at = behind + 1 - key.data();
  return &list.items[index];
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

YamlNode& YamlNode::child(const std::string& key) {
  kind = Kind::map;
  for (Entry& entry : entries)
    if (entry.key == key) return entry.value;
  entries.push_back({key, {}});
  return entries.back().value;
}

YamlNode scalar_node(std::string text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = std::move(text);
  return node;
}

YamlNode list_node(const std::vector<std::string>& texts) {
  YamlNode node;
  node.kind = YamlNode::Kind::list;
  for (const std::string& text : texts) node.items.push_back(scalar_node(text));
  return node;
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
    case YamlNode::Kind::off:
      return "nothing";
    case YamlNode::Kind::scalar:
      return quote(node.text);
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      break;
  }
  return "a mapping";
}

YamlNode read_yaml(const std::filesystem::path& file, Mistakes& mistakes) {
  const std::string text = read_text(file);
  check_is_text(text, file);
  return parse_yaml(text, file.string(), mistakes);
}

YamlNode parse_yaml(const std::string& text, const std::string& name, Mistakes& mistakes) {
  const PlaceOf place_of = [&name](const YAML::Mark& mark) {  // marks count from 0
    return name + ':' + std::to_string(mark.line + 1) + ':' + std::to_string(mark.column + 1);
  };
  YamlNode root = parse(text, place_of, mistakes);
  if (root.place.empty()) root.place = name + ":1:1";
  if (root.kind == YamlNode::Kind::null) throw CaseError(root.place + ": the file is empty; expected a case");
  if (root.kind != YamlNode::Kind::map)
    throw CaseError(root.place + ": got " + describe(root) + "; expected keys with values, such as order: 4");
  return root;
}

void apply_override(YamlNode& root, const std::string& assignment, Mistakes& mistakes) {
  const std::string place = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    return mistakes.add(place, "", "expected KEY=VALUE, such as order=6");
  std::istringstream path(assignment.substr(0, equals));
  std::string so_far;
  YamlNode* node = &root;
  bool is_entry = false, was_there = false;  // an entry of a list; a key that had a value
  for (std::string key; std::getline(path, key, '.');) {
    const std::string name = key.substr(0, key.find('['));
    if (name.empty()) return mistakes.add(place, "", "expected a dotted path such as mesh.parameters.h");
    if (node->kind == YamlNode::Kind::scalar || node->kind == YamlNode::Kind::list)
      return mistakes.add(place, so_far, expected_instead(*node, name));
    was_there = node->find(name) != nullptr;
    is_entry = name.size() < key.size();
    node = &node->child(name);
    if (node->place.empty()) node->place = place;
    so_far += (so_far.empty() ? "" : ".") + name;
    for (std::size_t at = name.size(); at < key.size() && node;)
      node = take_item(*node, key, at, so_far, place, mistakes);
    if (!node) return;
  }
  if (assignment[equals - 1] == '.') return mistakes.add(place, "", "expected a key after the last dot");
  const PlaceOf same_place = [&assignment](const YAML::Mark&) { return "--set " + assignment; };
  *node = parse(assignment.substr(equals + 1), same_place, mistakes);
  node->place = place;
  const bool is_null = node->kind == YamlNode::Kind::null &&
                       assignment.find_first_not_of(' ', equals + 1) != std::string::npos;
  if (!is_null || is_entry) return;
  // Sections whose keys are names complain of one that they lack.
  if (was_there)
    node->kind = YamlNode::Kind::off;
  else
    node->text = "null";
}

}  // namespace dgsolve
