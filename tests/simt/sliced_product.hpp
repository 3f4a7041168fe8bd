/// The product that cuSPARSE makes, for the emulated GPU.
#pragma once

#include <cstdint>

#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::simt {

/// y ← α A x + β y; with β = 0, y's old values are not read.
template <class T>
void multiply_sliced(const cuda::SlicedRows& m, double alpha, const void* x, double beta, void* y) {
  const T *value = static_cast<const T*>(m.value), *from = static_cast<const T*>(x);
  T* to = static_cast<T*>(y);
  for (std::int64_t row = 0; row < m.rows; ++row) {
    const auto slice = row / m.slice;
    T sum = 0;
    for (auto k = m.slice_begin[slice] + row % m.slice; k < m.slice_begin[slice + 1]; k += m.slice)
      if (m.column[k] >= 0) sum += value[k] * from[m.column[k]];
    to[row] = static_cast<T>(alpha) * sum + (beta == 0 ? T(0) : static_cast<T>(beta) * to[row]);
  }
}

}  // namespace dgsolve::simt
