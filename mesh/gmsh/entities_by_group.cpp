#include "mesh/gmsh/entities_by_group.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

using Block = MshContent::Block;
using Groups = std::vector<int>;
using Element = std::vector<std::size_t>;  ///< nodes

void for_each_element(const Block& block, const auto& act) {
  for (auto at = block.nodes.begin(); at != block.nodes.end(); at += block.n_nodes)
    act(Element(at, at + block.n_nodes));
}

/// Each element once, in a block with those that have the same groups. blocks: of one entity and type, by
/// their group.
std::map<Groups, Block> parted_by_groups(const std::map<int, Block>& blocks) {
  std::map<Element, Groups> all_groups;
  for (const auto& [group, block] : blocks)
    for_each_element(block, [&](const Element& element) {
      Groups& groups = all_groups[element];
      if (groups.empty() || groups.back() != group) groups.push_back(group);
    });
  std::map<Groups, Block> parts;
  for (const auto& [group, block] : blocks)
    for_each_element(block, [&](const Element& element) {
      const Groups& groups = all_groups.at(element);
      if (groups.front() != group) return;  // it is there already
      const Block empty(block.dim, block.entity, block.type, block.n_nodes);
      std::vector<std::size_t>& nodes = parts.try_emplace(groups, empty).first->second.nodes;
      nodes.insert(nodes.end(), element.begin(), element.end());
    });
  return parts;
}

}  // namespace

bool part_entities_by_group(MshContent& file, const std::vector<int>& groups) {
  std::map<std::tuple<int, int, int>, std::map<int, Block>> blocks;  // dimension, entity, type; group
  int last = 0;
  for (std::size_t i = 0; i < file.elements.size(); ++i) {
    Block& block = file.elements[i];
    last = std::max(last, block.entity);
    blocks[{block.dim, block.entity, block.type}].emplace(groups[i], std::move(block));
  }
  file.elements.clear();
  bool is_other = false;
  std::map<std::tuple<int, int, Groups>, int> entities;  // of the mesh, by dimension and the file's entity
  std::set<std::pair<int, int>> used;                    // dimension, tag
  const auto add = [&](Groups of_block, Block& block) {
    std::erase(of_block, 0);
    const auto [at, is_new] = entities.try_emplace({block.dim, block.entity, of_block}, block.entity);
    if (is_new && (block.entity == 0 || !used.emplace(block.dim, block.entity).second)) {
      if (last == std::numeric_limits<int>::max())
        throw MeshError("found an entity of the highest number; expected a lower one");
      at->second = ++last;
    }
    is_other |= at->second != block.entity || of_block.size() > 1;
    block.entity = at->second;
    if (is_new && !of_block.empty()) file.groups[{block.dim, block.entity}] = of_block;
    file.elements.push_back(std::move(block));
  };
  for (auto& [key, of_groups] : blocks)
    if (of_groups.size() == 1)
      add({of_groups.begin()->first}, of_groups.begin()->second);
    else
      for (auto& [of_block, block] : parted_by_groups(of_groups)) add(of_block, block);
  return is_other;
}

}  // namespace dgsolve
