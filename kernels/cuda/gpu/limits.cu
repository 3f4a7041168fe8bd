// What a GPU can do at most, for comparison: multiply-adds in registers, and copying. REAL is double or
// float.
#include "kernels/cuda/gpu/intrinsics.cuh"

constexpr int sums = 8;  // independent, to hide the latency of one

// Each thread does 2·sums·rounds operations. factor: near 1. result: [threads], so that nothing is optimised
// away.
extern "C" __global__ void __launch_bounds__(256) multiply_adds(int rounds, double factor, REAL* result) {
  REAL sum[sums];
  for (int i = 0; i < sums; ++i) sum[i] = threadIdx.x + i;
  const REAL a = factor, b = 1 - factor;
#pragma unroll 4
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < sums; ++i) sum[i] = sum[i] * a + b;
  REAL total = 0;
  for (int i = 0; i < sums; ++i) total += sum[i];
  result[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

// The same by the tensor cores: a warp does 2·16·8·8·sums·rounds operations by products m16n8k8 (PTX ISA,
// "mma"), which is the fastest shape, of doubles or of TF32 numbers. Where there are none nothing is done.
template <class T>
__device__ void add_tensor_products(int rounds, T factor, T* result) {
  if constexpr (requires(T(&sum)[4], const T(&a)[4], const T(&b)[2]) {
                  dgsolve::cuda::multiply_add(sum, a, b);
                }) {
    T sum[sums][4];
    for (int i = 0; i < sums; ++i)
      for (int j = 0; j < 4; ++j) sum[i][j] = threadIdx.x + i;
    const T a[4] = {factor, factor, factor, factor}, b[2] = {factor, factor};
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < sums; ++i) dgsolve::cuda::multiply_add(sum[i], a, b);
    T total = 0;
    for (int i = 0; i < sums; ++i)
      for (int j = 0; j < 4; ++j) total += sum[i][j];
    result[blockIdx.x * blockDim.x + threadIdx.x] = total;
  }
}
extern "C" __global__ void __launch_bounds__(256)
    tensor_multiply_adds(int rounds, double factor, REAL* result) {
  add_tensor_products<REAL>(rounds, factor, result);
}

// One thread for each 16 bytes: the fastest plain copy.
extern "C" __global__ void __launch_bounds__(256) copy(const double2* from, double2* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
