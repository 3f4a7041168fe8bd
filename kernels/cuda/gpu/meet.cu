// GPUs wait for one another: a block of one warp on each, a lane for each GPU.
#include "kernels/cuda/gpu/intrinsics.cuh"
#include "kernels/cuda/gpu/meet_arguments.hpp"

namespace dgsolve::cuda {

extern "C" __global__ void __launch_bounds__(most_meeting) meet(const __grid_constant__ MeetArguments a) {
  let_next_begin();  // and read ahead what does not change
  wait_for_earlier_work();
  const unsigned other = threadIdx.x, round = *a.round + 1;
  __syncwarp();  // all have read the round
  if (other == 0) *a.round = round;
  if (other >= a.n) return;
  publish_to_gpus(a.arrived[other] + a.own, round);
  const unsigned long long began = nanoseconds();
  // Rounds are compared across the counter's overflow. An earlier failure of another GPU must not hold this
  // one.
  while (static_cast<int>(read_from_gpus(a.arrived[a.own] + other) - round) < 0)
    if (nanoseconds() - began > longest_wait) __trap();
}

}  // namespace dgsolve::cuda
