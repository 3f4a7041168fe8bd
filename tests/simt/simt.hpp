/// A GPU's blocks of threads on the CPU, so that g++ can read kernel text: included before it. The threads of
/// a block are fibers of one system thread, which change places at barriers only; blocks run one after the
/// other.
#pragma once

#include <functional>

// NOLINTBEGIN(bugprone-reserved-identifier): these words are CUDA's.
#define __global__ static  // kernels of many texts live in one program
#define __launch_bounds__(threads)
#define __grid_constant__
#define __shared__ static  // blocks do not overlap, and kernels are called by one thread

namespace dgsolve::simt {

struct Dim3 {
  unsigned x = 0;
};
extern Dim3 current_thread, current_block;

/// Waits for the block's other threads.
void barrier();

/// In which order the threads of a block run between barriers: a result that depends on it is a race.
enum class Order { forward, backward };

/// Runs a kernel's body for every thread of every block. Throws std::logic_error where some threads of a
/// block wait at a barrier that others never reach, and what a thread throws.
void launch(unsigned blocks, unsigned threads, Order order, const std::function<void()>& kernel);

}  // namespace dgsolve::simt

#define threadIdx (dgsolve::simt::current_thread)
#define blockIdx (dgsolve::simt::current_block)
#define __syncthreads dgsolve::simt::barrier
// NOLINTEND(bugprone-reserved-identifier)
