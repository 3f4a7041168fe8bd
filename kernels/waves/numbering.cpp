#include "kernels/waves/numbering.hpp"

namespace dgsolve {

Numbering::Numbering(std::span<const int> curved_index, int W) : W(W), slot(curved_index.size()) {
  for (const bool curved : {false, true}) {
    for (std::size_t e = 0; e < curved_index.size(); ++e) {
      if ((curved_index[e] >= 0) != curved) continue;
      slot[e] = static_cast<int>(element.size());
      element.push_back(static_cast<int>(e));
    }
    while (element.size() % W != 0) element.push_back(-1);
    n_blocks = static_cast<int>(element.size()) / W;
    if (!curved) n_straight_blocks = n_blocks;
  }
}

}  // namespace dgsolve
