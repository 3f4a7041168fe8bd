/// Products of vectors and tensors in dim dimensions.
#pragma once

namespace dgsolve {

inline double dot_product(int dim, const double* a, const double* b) {
  double sum = 0;
  for (int d = 0; d < dim; ++d) sum += a[d] * b[d];
  return sum;
}

/// result ← aᵀκ; a, result: [dim], kappa: [dim][dim].
inline void times_tensor(int dim, const double* a, const double* kappa, double* result) {
  for (int j = 0; j < dim; ++j) {
    result[j] = 0;
    for (int i = 0; i < dim; ++i) result[j] += a[i] * kappa[i * dim + j];
  }
}

/// aᵀκb
inline double bilinear(int dim, const double* a, const double* kappa, const double* b) {
  double row[3];
  times_tensor(dim, a, kappa, row);
  return dot_product(dim, row, b);
}

/// Measure of the bi-unit simplex.
constexpr double simplex_measure(int dim) { return dim == 3 ? 4.0 / 3 : 2; }

}  // namespace dgsolve
