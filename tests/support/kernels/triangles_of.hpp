#pragma once

#include <vector>

#include "kernels/base/triangle.hpp"

namespace dgsolve::test {

/// ElementBlocks::fill of blocks [any][n][n], which are kept by reference.
inline auto triangles_of(const std::vector<double>& blocks, int n) {
  return [&blocks, n](int first, int count, double* to) {
    for (int e = first; e < first + count; ++e, to += triangle_size(n))
      pack_triangle(n, &blocks[static_cast<std::size_t>(e) * n * n], to);
  };
}

}  // namespace dgsolve::test
