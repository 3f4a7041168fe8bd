// What a GPU can do at most, for comparison: multiply-adds in registers, and copying. REAL is double or
// float.

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
// "mma"), which is the fastest shape, of double or of TF32 numbers. Where there are none nothing is done.
extern "C" __global__ void __launch_bounds__(256)
    tensor_multiply_adds_double(int rounds, double factor, double* result) {
#if __CUDA_ARCH__ >= 900
  double sum[sums][4];
  for (int i = 0; i < sums; ++i)
    for (int j = 0; j < 4; ++j) sum[i][j] = threadIdx.x + i;
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < sums; ++i)
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
          "{%0,%1,%2,%3};"
          : "+d"(sum[i][0]), "+d"(sum[i][1]), "+d"(sum[i][2]), "+d"(sum[i][3])
          : "d"(factor));
  double total = 0;
  for (int i = 0; i < sums; ++i)
    for (int j = 0; j < 4; ++j) total += sum[i][j];
  result[blockIdx.x * blockDim.x + threadIdx.x] = total;
#endif
}

extern "C" __global__ void __launch_bounds__(256)
    tensor_multiply_adds_float(int rounds, double factor, float* result) {
#if __CUDA_ARCH__ >= 800
  float sum[sums][4];
  for (int i = 0; i < sums; ++i)
    for (int j = 0; j < 4; ++j) sum[i][j] = threadIdx.x + i;
  const unsigned bits = __float_as_uint(static_cast<float>(factor));
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < sums; ++i)
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
          "{%0,%1,%2,%3};"
          : "+f"(sum[i][0]), "+f"(sum[i][1]), "+f"(sum[i][2]), "+f"(sum[i][3])
          : "r"(bits));
  float total = 0;
  for (int i = 0; i < sums; ++i)
    for (int j = 0; j < 4; ++j) total += sum[i][j];
  result[blockIdx.x * blockDim.x + threadIdx.x] = total;
#endif
}

// One thread for each 16 bytes: the fastest plain copy.
extern "C" __global__ void __launch_bounds__(256) copy(const double2* from, double2* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
