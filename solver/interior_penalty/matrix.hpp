/// The interior penalty operator as a sparse matrix.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"
#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

/// Blocks of size Np, a row of blocks a cell.
BlockCsrMatrix block_matrix(const InteriorPenalty& form);
/// The same numbers one by one; zeros are left out.
CsrMatrix csr_matrix(const BlockCsrMatrix& blocks);

}  // namespace dgsolve
