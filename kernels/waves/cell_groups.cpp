#include "kernels/waves/cell_groups.hpp"

#include <map>

namespace dgsolve {

std::vector<CellGroup> group_cells(std::span<const int> curved_index, std::span<const int> model,
                                   const std::vector<int>& n_aux) {
  std::map<CellKind, std::vector<int>> cells;
  auto last = cells.end();  // neighbouring cells are mostly of one kind
  for (std::size_t e = 0; e < curved_index.size(); ++e) {
    const CellKind kind{curved_index[e] >= 0, model.empty() ? -1 : model[e]};
    if (last == cells.end() || last->first != kind) last = cells.try_emplace(kind).first;
    last->second.push_back(static_cast<int>(e));
  }
  std::vector<CellGroup> groups;
  for (auto& [kind, of_kind] : cells)
    groups.push_back({kind, kind.model < 0 ? 0 : n_aux[kind.model], std::move(of_kind)});
  return groups;
}

Numbering::Numbering(const std::vector<CellGroup>& cell_groups, int W) : W(W) {
  std::size_t K = 0;
  for (const CellGroup& group : cell_groups) K += group.cells.size();
  slot.resize(K);
  element.reserve(K + cell_groups.size() * W);
  for (const CellGroup& group : cell_groups) {
    const int first_block = n_blocks;
    for (const int e : group.cells) {
      slot[e] = static_cast<int>(element.size());
      element.push_back(e);
    }
    while (element.size() % W != 0) element.push_back(-1);
    n_blocks = static_cast<int>(element.size()) / W;
    groups.push_back(
        {group.kind, group.n_aux, first_block, n_blocks - first_block, static_cast<int>(group.cells.size())});
    if (!group.kind.curved) first_curved_block = n_blocks;
  }
}

std::size_t Numbering::n_auxiliaries() const {
  std::size_t n = 0;
  for (const Group& group : groups) n += static_cast<std::size_t>(group.n_cells) * group.n_aux;
  return n;
}

}  // namespace dgsolve
