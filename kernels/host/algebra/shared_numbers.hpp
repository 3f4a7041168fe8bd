/// Products of cells, many at a time in lanes, with numbers that the cells have of their own or share.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "kernels/host/algebra/vector.hpp"
#include "kernels/host/simd/transpose.hpp"

namespace dgsolve::host {

/// W cells to a group, n numbers each. load(first cell, x[n][lane]); multiply(group, x, y[n][lane]), which
/// may overwrite x; take(number, values): one number or four of y, in the cells' order [n_cells][n].
template <class T, class Load, class Multiply, class Take>
void for_groups(std::ptrdiff_t n_cells, int n, int W, int threads, Load load, Multiply multiply, Take take) {
  const std::ptrdiff_t n_groups = (n_cells + W - 1) / W;
#pragma omp parallel num_threads(threads)
  {
    AlignedArray<T> x(static_cast<std::size_t>(n) * W), y(x.size());
#pragma omp for schedule(static)
    for (std::ptrdiff_t group = 0; group < n_groups; ++group) {
      const std::ptrdiff_t first = group * W;
      load(first, x.data());
      multiply(group, x.data(), y.data());
      const int lanes = static_cast<int>(std::min<std::ptrdiff_t>(W, n_cells - first));
      take_lanes(n, W, lanes, y.data(),
                 [&](int lane, int i, const auto& values) { take((first + lane) * n + i, values); });
    }
  }
}

/// Numbers that cells share, in two passes: every cell's product to a place of its own, then every number
/// gathers its cells' contributions in ascending order.
template <class T>
class SharedNumbers {
 public:
  /// indices: [n_cells][n], −1: a number that is zero; sums: scatter_add of these.
  SharedNumbers(std::span<const int> indices, int n, std::shared_ptr<LinearMap> sums, const ByteCount& bytes)
      : n_(n),
        indices_(copy_of<int>(indices)),
        products_(AlignedArray<T>::unset(indices.size())),
        sums_(std::move(sums)),
        counted_(bytes, indices_.bytes() + products_.bytes()) {}

  /// y ← α Σ_e R_eᵀ A_e R_e x + β b, `multiply` as for_groups takes it.
  template <class Multiply>
  void multiply(const Blend<T>& blend, int W, int threads, Multiply multiply) {
    const std::ptrdiff_t n_cells = indices_.size() / n_;
    for_groups<T>(
        n_cells, n_, W, threads,
        [&](std::ptrdiff_t first, T* x) {
          for (int lane = 0; lane < W; ++lane) {
            const int* index = &indices_[std::min(first + lane, n_cells - 1) * n_];
            for (int i = 0; i < n_; ++i) x[i * W + lane] = index[i] < 0 ? T(0) : blend.x[index[i]];
          }
        },
        multiply, [&](std::ptrdiff_t number, const auto& values) { put_values(values, &products_[number]); });
    dynamic_cast<HostMap<T>&>(*sums_).multiply(
        Blend<T>{blend.alpha, blend.beta, products_.data(), blend.b, blend.y, blend.sum});
  }

 private:
  const int n_;
  AlignedArray<int> indices_;
  AlignedArray<T> products_;  ///< [n_cells][n]
  const std::shared_ptr<LinearMap> sums_;
  const CountedBytes counted_;
};

}  // namespace dgsolve::host
