/// Cell groups: the cells that one kernel computes alike, and where they stand on a device.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "kernels/base/cell_runs.hpp"

namespace dgsolve {

/// What the cells of a group have in common. A mesh has cells of one shape.
struct CellKind {
  bool curved = false;  ///< factors at quadrature points; else constants of the cell
  bool ghost =
      false;  ///< another device computes them; what neighbours here read of their states comes from there
  int model = -1;  ///< index into WaveProblem::models, −1: no local model, or a ghost

  auto operator<=>(const CellKind&) const = default;  // NOLINT(modernize-use-nullptr): there is no 0
};

struct CellGroup {
  CellKind kind;
  int n_aux;               ///< auxiliaries of the local model at a node
  std::vector<int> cells;  ///< elements, ascending
  int n_before = 0;        ///< cells of the mesh of that kind before them; of ghosts 0
};

/// The groups of some cells of a mesh, none empty: straight cells first, of each geometry those without a
/// model first, and ghosts last. curved_index: [K] as in GeometryView; model: [K], or empty for a problem
/// without local models; n_aux: [models]; ghosts: ascending.
std::vector<CellGroup> group_cells(std::span<const int> curved_index, std::span<const int> model,
                                   const std::vector<int>& n_aux, CellRange range,
                                   const std::vector<int>& ghosts = {});

/// Which element stands in which lane of which block: group after group, each in blocks of its own. All cells
/// but ghosts are a range of elements.
struct Numbering {
  struct Group {
    CellKind kind;
    int n_aux;
    int first_block, n_blocks;
    int n_cells;
    int n_before;  ///< CellGroup::n_before
  };

  /// W: elements a block.
  Numbering(const std::vector<CellGroup>& cell_groups, int W);

  int W;
  std::vector<Group> groups;
  CellRange cells{0, 0};  ///< without ghosts
  int n_curved = 0;       ///< of these
  int n_blocks = 0;
  int first_curved_block = 0;  ///< n_blocks where no cell is curved
  std::vector<int> slot;       ///< [cells, then ghosts in the order of slots]: block·W + lane
  std::vector<int> element;  ///< [n_blocks·W]: element, −1 in the lanes that fill up a group's last block

  /// What it was made of.
  std::vector<CellGroup> cell_groups() const;
  int n_slots() const { return n_blocks * W; }
  int n_ghosts() const { return static_cast<int>(slot.size()) - cells.size(); }
  /// The slot of an element that is here, as a cell or as a ghost.
  int slot_of(int e) const { return cells.contains(e) ? slot[e - cells.first] : ghost_slot(e); }
  /// Auxiliaries of all cells at one of their nodes.
  std::size_t n_auxiliaries() const;
  /// The element whose data stand in a slot: for filling lanes that of their block's first lane, so that they
  /// compute something harmless.
  int source_element(int slot) const { return element[slot] >= 0 ? element[slot] : element[slot / W * W]; }

 private:
  int ghost_slot(int e) const;

  std::vector<std::pair<int, int>> ghosts_;  ///< element and slot, ascending
};

/// The groups of all cells, in blocks of one cell, as Numbering has them, by counting only. Arguments as
/// group_cells'.
std::vector<Numbering::Group> count_groups(std::span<const int> curved_index, std::span<const int> model,
                                           const std::vector<int>& n_aux);

}  // namespace dgsolve
