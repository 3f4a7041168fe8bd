#include "kernels/waves/cell_groups.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace dgsolve {

std::vector<CellGroup> group_cells(std::span<const int> curved_index, std::span<const int> model,
                                   const std::vector<int>& n_aux, CellRange range,
                                   const std::vector<int>& ghosts) {
  struct Cells {
    std::vector<int> elements;
    int n_before = 0;
  };
  std::map<CellKind, Cells> cells;
  auto last = cells.end();  // neighbouring cells are mostly of one kind
  const auto of_kind = [&](const CellKind& kind) -> Cells& {
    if (last == cells.end() || last->first != kind) last = cells.try_emplace(kind).first;
    return last->second;
  };
  const auto kind_of = [&](int e) {
    return CellKind{.curved = curved_index[e] >= 0, .model = model.empty() ? -1 : model[e]};
  };
  for (int e = 0; e < range.first; ++e) ++of_kind(kind_of(e)).n_before;
  for (int e = range.first; e < range.last; ++e) of_kind(kind_of(e)).elements.push_back(e);
  for (const int e : ghosts) of_kind({.curved = curved_index[e] >= 0, .ghost = true}).elements.push_back(e);
  std::vector<CellGroup> groups;
  for (auto& [kind, found] : cells)
    if (!found.elements.empty())
      groups.push_back(
          {kind, kind.model < 0 ? 0 : n_aux[kind.model], std::move(found.elements), found.n_before});
  return groups;
}

Numbering::Numbering(const std::vector<CellGroup>& cell_groups, int W) : W(W) {
  std::size_t n = 0, n_ghosts = 0;
  bool any = false;
  for (const CellGroup& group : cell_groups) {
    n += group.cells.size();
    if (group.kind.ghost) {
      n_ghosts += group.cells.size();
      continue;
    }
    if (group.kind.curved) n_curved += static_cast<int>(group.cells.size());
    cells.first = any ? std::min(cells.first, group.cells.front()) : group.cells.front();
    any = true;
  }
  cells.last = cells.first + static_cast<int>(n - n_ghosts);
  slot.resize(n);
  element.reserve(n + cell_groups.size() * W);
  std::size_t next_ghost = n - n_ghosts;
  for (const CellGroup& group : cell_groups) {
    const int first_block = n_blocks;
    for (const int e : group.cells) {
      const int place = static_cast<int>(element.size());
      slot[group.kind.ghost ? next_ghost++ : e - cells.first] = place;
      if (group.kind.ghost) ghosts_.emplace_back(e, place);
      element.push_back(e);
    }
    while (element.size() % W != 0) element.push_back(-1);
    n_blocks = static_cast<int>(element.size()) / W;
    groups.push_back({group.kind, group.n_aux, first_block, n_blocks - first_block,
                      static_cast<int>(group.cells.size()), group.n_before});
    if (!group.kind.curved) first_curved_block = n_blocks;
  }
  std::ranges::sort(ghosts_);
}

std::vector<CellGroup> Numbering::cell_groups() const {
  std::vector<CellGroup> made;
  for (const Group& group : groups) {
    const auto first = element.begin() + static_cast<std::ptrdiff_t>(group.first_block) * W;
    made.push_back({group.kind, group.n_aux, {first, first + group.n_cells}, group.n_before});
  }
  return made;
}

std::vector<Numbering::Group> count_groups(std::span<const int> curved_index, std::span<const int> model,
                                           const std::vector<int>& n_aux) {
  const std::size_t n_models = n_aux.size() + 1,
                    n_kinds = 2 * n_models;  // straight cells first, as CellKind's order
  std::vector<int> n_cells(n_kinds);
#pragma omp parallel
  {
    std::vector<int> found(n_kinds);
#pragma omp for
    for (std::size_t e = 0; e < curved_index.size(); ++e)
      ++found[(curved_index[e] >= 0 ? n_models : 0) + (model.empty() ? 0 : model[e] + 1)];
#pragma omp critical(count_groups)
    for (std::size_t kind = 0; kind < n_kinds; ++kind) n_cells[kind] += found[kind];
  }
  std::vector<Numbering::Group> groups;
  int first_block = 0;
  for (std::size_t kind = 0; kind < n_kinds; ++kind) {
    if (n_cells[kind] == 0) continue;
    const int of_model = static_cast<int>(kind % n_models) - 1;
    groups.push_back({{.curved = kind >= n_models, .model = of_model},
                      of_model < 0 ? 0 : n_aux[of_model],
                      first_block,
                      n_cells[kind],
                      n_cells[kind],
                      0});
    first_block += n_cells[kind];
  }
  return groups;
}

int Numbering::ghost_slot(int e) const {
  const auto found = std::ranges::lower_bound(ghosts_, e, {}, &std::pair<int, int>::first);
  if (found == ghosts_.end() || found->first != e)
    throw std::logic_error("cell " + std::to_string(e) + " is neither a cell of this part nor a ghost");
  return found->second;
}

std::size_t Numbering::n_auxiliaries() const {
  std::size_t n = 0;
  for (const Group& group : groups) n += static_cast<std::size_t>(group.n_cells) * group.n_aux;
  return n;
}

}  // namespace dgsolve
