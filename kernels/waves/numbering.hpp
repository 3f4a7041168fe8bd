/// Which element stands in which lane of which block.
#pragma once

#include <span>
#include <vector>

namespace dgsolve {

/// Straight cells first, then curved ones, each kind in the mesh's order and in blocks of its own.
struct Numbering {
  /// curved_index: [K] as in GeometryView; W: elements a block.
  Numbering(std::span<const int> curved_index, int W);

  int W;
  int n_straight_blocks = 0, n_blocks = 0;
  std::vector<int> slot;     ///< [K]: block·W + lane
  std::vector<int> element;  ///< [n_blocks·W]: element, −1 in the lanes that fill up a kind's last block

  int n_slots() const { return n_blocks * W; }
  /// The element whose data stand in a slot: for filling lanes that of their block's first lane, so that they
  /// compute something harmless.
  int source_element(int slot) const { return element[slot] >= 0 ? element[slot] : element[slot / W * W]; }
};

}  // namespace dgsolve
