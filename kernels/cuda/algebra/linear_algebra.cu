/// Vectors, sparse maps and conjugate gradients. A sum is added up in two steps, the blocks' shares and then
/// those, both in a fixed order, so that it has the same bits in every run. What steers an iteration is
/// decided here: kernels do nothing once conjugate gradients no longer run.
#include "kernels/cuda/algebra/linear_algebra.cuh"

namespace dgsolve::cuda {
extern "C" {

#define DGSOLVE_KERNEL_IN(bounds, name, body, arguments_type)                                       \
  __global__ void __launch_bounds__ bounds name(const __grid_constant__ arguments_type arguments) { \
    body(arguments);                                                                                \
  }
#define DGSOLVE_KERNEL(name, body, arguments_type) \
  DGSOLVE_KERNEL_IN((vector_threads), name, body, arguments_type)
#define DGSOLVE_COPY(name, From, To)                                    \
  __global__ void __launch_bounds__(vector_threads)                     \
      name(const __grid_constant__ CopyArguments<From, To> arguments) { \
    copy_vector(arguments);                                             \
  }
#define DGSOLVE_BOTH(name, body, Arguments)              \
  DGSOLVE_KERNEL(name##_double, body, Arguments<double>) \
  DGSOLVE_KERNEL(name##_single, body, Arguments<float>)

DGSOLVE_COPY(copy_double_double, double, double)
DGSOLVE_COPY(copy_double_single, double, float)
DGSOLVE_COPY(copy_single_double, float, double)
DGSOLVE_COPY(copy_single_single, float, float)
DGSOLVE_BOTH(combine, combine_vectors, CombineArguments)
DGSOLVE_BOTH(dot, add_products, DotArguments)
// Left to itself, the compiler saves registers for more blocks and has reads wait for each other: 48 serve.
DGSOLVE_KERNEL_IN((vector_threads, 5), csr_double, multiply_rows, CsrArguments<double>)
DGSOLVE_KERNEL_IN((vector_threads, 5), csr_single, multiply_rows, CsrArguments<float>)
DGSOLVE_KERNEL_IN((most_block_rows, 4), block_rows_double, multiply_block_rows, BlockRowsArguments<double>)
DGSOLVE_KERNEL_IN((most_block_rows, 4), block_rows_single, multiply_block_rows, BlockRowsArguments<float>)
DGSOLVE_BOTH(gather, gather_values, GatherArguments)
DGSOLVE_BOTH(sum_places, sum_values, SumPlacesArguments)
DGSOLVE_KERNEL(finish_dot, finish_sum, FinishArguments)
DGSOLVE_KERNEL(cg_direction_dot, add_cg_direction_products, CgArguments)
DGSOLVE_KERNEL(cg_beta, find_beta, CgArguments)
DGSOLVE_KERNEL(cg_direction, take_cg_direction, CgArguments)
DGSOLVE_KERNEL(cg_curvature_dot, add_cg_curvature_products, CgArguments)
DGSOLVE_KERNEL(cg_alpha, find_alpha, CgArguments)
DGSOLVE_KERNEL(cg_step, take_cg_step, CgArguments)
DGSOLVE_KERNEL(cg_norm, find_norm, CgArguments)

// Blocks as large as a dense block's rows ask for.
#define DGSOLVE_ROWS(name, body, arguments_type) \
  __global__ void name(const __grid_constant__ arguments_type arguments) { body(arguments); }
DGSOLVE_ROWS(element_blocks_double, multiply_element_blocks, ElementBlocksArguments<double>)
DGSOLVE_ROWS(element_blocks_single, multiply_element_blocks, ElementBlocksArguments<float>)

}  // extern "C"
}  // namespace dgsolve::cuda
