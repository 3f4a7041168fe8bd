/// Implements mesh/gmsh/msh_format.hpp.
/// Formats 1 to 2.2: each element has its group and its entity.
#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

#include "mesh/gmsh/entities_by_group.hpp"
#include "mesh/gmsh/msh_format.hpp"

namespace dgsolve {
namespace {

class MshFormat2 : public MshFormat {
 public:
  MshFormat2(MshReading& reading, double version) : MshFormat(reading), version_(version) {
    reading_.has_other_entities = version < 2.2;
  }

  bool read(const std::string& section) override {
    if (version_ < 2 && section == "NOD")
      read_nodes(false);
    else if (version_ < 2 && section == "ELM")
      read_elements();
    else if (version_ < 2)
      return false;
    else if (section == "PhysicalNames")
      read_names();
    else if (section == "Nodes" || section == "ParametricNodes")
      read_nodes(section == "ParametricNodes");
    else if (section == "Elements")
      read_elements();
    else if (section == "Periodic")
      read_periodic();
    else
      return false;
    return true;
  }

  bool finish() override {
    reading_.has_other_entities |= part_entities_by_group(reading_.mesh, groups_of_blocks_);
    return true;
  }

 private:
  struct Tags {
    int group, entity;
    auto operator<=>(const Tags&) const = default;
  };

  /// Format 2.0 does not say of which dimension a name's group is.
  void read_names() {
    const std::size_t n = in_.count<int>("names", true);
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = version_ < 2.1 ? 0 : in_.text_number<int>();
      reading_.expect_dimension(dim);
      const int tag = in_.text_number<int>();
      const std::string name = in_.name();
      reading_.add_name(dim, tag, name);
      for (int other = 1; version_ < 2.1 && other <= 3; ++other) reading_.add_name(other, tag, name);
    }
  }

  void read_nodes(bool parametric) {
    reading_.has_nodes = true;
    const std::size_t n = in_.count<int>("nodes", true);
    if (in_.binary) in_.line();
    reading_.nodes.expect(n, 1, n);
    for (std::size_t i = 0; i < n; ++i) {
      reading_.add_node(in_.number<int>());
      reading_.add_place();
      if (parametric) skip_parameters();
    }
  }

  /// A node's entity, and its parameters on a curve or a surface.
  void skip_parameters() {
    const int dim = in_.number<int>();
    reading_.expect_dimension(dim);
    in_.number<int>();
    in_.skip_doubles(dim == 1 || dim == 2 ? dim : 0);
  }

  void read_elements() {
    reading_.has_elements = true;
    const std::size_t n = in_.count<int>("elements", true);
    if (in_.binary) in_.line();
    // Text: number, type, tags, nodes. Binary: blocks of type, count, number of tags; then number, tags,
    // nodes.
    for (std::size_t i = 0; i < n;) {
      if (!in_.binary) in_.number<int>();
      const int type = in_.number<int>();
      const ElementShape element = reading_.shape(type);
      const std::size_t n_block = in_.binary ? in_.count<int>("elements") : 1;
      const int n_tags = version_ < 2 ? 2 : in_.number<int>();
      if (n_block < 1 || n_block > n - i) in_.fail("found more or fewer elements than declared");
      for (std::size_t k = 0; k < n_block; ++k) {
        if (in_.binary) in_.number<int>();
        MshContent::Block& block = block_of(element, type, tags(n_tags));
        if (version_ < 2) expect_nodes(element);
        for (int node = 0; node < element.n_nodes; ++node) reading_.add_vertex(block, in_.number<int>());
      }
      i += n_block;
    }
  }

  void expect_nodes(ElementShape element) {
    const int n = in_.number<int>();
    if (n != element.n_nodes) in_.fail("found an element of {} nodes; expected {}", n, element.n_nodes);
  }

  /// Physical group and entity; then partitions, as the version and the writer count them.
  Tags tags(int n_tags) {
    if (n_tags < 0) in_.fail("found an element with {} tags; expected 0 or more", n_tags);
    const int group = n_tags > 0 ? in_.number<int>() : 0;
    const int entity = n_tags > 1 ? in_.number<int>() : 0;
    if (entity < 0) in_.fail("found an element with a negative entity");
    for (int k = 2; k < n_tags; ++k) in_.number<int>();
    reading_.has_other_entities |= n_tags > 2;  // Gmsh would make entities of partitions
    return {group, entity};
  }

  /// The elements of a type with these tags.
  MshContent::Block& block_of(ElementShape element, int type, Tags tags) {
    const auto [at, is_new] = blocks_.try_emplace({element.dim, type, tags}, reading_.mesh.elements.size());
    if (is_new) {
      reading_.mesh.elements.emplace_back(element.dim, tags.entity, type, element.n_nodes);
      groups_of_blocks_.push_back(tags.group);
    }
    return reading_.mesh.elements[at->second];
  }

  /// Always text.
  void read_periodic() {
    const std::size_t n = in_.count<int>("periodic entities", true);
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = in_.text_number<int>(), tag = in_.text_number<int>();
      reading_.expect_dimension(dim);
      MshContent::Periodic periodic = {dim, tag, in_.text_number<int>(), {}, {}};
      in_.skip_space();
      if (in_.excerpt().starts_with("\"Affine")) read_transform();
      const std::size_t n_pairs = in_.count<int>("pairs of nodes", true);
      reading_.add_pairs(periodic, n_pairs, [&] { return in_.text_number<int>(); });
      reading_.mesh.periodic.push_back(std::move(periodic));
    }
  }

  /// Gmsh 4.8 writes beyond its array of 16 numbers where the line is different.
  void read_transform() {
    std::istringstream words(in_.rest_of_line());
    std::string name;
    int n = 0;
    words >> name;
    for (double number = 0; words >> number;) ++n;
    if (name != "Affine" || n != 16 || !words.eof())
      in_.fail("found {}; expected Affine and 16 numbers on a line", in_.excerpt());
    in_.line();
  }

  const double version_;
  std::map<std::tuple<int, int, Tags>, std::size_t> blocks_;  ///< dimension, type, tags
  std::vector<int> groups_of_blocks_;                         ///< of the blocks in reading_.mesh.elements
};

}  // namespace

std::unique_ptr<MshFormat> msh_format_2(MshReading& reading, double version) {
  return std::make_unique<MshFormat2>(reading, version);
}

}  // namespace dgsolve
