#include "mesh/gmsh/msh_check.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/entities_by_group.hpp"
#include "mesh/gmsh/msh_cursor.hpp"
#include "mesh/gmsh/msh_text.hpp"

namespace dgsolve {
namespace {

/// The file's bytes [begin, end).
struct ForeignSection {
  std::string name;
  std::size_t begin, end;
};

class Checker {
 public:
  Checker(const std::string& content, const std::function<ElementShape(int)>& shape_of)
      : reading_(content, shape_of), in_(reading_.in) {}

  /// Throws MeshError.
  void check() {
    find_format();
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      const std::size_t begin = in_.position();
      const std::string section = in_.section();
      if (section.size() < 2 || section[0] != '$')
        in_.fail("found \"{}\"; expected a section ($Nodes, …)", section.substr(0, 40));
      read_section(section.substr(1), begin);
    }
    if (!has_nodes_ || !has_elements_) in_.fail("the file has no section $Nodes or no section $Elements");
    if (!version_4_) has_other_entities_ |= part_entities_by_group(mesh_, groups_of_blocks_);
    mesh_.is_complete = (!version_4_ || !entities_.empty()) && foreign_.empty() && !is_special_;
  }
  bool has_other_entities() const { return reading_.has_other_entities; }
  const std::vector<ForeignSection>& foreign() const { return foreign_; }
  MshContent take_mesh() { return std::move(reading_.mesh); }

 private:
  /// Format 1 has no header.
  void find_format() {
    if (in_.is_section("$Comments")) in_.skip_past("$EndComments");
    in_.skip_space();
    if (in_.is_section("$NOD")) {
      format_ = msh_format_2(reading_, 1);
      return;
    }
    if (!in_.is_section("$MeshFormat"))
      in_.fail("not a Gmsh mesh: it starts with {}; expected $MeshFormat", in_.excerpt());
    in_.line();
    read_header();
    in_.expect("$EndMeshFormat");
  }

  void check_section(const std::string& name) {
    if (name == "PhysicalNames")
      check_names();
    else if (name == "Entities" && version_4_)
      check_entities();
    else if (name == "PartitionedEntities" && version_4_)
      check_partitions();
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
        check_bounding(dim);
      }
  }

  void check_bounding(int dim) {
    const std::size_t n_bounding = dim == 0 ? 0 : in_.count<std::size_t>("bounding entities");
    for (std::size_t k = 0; k < n_bounding; ++k) entity(dim - 1, std::abs(in_.number<int>()));
  }

  /// A partition's entity is a part of one in $Entities, or lies between partitions inside an entity of a
  /// higher dimension. Its own groups are those of its parent, and what a partitioner added.
  void check_partitions() {
    in_.number<std::size_t>();  // of partitions
    const std::size_t n_ghosts = in_.count<std::size_t>("ghost entities");
    for (std::size_t k = 0; k < 2 * n_ghosts; ++k) in_.number<int>();
    std::size_t counts[4];
    for (std::size_t& n : counts) n = in_.count<std::size_t>("entities");
    for (int dim = 0; dim < 4; ++dim)
      for (std::size_t i = 0; i < counts[dim]; ++i) {
        const int tag = in_.number<int>(), parent_dim = dimension(), parent = in_.number<int>();
        check_entity(parent_dim, parent);
        parents_[{dim, tag}] = {parent_dim, parent};
        const std::size_t n_partitions = in_.count<std::size_t>("partitions");
        for (std::size_t k = 0; k < n_partitions; ++k) in_.number<int>();
        in_.skip_doubles(dim == 0 ? 3 : 6);
        const std::size_t n_groups = in_.count<std::size_t>("groups");
        for (std::size_t k = 0; k < n_groups; ++k) in_.number<int>();
        check_bounding(dim);
      }
    has_other_entities_ = true;
  }

  void check_entity(int dim, int tag) const {
    if (!entities_.empty() && !entities_.contains({dim, tag}))
      in_.fail("found entity {} of dimension {}, which $Entities does not declare", tag, dim);
  }

  /// The entity in $Entities of one that nodes and elements name; of another dimension where it lies between
  /// partitions.
  std::pair<int, int> entity(int dim, int tag) const {
    if (const auto parent = parents_.find({dim, tag}); parent != parents_.end()) return parent->second;
    check_entity(dim, tag);
    return {dim, tag};
  }

  void add_node(std::int64_t tag) {
    if (tag < 1) in_.fail("found node number {}; expected one > 0", tag);
    if (!nodes_.insert(tag)) in_.fail("found node {} a second time", tag);
    mesh_.node_tags.push_back(static_cast<std::size_t>(tag));
  }

  void check_node(std::int64_t tag, const char* user) const {
    if (!nodes_.contains(tag)) in_.fail("{} refers to node {}, which the file does not have", user, tag);
  }

  void add_place() {
    for (int k = 0; k < 3; ++k) mesh_.coordinates.push_back(in_.number<double>());
  }

  void check_nodes_4() {
    has_nodes_ = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_nodes = in_.count<std::size_t>("nodes");
    const auto smallest = in_.number<std::size_t>(), largest = in_.number<std::size_t>();  // tags
    nodes_.expect(n_nodes, smallest, largest);
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const int dim = dimension();
      entity(dim, in_.number<int>());
      const bool parametric = in_.number<int>() != 0;
      const std::size_t n = in_.count<std::size_t>("nodes");
      for (std::size_t i = 0; i < n; ++i) add_node(in_.number<std::int64_t>());
      for (std::size_t i = 0; i < n; ++i) {
        add_place();
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
      add_place();
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

  void add_vertex(MshContent::Block& block, std::int64_t node) const {
    check_node(node, "an element");
    block.nodes.push_back(static_cast<std::size_t>(node));
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
      const auto [dim_of_entity, tag] = entity(dim, in_.number<int>());
      const int type = in_.number<int>();
      const ElementShape element = shape(type);
      if (element.dim != dim) in_.fail("found elements whose dimension differs from their entity's");
      const std::size_t n = in_.count<std::size_t>("elements");
      MshContent::Block elements(dim, tag, type, element.n_nodes);
      for (std::size_t i = 0; i < n; ++i) {
        in_.number<std::size_t>();
        for (int k = 0; k < element.n_nodes; ++k) add_vertex(elements, in_.number<std::int64_t>());
      }
      if (dim_of_entity == dim) mesh_.elements.push_back(std::move(elements));
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
      const int type = in_.number<int>();
      const ElementShape element = shape(type);
      const std::size_t n_block = in_.binary ? in_.count<int>("elements") : 1;
      const int n_tags = in_.number<int>();
      if (n_block < 1 || n_block > n - i) in_.fail("found more or fewer elements than declared");
      for (std::size_t k = 0; k < n_block; ++k) {
        if (in_.binary) in_.number<int>();
        MshContent::Block& block = block_of(element, type, tags(n_tags));
        for (int node = 0; node < element.n_nodes; ++node) add_vertex(block, in_.number<int>());
      }
      i += n_block;
    }
  }

  struct Tags {
    int group, entity;
    auto operator<=>(const Tags&) const = default;
  };

  /// Physical group and entity; then, in partitioned meshes, the number of partitions and their numbers.
  Tags tags(int n_tags) {
    if (n_tags < 2) in_.fail("found an element with {} tags; expected 2 or more", n_tags);
    const int group = in_.number<int>(), entity = in_.number<int>();
    if (entity < 0) in_.fail("found an element with a negative entity");
    if (n_tags == 2) return {group, entity};
    if (in_.number<int>() != n_tags - 3) in_.fail("found an element whose tags are not partitions");
    for (int k = 3; k < n_tags; ++k) in_.number<int>();
    return {group, entity};
  }

  /// Of format 2.2: the elements of a type with these tags.
  MshContent::Block& block_of(ElementShape element, int type, Tags tags) {
    const auto [at, is_new] = blocks_.try_emplace({element.dim, type, tags}, mesh_.elements.size());
    if (is_new) {
      mesh_.elements.emplace_back(element.dim, tags.entity, type, element.n_nodes);
      groups_of_blocks_.push_back(tags.group);
    }
    return mesh_.elements[at->second];
  }

  void add_pairs(MshContent::Periodic& periodic, std::size_t n, const std::function<std::int64_t()>& next) {
    for (std::size_t k = 0; k < n; ++k)
      for (std::vector<std::size_t>* nodes : {&periodic.nodes, &periodic.images}) {
        const std::int64_t node = next();
        check_node(node, "$Periodic");
        nodes->push_back(static_cast<std::size_t>(node));
      }
  }

  void check_periodic_4() {
    const std::size_t n = in_.count<std::size_t>("periodic entities");
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = dimension();
      const auto [parent_dim, tag] = entity(dim, in_.number<int>());
      MshContent::Periodic periodic = {dim, tag, entity(dim, in_.number<int>()).second, {}, {}};
      const std::size_t n_affine = in_.count<std::size_t>("numbers of a transform");
      if (n_affine != 0 && n_affine != 16) in_.fail("found a transform without 16 numbers");
      in_.skip_doubles(n_affine);
      const std::size_t n_pairs = in_.count<std::size_t>("pairs of nodes");
      add_pairs(periodic, n_pairs, [&] { return in_.number<std::int64_t>(); });
      if (parent_dim == dim) mesh_.periodic.push_back(std::move(periodic));
    }
  }

  /// Always text.
  void check_periodic_2() {
    const std::size_t n = in_.count<int>("periodic entities", true);
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = in_.text_number<int>(), tag = in_.text_number<int>();
      expect_dimension(dim);
      MshContent::Periodic periodic = {dim, tag, in_.text_number<int>(), {}, {}};
      in_.skip_space();
      if (in_.excerpt().starts_with("\"Affine")) check_transform();
      const std::size_t n_pairs = in_.count<int>("pairs of nodes", true);
      add_pairs(periodic, n_pairs, [&] { return in_.text_number<int>(); });
      mesh_.periodic.push_back(std::move(periodic));
    }
  }

  /// Gmsh 4.8 writes beyond its array of 16 numbers where the line is different.
  void check_transform() {
    std::istringstream words(in_.rest_of_line());
    double version = 0;
    int binary = 0, size = 0;
    words >> version >> binary >> size;
    const bool known = version == 2 || version == 2.1 || version == 2.2 || version == 4 || version == 4.1;
    if (!words || !known || (binary != 0 && binary != 1) || size != 8)
      in_.fail("found format {}; expected version 2, 2.1, 2.2, 4 or 4.1, then 0 (text) or 1 (binary), then 8",
               found);
    if (version == 4 && binary == 1)
      in_.fail(
          "found format 4.0 in binary, which no Gmsh of today writes; expected 4.0 as text, or 4.1, as "
          "gmsh FILE -save -format msh41 -o NEW.msh makes it");
    in_.line();
    in_.binary = binary == 1;
    if (in_.binary && in_.number<std::int32_t>() != 1)
      in_.fail("found a binary file of the other byte order; expected little-endian");
    format_ = version < 4 ? msh_format_2(reading_, version) : msh_format_4(reading_, version);
  }

  /// begin: of its first line.
  void read_section(const std::string& name, std::size_t begin) {
    const std::string end = (name == "NOD" || name == "ELM" ? "$END" : "$End") + name;
    if (format_->read(name)) return in_.expect(end);
    in_.skip_past(end);  // post-processing data and the like
    foreign_.push_back({name, begin, in_.position()});
  }

  MshReading reading_;
  MshCursor& in_;
  std::unique_ptr<MshFormat> format_;
  std::vector<ForeignSection> foreign_;
  bool version_4_ = false, has_nodes_ = false, has_elements_ = false;
  bool is_special_ = false;  ///< Gmsh makes something of it that is not in mesh_
  bool has_other_entities_ = false;
  std::set<std::pair<int, int>> entities_;                      ///< dimension, tag
  std::map<std::pair<int, int>, std::pair<int, int>> parents_;  ///< of partitions' entities
  std::map<std::tuple<int, int, Tags>, std::size_t> blocks_;    ///< of format 2.2: dimension, type, tags
  std::vector<int> groups_of_blocks_;                           ///< of format 2.2: of mesh_.elements
  NodeTags nodes_;
  MshContent mesh_;
};

}  // namespace

MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of) {
  Checker checker(content, shape_of);
  checker.check();
  MshContent mesh = checker.take_mesh();
  for (const ForeignSection& section : checker.foreign()) mesh.removed.push_back('$' + section.name);
  if (checker.has_other_entities()) {
    content = msh_text(mesh);
    mesh.is_changed = true;
    return mesh;
  }
  mesh.is_changed = !mesh.removed.empty();
  for (auto section = checker.foreign().rbegin(); section != checker.foreign().rend(); ++section)
    content.erase(section->begin, section->end - section->begin);
  return mesh;
}

}  // namespace dgsolve
