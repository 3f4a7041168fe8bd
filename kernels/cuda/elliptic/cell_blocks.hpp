/// Blocks of cells of a GPU's interior penalty operator, made there from what it has for its products.
#pragma once

#include "kernels/algebra/form_blocks.hpp"
#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve::cuda {

KernelText cell_block_kernels();

/// op: the operator's, for this view. All arguments must outlive the result.
template <class T>
std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view,
                                             const PenaltyArguments<T>& op);

}  // namespace dgsolve::cuda
