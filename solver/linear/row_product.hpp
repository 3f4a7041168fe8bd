/// The product of many rows and a small matrix, in the processor's vectors.
#pragma once

#include "solver/linear/dense.hpp"

namespace dgsolve {

/// a b. Each entry is a sum in the order of a's columns: the same bits on every processor.
Matrix row_product(const Matrix& a, const Matrix& b);

}  // namespace dgsolve
