/// The device whose linear algebra an executable tests (linear_algebra_suite.cpp), and what its tests use.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "kernels/devices.hpp"

namespace dgsolve::test {

/// Throws DeviceError where there is no such device.
std::shared_ptr<LinearAlgebra> linear_algebra_under_test();

inline std::vector<double> random_numbers(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> x(n);
  for (double& value : x) value = 2.0 * generator() / 4294967295.0 - 1;
  return x;
}

inline std::unique_ptr<DeviceVector> on_device(LinearAlgebra& la, std::span<const double> x,
                                               Precision precision) {
  auto v = la.vector(x.size(), precision);
  la.upload(x, *v);
  return v;
}

inline std::vector<double> values(LinearAlgebra& la, const DeviceVector& x) {
  std::vector<double> v(x.size);
  la.download(x, v);
  return v;
}

/// The second difference on n points, diagonal `centre`.
inline CsrMatrix second_difference(int n, double centre) {
  CsrMatrix m{n, n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
      m.column.push_back(j);
      m.value.push_back(i == j ? centre : -1);
    }
    m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
  }
  return m;
}

struct CgRun {
  std::vector<double> x;
  CgProgress progress;
};

/// A state may have served before.
inline CgRun conjugate_gradients(LinearAlgebra& la, CgState& state, const CsrMatrix& matrix, double target,
                                 int max_iterations, double preconditioner = 1) {
  const auto A = la.csr(matrix, Precision::double_);
  const auto r = on_device(la, random_numbers(matrix.rows, 10), Precision::double_);
  const auto x = la.vector(r->size, Precision::double_), z = la.vector(r->size, Precision::double_),
             p = la.vector(r->size, Precision::double_), Ap = la.vector(r->size, Precision::double_);
  la.cg_start(state, target);
  for (int i = 0; i < max_iterations; ++i) {
    la.combine(preconditioner, *r, 0, *z);
    la.cg_direction(state, *r, *z, *p);
    A->apply(*p, *Ap);
    la.cg_step(state, *p, *Ap, *x, *r);
  }
  return {values(la, *x), la.cg_read(state)};
}
inline CgRun conjugate_gradients(LinearAlgebra& la, const CsrMatrix& matrix, double target,
                                 int max_iterations, double preconditioner = 1) {
  return conjugate_gradients(la, *la.cg_state(max_iterations), matrix, target, max_iterations,
                             preconditioner);
}

}  // namespace dgsolve::test
