/// What only a GPU's compiler has words for: wide loads and stores, asynchronous copies into shared memory,
/// products by the tensor cores, kernels that begin before earlier work is done (PTX ISA: "cp.async",
/// "cp.async.bulk", "mbarrier", "mma", "griddepcontrol"), and what a warp's lanes tell one another. The
/// tests' emulation (tests/simt/simt.hpp) has functions of the same names, but for those by which GPUs wait
/// for one another.
#pragma once

#include "kernels/base/prelude.hpp"

#ifdef __CUDACC_RTC__

/// A block's shared memory whose size the launch sets.
#define DGSOLVE_DYNAMIC_SHARED(name) extern __shared__ __align__(128) unsigned char name[]

namespace dgsolve::cuda {

DGSOLVE_INLINE unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

/// n values that stand together, 16 bytes at most and aligned to their size, in one load: of loads from
/// global memory the compiler merges none by itself.
template <int n>
DGSOLVE_INLINE void load_piece(const double* from, double* to) {
  static_assert(n == 1 || n == 2);
  if constexpr (n == 2) {
    const double2 piece = *reinterpret_cast<const double2*>(from);
    to[0] = piece.x;
    to[1] = piece.y;
  } else {
    to[0] = from[0];
  }
}
template <int n>
DGSOLVE_INLINE void load_piece(const float* from, float* to) {
  static_assert(n == 1 || n == 2 || n == 4);
  if constexpr (n == 4) {
    const float4 piece = *reinterpret_cast<const float4*>(from);
    to[0] = piece.x;
    to[1] = piece.y;
    to[2] = piece.z;
    to[3] = piece.w;
  } else if constexpr (n == 2) {
    const float2 piece = *reinterpret_cast<const float2*>(from);
    to[0] = piece.x;
    to[1] = piece.y;
  } else {
    to[0] = from[0];
  }
}
template <int n>
DGSOLVE_INLINE void load_piece(const int* from, int* to) {
  static_assert(n == 1 || n == 2 || n == 4);
  if constexpr (n == 4) {
    const int4 piece = *reinterpret_cast<const int4*>(from);
    to[0] = piece.x;
    to[1] = piece.y;
    to[2] = piece.z;
    to[3] = piece.w;
  } else if constexpr (n == 2) {
    const int2 piece = *reinterpret_cast<const int2*>(from);
    to[0] = piece.x;
    to[1] = piece.y;
  } else {
    to[0] = from[0];
  }
}
template <int n>
DGSOLVE_INLINE void load_piece(const short* from, short* to) {
  static_assert(n == 4);
  const short4 piece = *reinterpret_cast<const short4*>(from);
  to[0] = piece.x;
  to[1] = piece.y;
  to[2] = piece.z;
  to[3] = piece.w;
}

/// The same the other way.
template <int n>
DGSOLVE_INLINE void store_piece(const float* from, float* to) {
  static_assert(n == 1 || n == 2 || n == 4);
  if constexpr (n == 4)
    *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
  else if constexpr (n == 2)
    *reinterpret_cast<float2*>(to) = make_float2(from[0], from[1]);
  else
    to[0] = from[0];
}
/// … into global memory, in one store, which the compiler else makes two of. Only the same piece of memory
/// may be read before.
template <int n>
DGSOLVE_INLINE void store_whole_piece(const double* from, double* to) {
  static_assert(n == 1 || n == 2);
  if constexpr (n == 2)
    asm volatile("st.global.v2.f64 [%0], {%1, %2};" ::"l"(to), "d"(from[0]), "d"(from[1]));
  else
    to[0] = from[0];
}
template <int n>
DGSOLVE_INLINE void store_whole_piece(const float* from, float* to) {
  static_assert(n == 1 || n == 2 || n == 4);
  if constexpr (n == 4)
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(from[0]), "f"(from[1]), "f"(from[2]),
                 "f"(from[3]));
  else if constexpr (n == 2)
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"(from[0]), "f"(from[1]));
  else
    to[0] = from[0];
}

/// The same where `there`; elsewhere what `to` holds must not be used.
template <int n, class T>
DGSOLVE_INLINE void load_piece_if(bool there, const T* from, T* to) {
  if (there) load_piece<n>(from, to);
}

/// 16 bytes in one load.
template <class Words>
DGSOLVE_INLINE Words load_words(const Words* from) {
  static_assert(sizeof(Words) == 16);
  return __builtin_bit_cast(Words, *reinterpret_cast<const uint4*>(from));
}

/// Copies 4, 8 or 16 bytes from global to shared memory; they are there after the thread's wait_for_copies and
/// a barrier. Copies between two calls of end_copy_group are waited for together.
template <int bytes>
DGSOLVE_INLINE void copy_async(void* to, const void* from) {
  static_assert(bytes == 4 || bytes == 8 || bytes == 16);
  if constexpr (bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from),
                 "n"(bytes));
}
DGSOLVE_INLINE void end_copy_group() { asm volatile("cp.async.commit_group;"); }
/// For all that were started.
DGSOLVE_INLINE void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }
/// For all groups but the last one that was ended.
DGSOLVE_INLINE void wait_for_earlier_copy_groups() { asm volatile("cp.async.wait_group 1;" ::: "memory"); }

/// Waits until all that was asked for before this kernel is done and can be read. A module whose kernels all
/// call it lets them begin earlier (KernelText::kernels_wait); until then they read only what the host
/// wrote, or what was waited for by the host, and write nothing. A kernel that depends in nothing on the one
/// that let it begin may also read what came before that, write, and wait at its end
/// (KernelLaunch::beside_last).
DGSOLVE_INLINE void wait_for_earlier_work() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
/// The kernel that follows may begin once all blocks have called this.
DGSOLVE_INLINE void let_next_begin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Writes a word into any GPU's memory; what was done before can be read by who reads the word (PTX ISA,
/// "Memory Consistency Model").
DGSOLVE_INLINE void publish_to_gpus(unsigned* to, unsigned word) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(to), "r"(word) : "memory");
}
/// Reads one that another GPU published.
DGSOLVE_INLINE unsigned read_from_gpus(const unsigned* from) {
  unsigned word;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
  return word;
}
DGSOLVE_INLINE unsigned long long nanoseconds() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

/// Fetches the line of an address into the L2 cache.
DGSOLVE_INLINE void prefetch(const void* p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }
/// … so many bytes, a multiple of 16 as the address; where bulk copies are available.
DGSOLVE_INLINE void prefetch_bulk(const void* p, unsigned bytes) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(p), "r"(bytes));
}

/// Tells when bulk copies into shared memory have landed. Lives in shared memory, and serves once.
struct BulkCopies {
#if __CUDA_ARCH__ >= 900
  static constexpr bool available = true;
#else
  static constexpr bool available = false;
#endif
  unsigned long long barrier;

  /// By one thread, which then starts all the copies, `bytes` together.
  DGSOLVE_INLINE void expect(unsigned bytes) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
                 "r"(bytes)
                 : "memory");
  }
  /// Addresses and sizes are multiples of 16 bytes.
  DGSOLVE_INLINE void start(void* to, const void* from, unsigned bytes) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(&barrier))
        : "memory");
  }
  /// By any thread, after a barrier that follows `expect`.
  DGSOLVE_INLINE void wait() const {
    asm volatile(
        "{\n"
        ".reg .pred landed;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 landed, [%0], 0;\n"
        "@!landed bra again;\n"
        "}" ::"r"(shared_address(&barrier))
        : "memory");
  }
};

/// The i-th byte of a word.
DGSOLVE_INLINE unsigned byte_of(unsigned word, unsigned i) { return __byte_perm(word, 0, 0x4440 + i); }
/// The lanes of a warp for which it holds, a bit each.
DGSOLVE_INLINE unsigned ballot(bool holds) { return __ballot_sync(0xffffffffu, holds); }
/// The value of the lane whose number differs in the bits that are set; called by whole warps.
template <class T>
DGSOLVE_INLINE T exchange(T value, int bits) {
  return __shfl_xor_sync(0xffffffffu, value, bits);
}
DGSOLVE_INLINE int count_bits(unsigned bits) { return __popc(bits); }
/// The number of the lowest bit that is set.
DGSOLVE_INLINE int lowest_bit(unsigned bits) { return __ffs(static_cast<int>(bits)) - 1; }

/// Copies from shared to global memory, by one thread, after a barrier that follows every thread's publishing
/// of what it wrote; the thread must finish them before the block ends. Addresses and sizes are multiples of
/// 16 bytes. leaves_first: the L2 cache gives up what is written before other lines.
#if __CUDA_ARCH__ >= 900
DGSOLVE_INLINE void publish_for_bulk_stores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
template <bool leaves_first>
DGSOLVE_INLINE void start_bulk_store(void* to, const void* from, unsigned bytes) {
  if constexpr (leaves_first) {
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes), "l"(policy)
                 : "memory");
  } else {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes)
                 : "memory");
  }
}
DGSOLVE_INLINE void finish_bulk_stores() {
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
}
#endif

/// sum += a·b by a warp, 16×8 by 8×8. With g = lane / 4, t = lane % 4, a lane holds of
///   a: (g, t), (g+8, t), (g, t+4), (g+8, t+4);  b: (t, g), (t+4, g);
///   sum: (g, 2t), (g, 2t+1), (g+8, 2t), (g+8, 2t+1).
#if __CUDA_ARCH__ >= 900  // the first with these shapes
DGSOLVE_INLINE void multiply_add(double (&sum)[4], const double (&a)[4], const double (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
/// 16×4 by 4×8: of a and b the first half.
DGSOLVE_INLINE void multiply_add(double (&sum)[4], const double (&a)[2], const double (&b)[1]) {
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
               : "d"(a[0]), "d"(a[1]), "d"(b[0]));
}
#endif
/// 8×4 by 4×8. A lane holds of a: (g, t); b: (t, g); sum: (g, 2t), (g, 2t+1).
DGSOLVE_INLINE void multiply_add(double (&sum)[2], double a, double b) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+d"(sum[0]), "+d"(sum[1])
               : "d"(a), "d"(b));
}
/// 16×8 by 8×8, and 16×4 by 4×8, with operands cut to 10 bits of mantissa (TF32). The compiler may move them.
DGSOLVE_INLINE void multiply_add(float (&sum)[4], const float (&a)[4], const float (&b)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
        "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}
DGSOLVE_INLINE void multiply_add(float (&sum)[4], const float (&a)[2], const float (&b)[1]) {
  asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(b[0])));
}
/// The number with 10 bits of mantissa (TF32) that is nearest; of two, the one of larger size.
DGSOLVE_INLINE float leading_part(float a) {
  return __uint_as_float((__float_as_uint(a) + 0x1000u) & 0xffffe000u);
}

}  // namespace dgsolve::cuda

#endif
