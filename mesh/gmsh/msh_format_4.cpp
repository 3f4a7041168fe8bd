/// Implements mesh/gmsh/msh_format.hpp.
/// Formats 4.0, as text, and 4.1: blocks of nodes and elements, each of an entity, which has groups.
#include <cstdlib>
#include <map>
#include <set>

#include "mesh/gmsh/msh_format.hpp"

namespace dgsolve {
namespace {

class MshFormat4 : public MshFormat {
 public:
  MshFormat4(MshReading& reading, double version) : MshFormat(reading), is_4_0_(version < 4.1) {
    reading_.has_other_entities = is_4_0_;
  }

  bool read(const std::string& section) override {
    if (section == "PhysicalNames")
      read_names();
    else if (section == "Entities")
      read_entities();
    else if (section == "PartitionedEntities")
      read_partitions();
    else if (section == "Nodes")
      read_nodes();
    else if (section == "Elements")
      read_elements();
    else if (section == "Periodic")
      read_periodic();
    else
      return false;
    return true;
  }

  bool finish() override { return !entities_.empty(); }

 private:
  using DimTag = std::pair<int, int>;

  void read_names() {
    const std::size_t n = in_.count<int>("names", true);
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = in_.text_number<int>();
      reading_.expect_dimension(dim);
      const int tag = in_.text_number<int>();
      reading_.add_name(dim, tag, in_.name());
    }
  }

  int dimension() {
    const int dim = in_.number<int>();
    reading_.expect_dimension(dim);
    return dim;
  }

  /// Of an entity, as a block names it: format 4.0 has them in the other order.
  DimTag block_entity() {
    const int tag = is_4_0_ ? in_.number<int>() : 0;
    const int dim = dimension();
    return {dim, is_4_0_ ? tag : in_.number<int>()};
  }

  /// A node's or an element's tag.
  std::int64_t tag() { return in_.number<std::int64_t>(); }

  /// A point's place, or the corners of a box, which points of format 4.0 have, too.
  void skip_box(int dim) { in_.skip_doubles(dim == 0 && !is_4_0_ ? 3 : 6); }

  void read_entities() {
    std::size_t counts[4];
    for (std::size_t& n : counts) n = in_.count<std::size_t>("entities");
    for (int dim = 0; dim < 4; ++dim)
      for (std::size_t i = 0; i < counts[dim]; ++i) {
        const int tag = in_.number<int>();
        reading_.is_special |= !entities_.insert({dim, tag}).second;
        skip_box(dim);
        const std::size_t n_groups = in_.count<std::size_t>("groups");
        for (std::size_t k = 0; k < n_groups; ++k) {
          reading_.mesh.groups[{dim, tag}].push_back(in_.number<int>());
          reading_.is_special |= reading_.mesh.groups[{dim, tag}].back() == 0;
        }
        read_bounding(dim);
      }
  }

  /// Entities that bound one describe no mesh. Gmsh up to 4.15 writes twice the tag of one that is embedded,
  /// the sum of its two orientations; another Gmsh must not see that.
  void read_bounding(int dim) {
    const std::size_t n_bounding = dim == 0 ? 0 : in_.count<std::size_t>("bounding entities");
    for (std::size_t k = 0; k < n_bounding; ++k) {
      const DimTag bounding = {dim - 1, std::abs(in_.number<int>())};
      reading_.has_other_entities |= !entities_.contains(bounding) && !parents_.contains(bounding);
    }
  }

  /// A partition's entity is a part of one in $Entities, or lies between partitions inside an entity of a
  /// higher dimension. Its own groups are those of its parent, and what a partitioner added.
  void read_partitions() {
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
        skip_box(dim);
        const std::size_t n_groups = in_.count<std::size_t>("groups");
        for (std::size_t k = 0; k < n_groups; ++k) in_.number<int>();
        read_bounding(dim);
      }
    reading_.has_other_entities = true;
  }

  void check_entity(int dim, int tag) const {
    if (!entities_.empty() && !entities_.contains({dim, tag}))
      in_.fail("found entity {} of dimension {}, which $Entities does not declare", tag, dim);
  }

  /// The entity in $Entities of one that nodes and elements name; of another dimension where it lies between
  /// partitions.
  DimTag entity(DimTag named) const {
    if (const auto parent = parents_.find(named); parent != parents_.end()) return parent->second;
    check_entity(named.first, named.second);
    return named;
  }

  void read_nodes() {
    reading_.has_nodes = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_nodes = in_.count<std::size_t>("nodes");
    if (is_4_0_) {
      reading_.nodes.expect(n_nodes, 1, n_nodes);
    } else {
      const auto smallest = in_.number<std::size_t>(), largest = in_.number<std::size_t>();  // tags
      reading_.nodes.expect(n_nodes, smallest, largest);
    }
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const DimTag named = block_entity();
      entity(named);
      const int n_parameters = in_.number<int>() != 0 ? named.first : 0;
      const std::size_t n = in_.count<std::size_t>("nodes");
      for (std::size_t i = 0; i < n && !is_4_0_; ++i) reading_.add_node(tag());
      for (std::size_t i = 0; i < n; ++i) {
        if (is_4_0_) reading_.add_node(tag());
        reading_.add_place();
        in_.skip_doubles(n_parameters);
      }
    }
    reading_.expect_count("nodes", n_nodes, reading_.nodes.size());
  }

  void read_elements() {
    reading_.has_elements = true;
    const std::size_t n_blocks = in_.count<std::size_t>("blocks");
    const std::size_t n_elements = in_.count<std::size_t>("elements");
    for (int k = 0; k < 2 && !is_4_0_; ++k) in_.number<std::size_t>();  // smallest and largest tag
    std::size_t found = 0;
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const DimTag named = block_entity();
      const auto [dim_of_entity, of] = entity(named);
      const int dim = named.first, type = in_.number<int>();
      const ElementShape element = reading_.shape(type);
      if (element.dim != dim) in_.fail("found elements whose dimension differs from their entity's");
      const std::size_t n = in_.count<std::size_t>("elements");
      MshContent::Block elements(dim, of, type, element.n_nodes);
      for (std::size_t i = 0; i < n; ++i) {
        tag();
        for (int k = 0; k < element.n_nodes; ++k) reading_.add_vertex(elements, tag());
      }
      if (dim_of_entity == dim) reading_.mesh.elements.push_back(std::move(elements));
      found += n;
    }
    reading_.expect_count("elements", n_elements, found);
  }

  /// Format 4.0 has a transform on a line of its own.
  void read_periodic() {
    const std::size_t n = in_.count<std::size_t>("periodic entities");
    for (std::size_t i = 0; i < n; ++i) {
      const int dim = dimension();
      const auto [parent_dim, of] = entity({dim, in_.number<int>()});
      MshContent::Periodic periodic = {dim, of, entity({dim, in_.number<int>()}).second, {}, {}};
      skip_transform();
      const std::size_t n_pairs = in_.count<std::size_t>("pairs of nodes");
      reading_.add_pairs(periodic, n_pairs, [&] { return tag(); });
      if (parent_dim == dim) reading_.mesh.periodic.push_back(std::move(periodic));
    }
  }

  void skip_transform() {
    if (is_4_0_) {
      in_.skip_space();
      if (in_.excerpt().starts_with("\"Affine")) in_.line();
      return;
    }
    const std::size_t n_affine = in_.count<std::size_t>("numbers of a transform");
    if (n_affine != 0 && n_affine != 16) in_.fail("found a transform without 16 numbers");
    in_.skip_doubles(n_affine);
  }

  const bool is_4_0_;
  std::set<DimTag> entities_;
  std::map<DimTag, DimTag> parents_;  ///< of partitions' entities
};

}  // namespace

std::unique_ptr<MshFormat> msh_format_4(MshReading& reading, double version) {
  return std::make_unique<MshFormat4>(reading, version);
}

}  // namespace dgsolve
