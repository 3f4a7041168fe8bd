#include "mesh/gmsh/msh_format.hpp"

namespace dgsolve {

void MshReading::expect_dimension(int dim) const {
  if (dim < 0 || dim > 3) in.fail("found dimension {}; expected 0…3", dim);
}

void MshReading::expect_count(const char* what, std::size_t declared, std::size_t found) const {
  if (declared != found) in.fail("found {} {} where {} are declared", found, what, declared);
}

ElementShape MshReading::shape(int type) const {
  const ElementShape shape = shape_of(type);
  if (shape.n_nodes <= 0)
    in.fail(
        "found element type {}, which Gmsh does not know; expected another one, or a later Gmsh by "
        "DGSOLVE_GMSH",
        type);
  return shape;
}

void MshReading::add_node(std::int64_t tag) {
  if (tag < 1) in.fail("found node number {}; expected one > 0", tag);
  if (!nodes.insert(tag)) in.fail("found node {} a second time", tag);
  mesh.node_tags.push_back(static_cast<std::size_t>(tag));
}

void MshReading::add_place() {
  for (int k = 0; k < 3; ++k) mesh.coordinates.push_back(in.number<double>());
}

void MshReading::check_node(std::int64_t tag, const char* user) const {
  if (!nodes.contains(tag)) in.fail("{} refers to node {}, which the file does not have", user, tag);
}

void MshReading::add_vertex(MshContent::Block& block, std::int64_t node) const {
  check_node(node, "an element");
  block.nodes.push_back(static_cast<std::size_t>(node));
}

void MshReading::add_name(int dim, int tag, const std::string& name) {
  constexpr std::size_t longest = 100;  // that Gmsh surely takes as it is
  is_special |= !mesh.names.try_emplace({dim, tag}, name).second || name.size() > longest;
}

void MshReading::add_pairs(MshContent::Periodic& periodic, std::size_t n,
                           const std::function<std::int64_t()>& next) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::vector<std::size_t>* of : {&periodic.nodes, &periodic.images}) {
      const std::int64_t node = next();
      check_node(node, "$Periodic");
      of->push_back(static_cast<std::size_t>(node));
    }
}

}  // namespace dgsolve
