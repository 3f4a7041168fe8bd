/// Sparse maps on a GPU.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::cuda {

/// The kernels of kernels/cuda/algebra/linear_algebra.cu, loaded, and where.
struct VectorKernels {
  Launcher& launcher;
  KernelModule& kernels;
};

// As in LinearAlgebra; all throw std::invalid_argument where arrays do not fit together.
std::unique_ptr<LinearMap> make_csr(const VectorKernels& on, const CsrMatrix& matrix, Precision precision);
std::unique_ptr<LinearMap> make_sliced_ell(const VectorKernels& on, const CsrMatrix& matrix,
                                           Precision precision);
std::unique_ptr<LinearMap> make_block_csr(const VectorKernels& on, const BlockCsrMatrix& matrix,
                                          Precision precision);
std::unique_ptr<LinearMap> make_element_blocks(const VectorKernels& on, const ElementBlocks& blocks,
                                               Precision precision);
std::unique_ptr<LinearMap> make_gather(const VectorKernels& on, std::span<const int> indices,
                                       std::size_t cols, Precision precision);
std::unique_ptr<LinearMap> make_scatter_add(const VectorKernels& on, std::span<const int> indices,
                                            std::size_t rows, Precision precision);

}  // namespace dgsolve::cuda
