/// Many small symmetric matrices of one size, a matrix to each SIMD lane: of each only a triangle is kept,
/// and read once for both of its sides.
#pragma once

#include <cstddef>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

/// The product for one instruction set, number type, and type in which entries are kept.
template <class T, class Entry = T>
struct SymmetricProduct {
  int width;  ///< lanes
  /// y[n][lane] ← S A S x[n][lane] of triangles [n (n + 1)/2: A_ij, j ≤ i][lane] and S = diag(scale
  /// [n][lane]), which is left out where entries are not rounded; overwrites x. Arrays are aligned to 64
  /// bytes.
  void (*multiply)(int n, const Entry* triangles, const T* scale, T* x, T* y);
};

/// Entry: short where matrices are rounded (kernels/base/rounded.hpp).
template <class T, class Entry = T>
class SymmetricBlocks {
 public:
  SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set = choose_instruction_set());

  int width() const { return product_.width; }
  /// Groups of `width` blocks, the last of which may have empty lanes.
  std::size_t n_groups() const { return n_groups_; }
  std::size_t bytes() const { return triangles_.bytes() + scale_.bytes(); }
  /// triangle: [n (n + 1)/2]
  void set(std::size_t index, const double* triangle);
  /// y[n][lane] ← A x[n][lane] of a group's blocks, arrays aligned to 64 bytes; overwrites x.
  void multiply(std::size_t group, T* x, T* y) const {
    const std::size_t first = group * product_.width;
    product_.multiply(n_, triangles_.data() + first * triangle_,
                      is_rounded ? scale_.data() + first * n_ : nullptr, x, y);
  }

 private:
  static constexpr bool is_rounded = sizeof(Entry) < sizeof(T);

  const SymmetricProduct<T, Entry>& product_;
  const int n_;
  const std::size_t triangle_, n_groups_;  ///< numbers of a triangle
  AlignedArray<Entry> triangles_;          ///< [group][n (n + 1)/2][lane]
  AlignedArray<T> scale_;                  ///< [group][n][lane]; empty where matrices are not rounded
};

}  // namespace dgsolve::host
