/// Vectors, sparse maps and conjugate gradients. A sum is added up in two steps, the blocks' shares and then
/// those, both in a fixed order, so that it has the same bits in every run. What steers an iteration is
/// decided here: kernels do nothing once conjugate gradients no longer run.
#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/algebra/packed_blocks.cuh"

namespace dgsolve::cuda {
extern "C" {

// Bodies of "early" kernels wait by themselves.
#define DGSOLVE_EARLY_KERNEL(bounds, name, body, ...)                          \
  __global__ void bounds name(const __grid_constant__ __VA_ARGS__ arguments) { \
    let_next_begin();                                                          \
    body(arguments);                                                           \
  }
#define DGSOLVE_KERNEL(bounds, name, body, ...)                                \
  __global__ void bounds name(const __grid_constant__ __VA_ARGS__ arguments) { \
    let_next_begin();                                                          \
    wait_for_earlier_work();                                                   \
    body(arguments);                                                           \
  }
#define DGSOLVE_BOTH(Kernel, bounds, name, body, Arguments)        \
  DGSOLVE_##Kernel(bounds, name##_double, body, Arguments<double>) \
      DGSOLVE_##Kernel(bounds, name##_single, body, Arguments<float>)
#define DGSOLVE_A_THREAD_EACH __launch_bounds__(vector_threads)

DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_double_double, copy_vector, CopyArguments<double, double>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_double_single, copy_vector, CopyArguments<double, float>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_single_double, copy_vector, CopyArguments<float, double>)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, copy_single_single, copy_vector, CopyArguments<float, float>)
DGSOLVE_BOTH(KERNEL, DGSOLVE_A_THREAD_EACH, combine, combine_vectors, CombineArguments)
DGSOLVE_BOTH(KERNEL, DGSOLVE_A_THREAD_EACH, dot, add_products, DotArguments)
// Left to itself, the compiler saves registers for more blocks and has reads wait for each other: 48 serve.
DGSOLVE_BOTH(EARLY_KERNEL, __launch_bounds__(vector_threads, 5), csr, multiply_rows, CsrArguments)
DGSOLVE_BOTH(KERNEL, __launch_bounds__(most_block_rows, 4), block_rows, multiply_block_rows,
             BlockRowsArguments)
DGSOLVE_BOTH(EARLY_KERNEL, DGSOLVE_A_THREAD_EACH, gather, gather_values, GatherArguments)
DGSOLVE_BOTH(KERNEL, DGSOLVE_A_THREAD_EACH, put, put_values, PutArguments)
DGSOLVE_BOTH(EARLY_KERNEL, DGSOLVE_A_THREAD_EACH, sum_places, sum_values, SumPlacesArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, finish_dot, finish_sum, FinishArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_direction_dot, add_cg_direction_products, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_beta, find_beta, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_direction, take_cg_direction, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_curvature_dot, add_cg_curvature_products, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_alpha, find_alpha, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_step, take_cg_step, CgArguments)
DGSOLVE_KERNEL(DGSOLVE_A_THREAD_EACH, cg_norm, find_norm, CgArguments)
// Blocks as large as a dense block's rows ask for.
DGSOLVE_BOTH(KERNEL, , element_blocks, multiply_element_blocks, ElementBlocksArguments)
DGSOLVE_KERNEL(, rounded_blocks_single, multiply_element_blocks, ElementBlocksArguments<float, short>)

#define DGSOLVE_PACKED(n, name, Entry)                                                              \
  __global__ void __launch_bounds__(PackedShape(n).threads())                                       \
      pack_##name##_##n(const __grid_constant__ ElementBlocksArguments<float, Entry> arguments) {   \
    let_next_begin();                                                                               \
    wait_for_earlier_work();                                                                        \
    PackedBlocks<n, float, Entry>{arguments}.pack();                                                \
  }                                                                                                 \
  __global__ void __launch_bounds__(PackedShape(n).threads())                                       \
      packed_##name##_##n(const __grid_constant__ ElementBlocksArguments<float, Entry> arguments) { \
    __shared__ PackedBlocks<n, float, Entry>::Shared shared;                                        \
    let_next_begin();                                                                               \
    PackedBlocks<n, float, Entry>{arguments}.multiply(shared);                                      \
  }
#define DGSOLVE_PACKED_BOTH(n)                    \
  DGSOLVE_PACKED(n, element_blocks_single, float) \
  DGSOLVE_PACKED(n, rounded_blocks_single, short)
// As PackedShape says.
DGSOLVE_PACKED_BOTH(6)
DGSOLVE_PACKED_BOTH(10)
DGSOLVE_PACKED_BOTH(15)
DGSOLVE_PACKED_BOTH(20)
DGSOLVE_PACKED_BOTH(35)

}  // extern "C"
}  // namespace dgsolve::cuda
