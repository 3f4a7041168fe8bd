/// The matrix of an interior penalty operator.
#pragma once

#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

/// The operator as a sparse matrix of blocks of size Np, a row of blocks a cell.
BlockCsrMatrix block_matrix(const InteriorPenalty& form);

}  // namespace dgsolve
