#include "mesh/gmsh/msh_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace dgsolve {
namespace {

class MshWriter {
 public:
  explicit MshWriter(const MshContent& mesh) : mesh_(mesh) {
    for (std::size_t i = 0; i < mesh.node_tags.size(); ++i) number_[mesh.node_tags[i]] = i + 1;
  }

  std::string text() {
    add("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{}\n", mesh_.names.size());
    for (const auto& [group, name] : mesh_.names) add("{} {} \"{}\"\n", group.first, group.second, name);
    add("$EndPhysicalNames\n$Nodes\n{}\n", mesh_.node_tags.size());
    for (std::size_t i = 0; i < mesh_.node_tags.size(); ++i) {
      const double* x = &mesh_.coordinates[3 * i];
      add("{} {} {} {}\n", i + 1, x[0], x[1], x[2]);
    }
    add("$EndNodes\n");
    add_elements();
    add_periodic();
    return fmt::to_string(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  /// Of several groups the first: in this format Gmsh takes an element of two groups for two. 0: none.
  int group_of(const MshContent::Block& block) const {
    const auto found = mesh_.groups.find({block.dim, block.entity});
    return found == mesh_.groups.end() || found->second.empty() ? 0 : found->second[0];
  }

  void add_elements() {
    std::size_t n = 0;
    for (const MshContent::Block& block : mesh_.elements) n += block.n_elements();
    add("$Elements\n{}\n", n);
    std::size_t element = 0;
    for (const MshContent::Block& block : mesh_.elements)
      for (std::size_t i = 0; i < block.nodes.size(); ++i) {
        if (i % block.n_nodes == 0)
          add("{}{} {} 2 {} {}", i == 0 ? "" : "\n", ++element, block.type, group_of(block), block.entity);
        add(" {}{}", number_.at(block.nodes[i]), i + 1 == block.nodes.size() ? "\n" : "");
      }
    add("$EndElements\n");
  }

  /// Gmsh knows the entities that have elements.
  void add_periodic() {
    std::set<std::pair<int, int>> known;
    for (const MshContent::Block& block : mesh_.elements) known.emplace(block.dim, block.entity);
    std::vector<const MshContent::Periodic*> all;
    for (const MshContent::Periodic& periodic : mesh_.periodic)
      if (known.contains({periodic.dim, periodic.entity}) && known.contains({periodic.dim, periodic.master}))
        all.push_back(&periodic);
    if (all.empty()) return;
    add("$Periodic\n{}\n", all.size());
    for (const MshContent::Periodic* periodic : all) {
      add("{} {} {}\n{}\n", periodic->dim, periodic->entity, periodic->master, periodic->nodes.size());
      for (std::size_t i = 0; i < periodic->nodes.size(); ++i)
        add("{} {}\n", number_.at(periodic->nodes[i]), number_.at(periodic->images[i]));
    }
    add("$EndPeriodic\n");
  }

  const MshContent& mesh_;
  std::unordered_map<std::size_t, std::size_t> number_;  ///< of a node, by its tag
  fmt::memory_buffer out_;
};

}  // namespace

std::string msh_text(const MshContent& mesh) { return MshWriter(mesh).text(); }

}  // namespace dgsolve
