/// The formats of .msh files: what they share, and their sections. Private to msh_check.cpp and the formats.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "mesh/gmsh/msh_content.hpp"
#include "mesh/gmsh/msh_cursor.hpp"
#include "mesh/gmsh/node_tags.hpp"

namespace dgsolve {

/// A file on its way to a mesh. Its functions throw MeshError that names the line.
struct MshReading {
  MshReading(const std::string& content, const std::function<ElementShape(int)>& shapes)
      : in(content), shape_of(shapes) {}

  void expect_dimension(int dim) const;
  void expect_count(const char* what, std::size_t declared, std::size_t found) const;
  ElementShape shape(int type) const;
  void add_node(std::int64_t tag);
  void add_place();
  /// Throws where the file has no such node. user: of it, for the message.
  void check_node(std::int64_t tag, const char* user) const;
  void add_vertex(MshContent::Block& block, std::int64_t node) const;
  void add_name(int dim, int tag, const std::string& name);
  /// n pairs of a node and its image, whose tags `next` reads.
  void add_pairs(MshContent::Periodic& periodic, std::size_t n, const std::function<std::int64_t()>& next);

  MshCursor in;
  const std::function<ElementShape(int)>& shape_of;
  NodeTags nodes;
  bool has_nodes = false, has_elements = false;
  bool is_special = false;          ///< Gmsh makes something of it that is not in `mesh`
  bool has_other_entities = false;  ///< the file has others than the mesh, or is of a format of its own
  MshContent mesh;
};

class MshFormat {
 public:
  explicit MshFormat(MshReading& reading) : reading_(reading), in_(reading.in) {}
  MshFormat(const MshFormat&) = delete;
  MshFormat& operator=(const MshFormat&) = delete;
  virtual ~MshFormat() = default;
  /// Reads the section of this name, to its end; false: the format has no such section.
  virtual bool read(const std::string& section) = 0;
  /// At the end of the file. Returns whether it declares the entities of its elements.
  virtual bool finish() = 0;

 protected:
  MshReading& reading_;
  MshCursor& in_;
};

/// Formats 1, 2.0, 2.1 and 2.2.
std::unique_ptr<MshFormat> msh_format_2(MshReading& reading, double version);
/// Formats 4.0 and 4.1.
std::unique_ptr<MshFormat> msh_format_4(MshReading& reading, double version);

}  // namespace dgsolve
