/// Sends what cells of other parts read across faces straight to these cells' ghosts, which may be in another
/// GPU's memory; or packs it into a buffer, for another process's GPU, which unpacks it to its ghosts. A
/// thread copies a word of a node's record. The text knows nothing of the problem: it is compiled once for
/// all.
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

template <int bytes, bool packs>
DGSOLVE_INLINE void copy_packed(const RimPacking& packing) {
  using W = Word<bytes>;
  const long long i = static_cast<long long>(blockIdx.x) * push_threads + threadIdx.x;
  const int word = static_cast<int>(i % packing.record),
            m = static_cast<int>(i / packing.record % packing.Nfp);
  const long long face = i / packing.record / packing.Nfp;
  if (face >= packing.n_faces) return;
  const PackedFace& rim = packing.faces[face];
  W& of_state =
      static_cast<W*>(packing.state)[static_cast<long long>(rim.slot) * packing.stride +
                                     packing.nodes[rim.nodes * packing.Nfp + m] * packing.record + word];
  W& of_buffer = static_cast<W*>(packing.buffer)[i];
  if constexpr (packs)
    of_buffer = of_state;
  else
    of_state = of_buffer;
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

__global__ void __launch_bounds__(push_threads) pack_4(const __grid_constant__ RimPacking packing) {
  copy_packed<4, true>(packing);
}
__global__ void __launch_bounds__(push_threads) pack_8(const __grid_constant__ RimPacking packing) {
  copy_packed<8, true>(packing);
}
__global__ void __launch_bounds__(push_threads) pack_16(const __grid_constant__ RimPacking packing) {
  copy_packed<16, true>(packing);
}
__global__ void __launch_bounds__(push_threads) unpack_4(const __grid_constant__ RimPacking packing) {
  copy_packed<4, false>(packing);
}
__global__ void __launch_bounds__(push_threads) unpack_8(const __grid_constant__ RimPacking packing) {
  copy_packed<8, false>(packing);
}
__global__ void __launch_bounds__(push_threads) unpack_16(const __grid_constant__ RimPacking packing) {
  copy_packed<16, false>(packing);
}

}  // extern "C"
}  // namespace dgsolve::cuda
