/// What crosses from the interior penalty operator of linear functions to its kernels: plain structs of
/// pointers.
#pragma once

#include "kernels/algebra/blend.hpp"

namespace dgsolve::host {

/// Cells W to a block, in the mesh's order; lanes that fill up the last block repeat the last cell.
template <class T>
struct P1Tables {
  int K;
  const int* face_nodes;   ///< [4 faces][3]
  const int* neighbor;     ///< [block][face][lane]: cell across, at a boundary the cell itself
  const int* permutation;  ///< [block][face][lane]: row of the next one
  const int* order;        ///< [rows][4]: the neighbour's nodes that meet ours, then its opposite one
  const T* factors;        ///< [block][10: A_ee, lower triangle; 4 faces × (3: a; 3: b; pm)][lane]
};

/// For one number type and instruction set.
template <class T>
struct P1Kernel {
  int width;  ///< W
  /// The rows of the product in blocks [first, last); vectors are canonical, [K][4].
  void (*apply)(const P1Tables<T>& tables, const Blend<T>& product, int first, int last);
};

}  // namespace dgsolve::host
