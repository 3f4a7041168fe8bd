/// The one file that knows which compiler is reading: g++ for the host (once for each instruction set, in a
/// namespace of its own, so that the linker never mixes their code), g++ for tests, or NVRTC for a GPU.
#pragma once

// DGSOLVE_CALLED_ON_GPU: of what few cases need and takes many registers, so that others do not give them.
#ifdef __CUDACC_RTC__
#define DGSOLVE_INLINE __forceinline__
#define DGSOLVE_NOINLINE __noinline__
#define DGSOLVE_CALLED_ON_GPU __noinline__
#define DGSOLVE_PRAGMA(text) _Pragma(#text)
#define DGSOLVE_UNROLL DGSOLVE_PRAGMA(unroll)
#define DGSOLVE_UNROLL_BY(n) DGSOLVE_PRAGMA(unroll n)
#define DGSOLVE_NAMESPACE dgsolve
#else
#include <cmath>
#define DGSOLVE_UNROLL
#define DGSOLVE_UNROLL_BY(n)
#define DGSOLVE_INLINE inline __attribute__((always_inline))
#define DGSOLVE_NOINLINE __attribute__((noinline))
#define DGSOLVE_CALLED_ON_GPU DGSOLVE_INLINE
#ifdef DGSOLVE_ISA
#define DGSOLVE_NAMESPACE dgsolve::DGSOLVE_ISA
#else
#define DGSOLVE_NAMESPACE dgsolve
#endif
#endif

// Kernel text gets the pointwise physics only: names, units and exact solutions need the standard library,
// whose templates must not be compiled for one instruction set and linked into the code of another.
#if defined(__CUDACC_RTC__) || defined(DGSOLVE_ISA)
#define DGSOLVE_KERNEL_TEXT
#endif

namespace DGSOLVE_NAMESPACE {

/// A short array that may live in registers: fields at a node, a normal, coefficients.
template <class T, int n>
struct Vec {
  T v[n > 0 ? n : 1];
  DGSOLVE_INLINE T& operator[](int i) { return v[i]; }
  DGSOLVE_INLINE const T& operator[](int i) const { return v[i]; }
};

template <class T>
DGSOLVE_INLINE Vec<T, 3> cross_product(const Vec<T, 3>& a, const Vec<T, 3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <class T, int n>
DGSOLVE_INLINE T dot_product(const Vec<T, n>& a, const Vec<T, n>& b) {
  T sum = a[0] * b[0];
  for (int i = 1; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Branch-free helpers for a number type T that may be a pack of SIMD lanes: comparisons of packs give masks,
// which only `select` reads. The pack type overloads `select` and the functions of one number for itself
// (kernels/host/simd/pack.hpp).
DGSOLVE_INLINE double select(bool c, double a, double b) { return c ? a : b; }
DGSOLVE_INLINE float select(bool c, float a, float b) { return c ? a : b; }
/// Whether some lane is not 0: for branches by a number that all lanes share.
DGSOLVE_INLINE bool any_nonzero(double a) { return a != 0; }
DGSOLVE_INLINE bool any_nonzero(float a) { return a != 0; }
DGSOLVE_INLINE double sqrt_of(double a) { return ::sqrt(a); }
DGSOLVE_INLINE float sqrt_of(float a) { return ::sqrtf(a); }
/// aᵇ; of packs with a > 0 only.
DGSOLVE_INLINE double pow_of(double a, double b) { return ::pow(a, b); }
DGSOLVE_INLINE float pow_of(float a, float b) { return ::powf(a, b); }
/// Of single numbers; packs have none.
DGSOLVE_INLINE double exp_of(double a) { return ::exp(a); }
DGSOLVE_INLINE float exp_of(float a) { return ::expf(a); }
/// 1/a and √a of numbers that are normal and, of roots, positive; on a GPU without the branches of IEEE's,
/// from the hardware's approximation by a step of third order, in single precision Newton's, to an error of
/// one in the last place.
#ifdef __CUDACC_RTC__
DGSOLVE_INLINE double inverse_of(double a) {
  double x;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(x) : "d"(a));
  const double rest = fma(-a, x, 1.0);  // 1/a = x (1 + rest + rest² + …), |rest| < 2⁻¹⁹
  return fma(x, fma(rest, rest, rest), x);
}
DGSOLVE_INLINE float inverse_of(float a) {
  float x;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
  return fmaf(x, fmaf(-a, x, 1.0f), x);
}
DGSOLVE_INLINE double root_of(double a) {
  double x;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(x) : "d"(a));
  const double root = a * x, rest = fma(-root, x, 1.0);  // √a = root (1 + rest/2 + 3 rest²/8 + …)
  return fma(root * rest, fma(0.375, rest, 0.5), root);
}
DGSOLVE_INLINE float root_of(float a) {
  float x;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
  const float root = a * x;
  return fmaf(fmaf(-root, root, a), 0.5f * x, root);
}
#else
template <class T>
DGSOLVE_INLINE T inverse_of(T a) {
  return T(1) / a;
}
template <class T>
DGSOLVE_INLINE T root_of(T a) {
  return sqrt_of(a);
}
#endif
template <class T>
DGSOLVE_INLINE T max_of(T a, T b) {
  return select(a > b, a, b);
}
template <class T>
DGSOLVE_INLINE T min_of(T a, T b) {
  return select(a < b, a, b);
}
template <class T>
DGSOLVE_INLINE T abs_of(T a) {
  return max_of(a, -a);
}
#ifdef __CUDACC_RTC__
/// |a| costs a GPU nothing: it is a modifier of what reads it.
DGSOLVE_INLINE double abs_of(double a) { return ::fabs(a); }
DGSOLVE_INLINE float abs_of(float a) { return ::fabsf(a); }
#endif

}  // namespace DGSOLVE_NAMESPACE
