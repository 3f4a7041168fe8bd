#include "mesh/gmsh/msh_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

/// The file's content with a reading position; numbers are text or binary.
class Cursor {
 public:
  explicit Cursor(const std::string& content) : content_(content) {}

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

  void skip_space() {
    while (position_ < content_.size() && std::strchr(" \t\r\n", content_[position_])) ++position_;
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

  /// Moves behind the quote that ends a name, which Gmsh reads from one line.
  void skip_name() {
    const std::size_t at = content_.find_first_of("\"\n", position_);
    if (at == std::string::npos || content_[at] != '"')
      fail("found {}; expected a name in quotes", excerpt());
    position_ = at + 1;
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

/// The file's bytes [begin, end).
struct ForeignSection {
  std::string name;
  std::size_t begin, end;
};

class Checker {
 public:
  Checker(const std::string& content, const std::function<ElementShape(int)>& shape_of)
      : in_(content), shape_of_(shape_of) {}

  std::vector<ForeignSection> check() {
    check_format();
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      section_begin_ = in_.position();
      const std::string section = in_.line();
      if (section.size() < 2 || section[0] != '$')
        in_.fail("found \"{}\"; expected a section ($Nodes, …)", section.substr(0, 40));
      check_section(section.substr(1));
    }
    if (!has_nodes_ || !has_elements_) in_.fail("the file has no section $Nodes or no section $Elements");
    return foreign_;
  }

 private:
  void check_format() {
    if (in_.excerpt() == "\"$Comments\"") in_.skip_past("$EndComments");
    in_.skip_space();
    if (in_.excerpt() != "\"$MeshFormat\"")
      in_.fail("not a Gmsh mesh: it starts with {}; expected $MeshFormat", in_.excerpt());
    in_.line();
    const std::string found = in_.excerpt();
    std::istringstream words(found.substr(1, found.size() - 2));
    std::string version, binary, size;
    words >> version >> binary >> size;
    version_4_ = version == "4.1";
    if ((!version_4_ && version != "2.2") || (binary != "0" && binary != "1") || size != "8")
      in_.fail("found format {}; expected version 2.2 or 4.1, then 0 (text) or 1 (binary), then 8", found);
    in_.line();
    in_.binary = binary == "1";
    if (in_.binary && in_.number<std::int32_t>() != 1)
      in_.fail("found a binary file of the other byte order; expected little-endian");
    in_.expect("$EndMeshFormat");
  }

  void check_section(const std::string& name) {
    if (name == "PhysicalNames")
      check_names();
    else if (name == "Entities" && version_4_)
      check_entities();
    else if (name == "Nodes")
      version_4_ ? check_nodes_4() : check_nodes_2();
    else if (name == "Elements")
      version_4_ ? check_elements_4() : check_elements_2();
    else if (name == "Periodic")
      version_4_ ? check_periodic_4() : check_periodic_2();
    else
      return skip_foreign(name);
    in_.expect("$End" + name);
  }

  /// Post-processing data and the like.
  void skip_foreign(const std::string& name) {
    in_.skip_past("$End" + name);
    foreign_.push_back({name, section_begin_, in_.position()});
  }

  void check_names() {
    const std::size_t n = in_.count<int>("names", true);
    for (std::size_t i = 0; i < n; ++i) {
      expect_dimension(in_.text_number<int>());
      in_.text_number<int>();
      in_.expect("\"");
      in_.skip_name();
    }
  }

  void expect_dimension(int dim) const {
    if (dim < 0 || dim > 3) in_.fail("found dimension {}; expected 0…3", dim);
  }

  int dimension() {
    const int dim = in_.number<int>();
    expect_dimension(dim);
    return dim;
  }

  void check_entities() {
    std::size_t counts[4];
    for (std::size_t& n : counts) n = in_.count<std::size_t>("entities");
    for (int dim = 0; dim < 4; ++dim)
      for (std::size_t i = 0; i < counts[dim]; ++i) {
        entities_.insert({dim, in_.number<int>()});
        in_.skip_doubles(dim == 0 ? 3 : 6);
        const std::size_t n_groups = in_.count<std::size_t>("groups");
        for (std::size_t k = 0; k < n_groups; ++k) in_.number<int>();
        const std::size_t n_bounding = dim == 0 ? 0 : in_.count<std::size_t>("bounding entities");
        for (std::size_t k = 0; k < n_bounding; ++k) check_entity(dim - 1, std::abs(in_.number<int>()));
      }
  }

  void check_entity(int dim, int tag) const {
    if (!entities_.empty() && !entities_.contains({dim, tag}))
      in_.fail("found entity {} of dimension {}, which $Entities does not declare", tag, dim);
  }

  void add_node(std::int64_t tag) {
    if (tag < 1) in_.fail("found node number {}; expected one > 0", tag);
    if (!nodes_.insert(tag).second) in_.fail("found node {} a second time", tag);
  }

  void check_node(std::int64_t tag, const char* user) const {
    if (!nodes_.contains(tag)) in_.fail("{} refers to node {}, which the file does not have", user, tag);
  }

  void check_nodes_4() {
    has_nodes_ = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_nodes = in_.count<std::size_t>("nodes");
    in_.number<std::size_t>();  // smallest and largest tag
    in_.number<std::size_t>();
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const int dim = dimension();
      check_entity(dim, in_.number<int>());
      const bool parametric = in_.number<int>() != 0;
      const std::size_t n = in_.count<std::size_t>("nodes");
      for (std::size_t i = 0; i < n; ++i) add_node(in_.number<std::int64_t>());
      in_.skip_doubles(n * static_cast<std::size_t>(3 + (parametric ? dim : 0)));
    }
    expect_count("nodes", n_nodes, nodes_.size());
  }

  void check_nodes_2() {
    has_nodes_ = true;
    const std::size_t n = in_.count<int>("nodes", true);
    if (in_.binary) in_.line();
    for (std::size_t i = 0; i < n; ++i) {
      add_node(in_.number<int>());
      in_.skip_doubles(3);
    }
  }

  void expect_count(const char* what, std::size_t declared, std::size_t found) const {
    if (declared != found) in_.fail("found {} {} where {} are declared", found, what, declared);
  }

  ElementShape shape(int type) const {
    const ElementShape shape = shape_of_(type);
    if (shape.n_nodes <= 0) in_.fail("found element type {}, which Gmsh does not know", type);
    return shape;
  }

  void check_elements_4() {
    has_elements_ = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_elements = in_.count<std::size_t>("elements");
    in_.number<std::size_t>();  // smallest and largest tag
    in_.number<std::size_t>();
    std::size_t found = 0;
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const int dim = dimension();
      check_entity(dim, in_.number<int>());
      const ElementShape element = shape(in_.number<int>());
      if (element.dim != dim) in_.fail("found elements whose dimension differs from their entity's");
      const std::size_t n = in_.count<std::size_t>("elements");
      for (std::size_t i = 0; i < n; ++i) {
        in_.number<std::size_t>();
        for (int k = 0; k < element.n_nodes; ++k) check_node(in_.number<std::int64_t>(), "an element");
      }
      found += n;
    }
    expect_count("elements", n_elements, found);
  }

  void check_elements_2() {
    has_elements_ = true;
    const std::size_t n = in_.count<int>("elements", true);
    if (in_.binary) in_.line();
    // Text: number, type, tags, nodes. Binary: blocks of type, count, number of tags; then number, tags,
    // nodes.
    for (std::size_t i = 0; i < n;) {
      if (!in_.binary) in_.number<int>();
      const ElementShape element = shape(in_.number<int>());
      const std::size_t n_block = in_.binary ? in_.count<int>("elements") : 1;
      const int n_tags = in_.number<int>();
      if (n_block < 1 || n_block > n - i) in_.fail("found more or fewer elements than declared");
      for (std::size_t k = 0; k < n_block; ++k) {
        if (in_.binary) in_.number<int>();
        check_tags(n_tags);
        for (int node = 0; node < element.n_nodes; ++node) check_node(in_.number<int>(), "an element");
      }
      i += n_block;
    }
  }

  /// Physical group and entity; then, in partitioned meshes, the number of partitions and their numbers.
  void check_tags(int n_tags) {
    if (n_tags < 2) in_.fail("found an element with {} tags; expected 2 or more", n_tags);
    in_.number<int>();
    if (in_.number<int>() < 0) in_.fail("found an element with a negative entity");
    if (n_tags == 2) return;
    if (in_.number<int>() != n_tags - 3) in_.fail("found an element whose tags are not partitions");
    for (int k = 3; k < n_tags; ++k) in_.number<int>();
  }

  void check_periodic_4() {
    const std::size_t n = in_.count<std::size_t>("periodic entities");
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = dimension();
      check_entity(dim, in_.number<int>());
      check_entity(dim, in_.number<int>());
      const std::size_t n_affine = in_.count<std::size_t>("numbers of a transform");
      if (n_affine != 0 && n_affine != 16) in_.fail("found a transform without 16 numbers");
      in_.skip_doubles(n_affine);
      const std::size_t n_pairs = in_.count<std::size_t>("pairs of nodes");
      for (std::size_t k = 0; k < 2 * n_pairs; ++k) check_node(in_.number<std::int64_t>(), "$Periodic");
    }
  }

  /// Always text.
  void check_periodic_2() {
    const std::size_t n = in_.count<int>("periodic entities", true);
    for (std::size_t i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) in_.text_number<int>();
      in_.skip_space();
      if (in_.excerpt().starts_with("\"Affine")) check_transform();
      const std::size_t n_pairs = in_.count<int>("pairs of nodes", true);
      for (std::size_t k = 0; k < 2 * n_pairs; ++k) check_node(in_.text_number<int>(), "$Periodic");
    }
  }

  /// Gmsh 4.8 writes beyond its array of 16 numbers where the line is different.
  void check_transform() {
    std::istringstream words(in_.rest_of_line());
    std::string name;
    int n = 0;
    words >> name;
    for (double number = 0; words >> number;) ++n;
    if (name != "Affine" || n != 16 || !words.eof())
      in_.fail("found {}; expected Affine and 16 numbers on a line", in_.excerpt());
    in_.line();
  }

  Cursor in_;
  const std::function<ElementShape(int)>& shape_of_;
  std::size_t section_begin_ = 0;
  std::vector<ForeignSection> foreign_;
  bool version_4_ = false, has_nodes_ = false, has_elements_ = false;
  std::set<std::pair<int, int>> entities_;  ///< dimension, tag
  std::unordered_set<std::int64_t> nodes_;
};

}  // namespace

std::vector<std::string> check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of) {
  const std::vector<ForeignSection> foreign = Checker(content, shape_of).check();
  std::vector<std::string> names;
  names.reserve(foreign.size());
  for (const ForeignSection& section : foreign) names.push_back('$' + section.name);
  for (auto section = foreign.rbegin(); section != foreign.rend(); ++section)
    content.erase(section->begin, section->end - section->begin);
  return names;
}

}  // namespace dgsolve
