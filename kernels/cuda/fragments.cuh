/// Operands and sums of a tensor-core product, sum ± a·b with 16×8 by 8×8, as accurate as the precision asks:
/// plain in double precision; in single precision, where the tensor cores take TF32 operands and round their
/// sums toward zero, as three products of leading and trailing parts (after Ootomo & Yokota, Int. J. High
/// Perform. Comput. Appl. 36 (2022) 475, doi:10.1177/10943420221090256), with the terms that are added and
/// those that are subtracted in sums of their own, so that the bias of their rounding cancels. Leading parts
/// are rounded to nearest: were they cut, all trailing parts would have the sign of the whole, and what is
/// lost of them too.
#pragma once

#include "kernels/cuda/intrinsics.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T, int n>
struct Operand;

template <int n>
struct Operand<double, n> {
  double values[n];
  DGSOLVE_INLINE void set(int i, double value) { values[i] = value; }
};

template <int n>
struct Operand<float, n> {
  float leading[n], trailing[n];
  DGSOLVE_INLINE void set(int i, float value) {
    leading[i] = leading_part(value);
    trailing[i] = value - leading[i];
  }
};

template <class T>
struct Sum;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // as multiply_add
template <>
struct Sum<double> {
  double values[4] = {};

  DGSOLVE_INLINE void add(const Operand<double, 4>& a, const Operand<double, 2>& b) {
    multiply_add(values, a.values, b.values);
  }
  DGSOLVE_INLINE void subtract(const Operand<double, 4>& a, const Operand<double, 2>& b) {
    const double minus_b[2] = {-b.values[0], -b.values[1]};
    multiply_add(values, a.values, minus_b);
  }
  DGSOLVE_INLINE void set_aside(bool = false) {}
  DGSOLVE_INLINE double total(int i) const { return values[i]; }
};
#endif

template <>
struct Sum<float> {
  float aside[4] = {}, plus[4] = {}, minus[4] = {};

  DGSOLVE_INLINE void add(const Operand<float, 4>& a, const Operand<float, 2>& b) { multiply(plus, a, b); }
  DGSOLVE_INLINE void subtract(const Operand<float, 4>& a, const Operand<float, 2>& b) {
    multiply(minus, a, b);
  }
  /// Adds what was summed so far in full precision: errors grow with the length of the tensor cores' sums.
  /// first: nothing was set aside before.
  DGSOLVE_INLINE void set_aside(bool first = false) {
    for (int i = 0; i < 4; ++i) {
      const float sum = plus[i] - minus[i];
      aside[i] = first ? sum : aside[i] + sum;
      plus[i] = minus[i] = 0;
    }
  }
  DGSOLVE_INLINE float total(int i) const { return aside[i] + (plus[i] - minus[i]); }

 private:
  static DGSOLVE_INLINE void multiply(float (&sum)[4], const Operand<float, 4>& a,
                                      const Operand<float, 2>& b) {
    multiply_add(sum, a.trailing, b.leading);
    multiply_add(sum, a.leading, b.trailing);
    multiply_add(sum, a.leading, b.leading);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
