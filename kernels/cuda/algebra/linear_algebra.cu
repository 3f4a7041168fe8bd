/// Vectors, sparse maps and conjugate gradients. A sum is added up in two steps, the blocks' shares and then
/// those, both in a fixed order, so that it has the same bits in every run. What steers an iteration is
/// decided here: kernels do nothing once conjugate gradients no longer run.
#include "kernels/cuda/algebra/linear_algebra.cuh"

namespace dgsolve::cuda {
extern "C" {

#define DGSOLVE_KERNEL(bounds, name, body, ...) \
  __global__ void bounds name(const __grid_constant__ __VA_ARGS__ arguments) { body(arguments); }
#define DGSOLVE_BOTH(bounds, name, body, Arguments)              \
  DGSOLVE_KERNEL(bounds, name##_double, body, Arguments<double>) \
  DGSOLVE_KERNEL(bounds, name##_single, body, Arguments<float>)
#define DGSOLVE_A_THREAD_EACH __launch_bounds__(vector_threads)

DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_double_double, copy_vector, CopyArguments<double, double>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_double_single, copy_vector, CopyArguments<double, float>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_single_double, copy_vector, CopyArguments<float, double>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_single_single, copy_vector, CopyArguments<float, float>)
DGSOLVE_BOTH(DGSOLVE_A_THREAD_EACH, combine, combine_vectors, CombineArguments)
DGSOLVE_BOTH(DGSOLVE_A_THREAD_EACH, dot, add_products, DotArguments)
// Left to itself, the compiler saves registers for more blocks and has reads wait for each other: 48 serve.
DGSOLVE_BOTH(__launch_bounds__(vector_threads, 5), csr, multiply_rows, CsrArguments)
DGSOLVE_BOTH(__launch_bounds__(most_block_rows, 4), block_rows, multiply_block_rows, BlockRowsArguments)
DGSOLVE_BOTH(DGSOLVE_A_THREAD_EACH, gather, gather_values, GatherArguments)
DGSOLVE_BOTH(DGSOLVE_A_THREAD_EACH, sum_places, sum_values, SumPlacesArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, finish_dot, finish_sum, FinishArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_direction_dot, add_cg_direction_products, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_beta, find_beta, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_direction, take_cg_direction, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_curvature_dot, add_cg_curvature_products, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_alpha, find_alpha, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_step, take_cg_step, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_norm, find_norm, CgArguments)
// Blocks as large as a dense block's rows ask for.
DGSOLVE_BOTH(, element_blocks, multiply_element_blocks, ElementBlocksArguments)
__global__ void rounded_blocks_single(
    const __grid_constant__ ElementBlocksArguments<float, short> arguments) {
  multiply_element_blocks(arguments);
}

}  // extern "C"
}  // namespace dgsolve::cuda
