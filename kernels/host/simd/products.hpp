/// Small matrix products for blocks of elements: every entry of an operator meets W elements at once.
#pragma once

#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/pack.hpp"

namespace DGSOLVE_NAMESPACE {

/// Sums that registers hold at once, with some left for the factors.
constexpr int most_sums = DGSOLVE_VECTOR_REGISTERS >= 32 ? 24 : 12;

/// Rows a panel, so that the sums of a panel's rows × `columns` columns fill the registers, and are enough to
/// hide the latency of multiply-add.
constexpr int rows_per_panel(int columns) {
  const int rows = most_sums / columns / 2 * 2;
  return rows < 2 ? 2 : rows > 12 ? 12 : rows;
}

/// sum[r][c] += Σ_k panel[k][r] · columns[k][c]; columns: [depth][stride][lane]. Columns with c % 3 = skip
/// are known to be zero and left out (none: −1).
template <int skip = -1, int R, int C, class T>
DGSOLVE_INLINE void multiply_add(Pack<T> (&sum)[R][C], const T* panel, const T* columns, int depth,
                                 int stride = C) {
  constexpr int W = Pack<T>::width;
#pragma GCC unroll 1
  for (int k = 0; k < depth; ++k, panel += R, columns += stride * W) {
    Pack<T> column[C];
#pragma GCC unroll 12
    for (int c = 0; c < C; ++c)
      if (c % 3 != skip) column[c] = Pack<T>::load(columns + c * W);
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r) {
      const auto entry = Pack<T>::broadcast(panel + r);
#pragma GCC unroll 12
      for (int c = 0; c < C; ++c)
        if (c % 3 != skip) sum[r][c] += entry * column[c];
    }
  }
}

/// Adds the curls of two vector fields, from covariant to contravariant components:
///   sum[r][3p + i] += Σ_k D_j[r][k] · columns[k][3p + l] − D_l[r][k] · columns[k][3p + j],  (i, j, l)
///   cyclic.
/// panel: [k][direction][r].
template <int R, class T>
DGSOLVE_INLINE void curl_add(Pack<T> (&sum)[R][6], const T* panel, const T* columns, int depth) {
  constexpr int W = Pack<T>::width;
#pragma GCC unroll 1
  for (int k = 0; k < depth; ++k, panel += 3 * R, columns += 6 * W) {
    Pack<T> column[6];
#pragma GCC unroll 6
    for (int c = 0; c < 6; ++c) column[c] = Pack<T>::load(columns + c * W);
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 3
      for (int d = 0; d < 3; ++d) {
        const auto D = Pack<T>::broadcast(panel + d * R + r);
        const int next = (d + 1) % 3, last = (d + 2) % 3;
#pragma GCC unroll 2
        for (int p = 0; p < 6; p += 3) {
          sum[r][p + last] += D * column[p + next];
          sum[r][p + next] -= D * column[p + last];
        }
      }
  }
}

template <int R, int C, class T>
DGSOLVE_INLINE void set_zero(Pack<T> (&sum)[R][C]) {
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 12
    for (int c = 0; c < C; ++c) sum[r][c] = Pack<T>(0);
}

/// Calls body<R or R/2>(first row, panel) for every panel of a matrix.
template <int R, class T, class Body>
DGSOLVE_INLINE void for_panels(const T* panels, int rows, int depth, Body body) {
  for (int row = 0; row < rows;) {
    if (layout::panel_rows(row, rows, R) == R) {
      body.template operator()<R>(row, panels);
      row += R;
      panels += depth * R;
    } else {
      body.template operator()<R / 2>(row, panels);
      row += R / 2;
      panels += depth * (R / 2);
    }
  }
}

/// Columns that panels of R rows take at once: n, or the largest part of n whose sums registers hold.
constexpr int columns_at_once(int R, int n) {
  int columns = n;
  while (columns > 1 && (n % columns != 0 || R * columns > most_sums)) --columns;
  return columns;
}

/// to[R][n][lane] = panel · columns[depth][stride][lane]. Called: one compilation serves all who multiply.
template <int R, int n, class T>
DGSOLVE_NOINLINE void multiply_panel(const T* panel, const T* columns, int depth, int stride, T* to) {
  Pack<T> sum[R][n];
  set_zero(sum);
  multiply_add(sum, panel, columns, depth, stride);
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 12
    for (int c = 0; c < n; ++c) sum[r][c].store(to + (r * n + c) * Pack<T>::width);
}

/// Calls consume(first row, last row, products [row][n][lane]) for every panel of a matrix times n columns of
/// [depth][stride][lane]. In for_panels it would be compiled twice, for both heights.
template <int R, int n, class T, class Consume>
DGSOLVE_INLINE void for_products(const T* panels, int rows, int depth, const T* columns, Consume consume,
                                 int stride = n) {
  alignas(sizeof(Pack<T>)) T products[R * n * Pack<T>::width];
  for (int row = 0; row < rows;) {
    const int height = layout::panel_rows(row, rows, R);
    if (height == R)
      multiply_panel<R, n>(panels, columns, depth, stride, products);
    else
      multiply_panel<R / 2, n>(panels, columns, depth, stride, products);
    panels += depth * height;
    const int last = row + height < rows ? row + height : rows;
    consume(row, last, products);
    row = last;
  }
}

/// … consume(row, values) for every row, compiled once.
template <int R, int n, class T, class Consume>
DGSOLVE_INLINE void for_rows(const T* panels, int rows, int depth, const T* columns, Consume consume,
                             int stride = n) {
  for_products<R, n>(
      panels, rows, depth, columns,
      [&](int first, int last, const T* products) {
#pragma GCC unroll 1
        for (int row = first; row < last; ++row, products += n * Pack<T>::width) {
          Vec<Pack<T>, n> values;
          for (int j = 0; j < n; ++j) values[j] = Pack<T>::load(products + j * Pack<T>::width);
          consume(row, values);
        }
      },
      stride);
}

}  // namespace DGSOLVE_NAMESPACE
