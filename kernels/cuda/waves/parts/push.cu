/// Sends what cells of other parts read across faces straight to these cells' ghosts, which may be in another
/// GPU's memory. A thread copies a word of a node's record. The text knows nothing of the problem: it is
/// compiled once for all.
#include "kernels/cuda/gpu/intrinsics.cuh"
#include "kernels/cuda/waves/parts/push_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// As many bytes as one load takes.
template <int bytes>
struct alignas(bytes) Word {
  unsigned values[bytes / 4];
};

template <int bytes>
DGSOLVE_INLINE void push_words(const RimPush& push) {
  using W = Word<bytes>;
  const long long i = static_cast<long long>(blockIdx.x) * push_threads + threadIdx.x;
  const int word = static_cast<int>(i % push.record), m = static_cast<int>(i / push.record % push.Nfp);
  const long long face = i / push.record / push.Nfp;
  if (face >= push.n_faces) return;
  const RimFace& rim = push.faces[face];
  const long long place = static_cast<long long>(push.nodes[rim.nodes * push.Nfp + m]) * push.record + word;
  W* const to = static_cast<W*>(push.to[rim.part]) + static_cast<long long>(rim.to) * push.stride;
  to[place] = (static_cast<const W*>(push.from) + static_cast<long long>(rim.from) * push.stride)[place];
}

}  // namespace DGSOLVE_NAMESPACE::cuda

namespace dgsolve::cuda {
extern "C" {

__global__ void __launch_bounds__(push_threads) push_4(const __grid_constant__ RimPush push) {
  push_words<4>(push);
}
__global__ void __launch_bounds__(push_threads) push_8(const __grid_constant__ RimPush push) {
  push_words<8>(push);
}
__global__ void __launch_bounds__(push_threads) push_16(const __grid_constant__ RimPush push) {
  push_words<16>(push);
}

}  // extern "C"
}  // namespace dgsolve::cuda
