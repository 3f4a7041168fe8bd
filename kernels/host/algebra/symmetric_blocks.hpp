/// Many small symmetric matrices of one size, a matrix to each SIMD lane: of each only a triangle is kept,
/// and read once for both of its sides.
#pragma once

#include <cstddef>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

/// The product for one instruction set and number type.
template <class T>
struct SymmetricProduct {
  int width;  ///< lanes
  /// y[n][lane] ← A x[n][lane] of triangles [n (n + 1)/2: A_ij, j ≤ i][lane]. Arrays are aligned to 64 bytes.
  void (*multiply)(int n, const T* triangles, const T* x, T* y);
};

template <class T>
class SymmetricBlocks {
 public:
  SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set = choose_instruction_set());

  int width() const { return product_.width; }
  /// Groups of `width` blocks, the last of which may have empty lanes.
  std::size_t n_groups() const { return n_groups_; }
  std::size_t bytes() const { return triangles_.bytes(); }
  /// triangle: [n (n + 1)/2]
  void set(std::size_t index, const double* triangle);
  /// y[n][lane] ← A x[n][lane] of a group's blocks, arrays aligned to 64 bytes.
  void multiply(std::size_t group, const T* x, T* y) const {
    product_.multiply(n_, triangles_.data() + group * triangle_ * product_.width, x, y);
  }

 private:
  const SymmetricProduct<T>& product_;
  const int n_;
  const std::size_t triangle_, n_groups_;  ///< numbers of a triangle
  AlignedArray<T> triangles_;              ///< [group][n (n + 1)/2][lane]
};

}  // namespace dgsolve::host
