/// Many small symmetric matrices of one size, a matrix to each SIMD lane: of each only a triangle is kept,
/// and read once for both of its sides.
#pragma once

#include <cstddef>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

/// Kernels for one instruction set, number type, and type in which entries are kept. Arrays but for the
/// triangles given are aligned to 64 bytes.
template <class T, class Entry = T>
struct SymmetricKernels {
  int width;  ///< lanes
  /// to[n (n + 1)/2][lane] and scale [n][lane] ← triangles [count][n (n + 1)/2]; lanes from `count` on repeat
  /// the last. scratch: [2n][lane].
  void (*pack)(int n, int count, const double* triangles, Entry* to, T* scale, double* scratch);
  /// y[n][lane] ← S A S x[n][lane] of triangles [n (n + 1)/2: A_ij, j ≤ i][lane] and S = diag(scale
  /// [n][lane]), which is left out where entries are not rounded; overwrites x.
  void (*multiply)(int n, const Entry* triangles, const T* scale, T* x, T* y);
};

/// Entry: short where matrices are rounded (kernels/base/rounded.hpp).
template <class T, class Entry = T>
class SymmetricBlocks {
 public:
  SymmetricBlocks(std::size_t n_blocks, int n, InstructionSet set = choose_instruction_set());

  int width() const { return kernels_.width; }
  /// Groups of `width` blocks; in the last one lanes may repeat the last block.
  std::size_t n_groups() const { return n_groups_; }
  std::size_t bytes() const { return triangles_.bytes() + scale_.bytes(); }
  /// Blocks first…first + count − 1, whole groups but for the last; triangles: [count][n (n + 1)/2].
  void set(std::size_t first, std::size_t count, const double* triangles);
  /// y[n][lane] ← A x[n][lane] of a group's blocks, arrays aligned to 64 bytes; overwrites x.
  void multiply(std::size_t group, T* x, T* y) const {
    const std::size_t first = group * kernels_.width;
    kernels_.multiply(n_, triangles_.data() + first * triangle_,
                      is_rounded ? scale_.data() + first * n_ : nullptr, x, y);
  }

 private:
  static constexpr bool is_rounded = sizeof(Entry) < sizeof(T);

  const SymmetricKernels<T, Entry>& kernels_;
  const int n_;
  const std::size_t triangle_, n_groups_;  ///< numbers of a triangle
  AlignedArray<Entry> triangles_;          ///< [group][n (n + 1)/2][lane]
  AlignedArray<T> scale_;                  ///< [group][n][lane]; empty where matrices are not rounded
};

}  // namespace dgsolve::host
