#include "mesh/gmsh/msh_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>

#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/msh_cursor.hpp"

namespace dgsolve {
namespace {

/// Node tags, which mostly fill the range that the file declares.
class NodeTags {
 public:
  /// Room for n tags from `first` to `last`, if that is not many times as much.
  void expect(std::size_t n, std::size_t first, std::size_t last) {
    if (last < first || last - first > 8 * n + 1000) return;
    first_ = static_cast<std::int64_t>(first);
    inside_.assign(last - first + 1, false);
  }
  /// False where it was there before.
  bool insert(std::int64_t tag) {
    n_ += 1;
    if (!is_inside(tag)) return others_.insert(tag).second;
    return !std::exchange(inside_[tag - first_], true);
  }
  bool contains(std::int64_t tag) const {
    return is_inside(tag) ? inside_[tag - first_] != 0 : others_.contains(tag);
  }
  std::size_t size() const { return n_; }

 private:
  bool is_inside(std::int64_t tag) const {
    return tag >= first_ && tag - first_ < static_cast<std::int64_t>(inside_.size());
  }

  std::size_t n_ = 0;
  std::int64_t first_ = 0;
  std::vector<char> inside_;
  std::unordered_set<std::int64_t> others_;
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

  /// Throws MeshError.
  void check() {
    check_format();
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      section_begin_ = in_.position();
      const std::string section = in_.line();
      if (section.size() < 2 || section[0] != '$')
        in_.fail("found \"{}\"; expected a section ($Nodes, …)", section.substr(0, 40));
      check_section(section.substr(1));
    }
    if (!has_nodes_ || !has_elements_) in_.fail("the file has no section $Nodes or no section $Elements");
    mesh_.is_complete = version_4_ && !entities_.empty() && foreign_.empty() && !is_special_;
  }
  const std::vector<ForeignSection>& foreign() const { return foreign_; }
  MshContent take_mesh() { return std::move(mesh_); }

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
      const int dim = in_.text_number<int>();
      expect_dimension(dim);
      const int tag = in_.text_number<int>();
      in_.expect("\"");
      const std::string name = in_.name();
      constexpr std::size_t longest = 100;  // that Gmsh surely takes as it is
      is_special_ |= !mesh_.names.try_emplace({dim, tag}, name).second || name.size() > longest;
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
        const int tag = in_.number<int>();
        is_special_ |= !entities_.insert({dim, tag}).second;
        in_.skip_doubles(dim == 0 ? 3 : 6);
        const std::size_t n_groups = in_.count<std::size_t>("groups");
        for (std::size_t k = 0; k < n_groups; ++k) {
          mesh_.groups[{dim, tag}].push_back(in_.number<int>());
          is_special_ |= mesh_.groups[{dim, tag}].back() == 0;
        }
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
    if (!nodes_.insert(tag)) in_.fail("found node {} a second time", tag);
    if (version_4_) mesh_.node_tags.push_back(static_cast<std::size_t>(tag));
  }

  void check_node(std::int64_t tag, const char* user) const {
    if (!nodes_.contains(tag)) in_.fail("{} refers to node {}, which the file does not have", user, tag);
  }

  void check_nodes_4() {
    has_nodes_ = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_nodes = in_.count<std::size_t>("nodes");
    const auto smallest = in_.number<std::size_t>(), largest = in_.number<std::size_t>();  // tags
    nodes_.expect(n_nodes, smallest, largest);
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const int dim = dimension();
      check_entity(dim, in_.number<int>());
      const bool parametric = in_.number<int>() != 0;
      const std::size_t n = in_.count<std::size_t>("nodes");
      for (std::size_t i = 0; i < n; ++i) add_node(in_.number<std::int64_t>());
      for (std::size_t i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k) mesh_.coordinates.push_back(in_.number<double>());
        in_.skip_doubles(parametric ? dim : 0);
      }
    }
    expect_count("nodes", n_nodes, nodes_.size());
  }

  void check_nodes_2() {
    has_nodes_ = true;
    const std::size_t n = in_.count<int>("nodes", true);
    if (in_.binary) in_.line();
    nodes_.expect(n, 1, n);
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
      const int tag = in_.number<int>();
      check_entity(dim, tag);
      const int type = in_.number<int>();
      const ElementShape element = shape(type);
      if (element.dim != dim) in_.fail("found elements whose dimension differs from their entity's");
      const std::size_t n = in_.count<std::size_t>("elements");
      std::vector<std::size_t>& nodes = mesh_.elements.emplace_back(dim, tag, type).nodes;
      for (std::size_t i = 0; i < n; ++i) {
        in_.number<std::size_t>();
        for (int k = 0; k < element.n_nodes; ++k) {
          const auto node = in_.number<std::int64_t>();
          check_node(node, "an element");
          nodes.push_back(static_cast<std::size_t>(node));
        }
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
    is_special_ = true;
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

  MshCursor in_;
  const std::function<ElementShape(int)>& shape_of_;
  std::size_t section_begin_ = 0;
  std::vector<ForeignSection> foreign_;
  bool version_4_ = false, has_nodes_ = false, has_elements_ = false;
  bool is_special_ = false;                 ///< Gmsh makes something of it that is not in mesh_
  std::set<std::pair<int, int>> entities_;  ///< dimension, tag
  NodeTags nodes_;
  MshContent mesh_;
};

}  // namespace

MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of) {
  Checker checker(content, shape_of);
  checker.check();
  MshContent mesh = checker.take_mesh();
  for (const ForeignSection& section : checker.foreign()) mesh.removed.push_back('$' + section.name);
  for (auto section = checker.foreign().rbegin(); section != checker.foreign().rend(); ++section)
    content.erase(section->begin, section->end - section->begin);
  return mesh;
}

}  // namespace dgsolve
