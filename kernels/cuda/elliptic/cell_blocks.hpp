/// Blocks of cells of a GPU's interior penalty operator, made there from what it has for its products.
#pragma once

#include <memory>
#include <vector>

#include "kernels/algebra/form_blocks.hpp"
#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve::cuda {

struct PenaltyCells;

KernelText cell_block_kernels();

/// What a GPU has of an operator.
template <class T>
struct PartOfOperator {
  const PenaltyCells& cells;
  const PenaltyArguments<T>& arguments;
};

/// parts: [GPU], of the operator of this view. All arguments must outlive the result.
template <class T>
std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view,
                                             const std::vector<PartOfOperator<T>>& parts);

}  // namespace dgsolve::cuda
