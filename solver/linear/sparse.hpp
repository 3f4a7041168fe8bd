/// Arithmetic with compressed sparse rows on the host, for setting up operators and multigrid levels.
#pragma once

#include <vector>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// a·b; threaded by rows, bit-identical for any number of threads. Throws std::invalid_argument where the
/// sizes do not fit.
CsrMatrix operator*(const CsrMatrix& a, const CsrMatrix& b);
/// a + b; throws std::invalid_argument where the sizes do not fit.
CsrMatrix operator+(const CsrMatrix& a, const CsrMatrix& b);
CsrMatrix transpose(const CsrMatrix& a);
/// The diagonal of a square matrix, zero where it has no entry: [rows].
std::vector<double> diagonal(const CsrMatrix& a);

}  // namespace dgsolve
