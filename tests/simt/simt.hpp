/// A GPU's blocks of threads on the CPU, so that g++ can read kernel text: included before it. The threads of
/// a block are fibers of one system thread, which change places at barriers only; blocks run one after the
/// other.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

// NOLINTBEGIN(bugprone-reserved-identifier): these words are CUDA's.
#define __global__ static  // kernels of many texts live in one program
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static  // blocks do not overlap, and kernels are called by one thread

namespace dgsolve::simt {

struct Dim3 {
  unsigned x = 0;
};
extern Dim3 current_thread, current_block, blocks_of_launch;

/// Waits for the block's other threads, or for the warp's.
void barrier();
void warp_barrier();

/// Notes that this thread waited for what was asked for before its kernel (kernels/cuda/gpu/intrinsics.cuh).
void wait_for_earlier_work();

/// What a launch asked for beside what kernels declare.
unsigned char* dynamic_shared();

/// Copies made only when they are waited for, so that reading too early shows: by the thread that started
/// them, or, for a block's bulk copies, by the first that waits at their barrier.
void start_copy(void* to, const void* from, std::size_t bytes);
void end_copy_group();
void finish_copies(std::size_t pending_groups);  ///< counting the one that is not ended
void start_bulk_copy(const void* barrier, void* to, const void* from, std::size_t bytes);
void finish_bulk_copies(const void* barrier, std::size_t expected_bytes);
void start_bulk_store(void* to, const void* from, std::size_t bytes);
void finish_bulk_stores();

/// sum += a·b by the threads of a warp (kernels/cuda/gpu/intrinsics.cuh), which all call it.
void multiply_add(double (&sum)[4], const double (&a)[4], const double (&b)[2]);
void multiply_add(double (&sum)[4], const double (&a)[2], const double (&b)[1]);
void multiply_add(double (&sum)[2], double a, double b);
/// With operands cut to TF32, and the sum rounded toward zero, as tensor cores do.
void multiply_add(float (&sum)[4], const float (&a)[4], const float (&b)[2]);
void multiply_add(float (&sum)[4], const float (&a)[2], const float (&b)[1]);
float leading_part(float a);
unsigned ballot(bool holds);
double exchange(double value, int bits);

/// In which order the threads of a block run between barriers: a result that depends on it is a race.
enum class Order { forward, backward };

/// Runs a kernel's body for every thread of every block. Throws std::logic_error where some threads of a
/// block wait at a barrier that others never reach, where a block ends before its copies are waited for, and
/// what a thread throws.
void launch(unsigned blocks, unsigned threads, std::size_t shared_bytes, Order order,
            const std::function<void()>& kernel);
/// Whether every thread of the last launch called wait_for_earlier_work.
bool every_thread_waited();

}  // namespace dgsolve::simt

namespace dgsolve::cuda {

using simt::ballot;
template <class T>
T exchange(T value, int bits) {
  return static_cast<T>(simt::exchange(value, bits));
}
using simt::leading_part;
inline unsigned byte_of(unsigned word, unsigned i) { return word >> 8 * i & 255; }
inline int count_bits(unsigned bits) { return std::popcount(bits); }
inline int lowest_bit(unsigned bits) { return std::countr_zero(bits); }
using simt::multiply_add;

template <int n, class T>
void load_piece(const T* from, T* to) {
  if (reinterpret_cast<std::uintptr_t>(from) % (n * sizeof(T)) != 0)
    throw std::logic_error("a wide load from an address that is no multiple of its size");
  for (int i = 0; i < n; ++i) to[i] = from[i];
}
template <int n, class T>
void store_piece(const T* from, T* to) {
  if (reinterpret_cast<std::uintptr_t>(to) % (n * sizeof(T)) != 0)
    throw std::logic_error("a wide store to an address that is no multiple of its size");
  for (int i = 0; i < n; ++i) to[i] = from[i];
}
template <int n, class T>
void store_whole_piece(const T* from, T* to) {
  store_piece<n>(from, to);
}
/// Not a number shows where it is used.
template <int n, class T>
void load_piece_if(bool there, const T* from, T* to) {
  if (there) return load_piece<n>(from, to);
  for (int i = 0; i < n; ++i) to[i] = std::numeric_limits<T>::quiet_NaN();
}
template <class Words>
Words load_words(const Words* from) {
  return *from;
}
template <int bytes>
void copy_async(void* to, const void* from) {
  simt::start_copy(to, from, bytes);
}
using simt::end_copy_group;
inline void wait_for_copies() { simt::finish_copies(0); }
inline void wait_for_earlier_copy_groups() { simt::finish_copies(2); }

using simt::wait_for_earlier_work;
inline void let_next_begin() {}
inline void prefetch(const void*) {}
inline void prefetch_bulk(const void*, unsigned) {}
inline void publish_for_bulk_stores() {}
using simt::finish_bulk_stores;
template <bool leaves_first>
void start_bulk_store(void* to, const void* from, unsigned bytes) {
  simt::start_bulk_store(to, from, bytes);
}

struct BulkCopies {
  static constexpr bool available = true;
  unsigned long long expected;
  void expect(unsigned bytes) { expected = bytes; }
  void start(void* to, const void* from, unsigned bytes) { simt::start_bulk_copy(this, to, from, bytes); }
  void wait() const { simt::finish_bulk_copies(this, expected); }
};

}  // namespace dgsolve::cuda

#define DGSOLVE_DYNAMIC_SHARED(name) unsigned char* const name = dgsolve::simt::dynamic_shared()

#define threadIdx (dgsolve::simt::current_thread)
#define blockIdx (dgsolve::simt::current_block)
#define gridDim (dgsolve::simt::blocks_of_launch)
#define __syncthreads dgsolve::simt::barrier
#define __syncwarp dgsolve::simt::warp_barrier
// NOLINTEND(bugprone-reserved-identifier)
