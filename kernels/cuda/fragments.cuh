/// Operands and sums of a tensor-core product, sum ± a·b with 16×8 by 8×8, as accurate as the precision asks:
/// plain in double precision; in single precision, where the tensor cores take TF32 operands and round their
/// sums toward zero, as three products of leading and trailing parts (after Ootomo & Yokota, Int. J. High
/// Perform. Comput. Appl. 36 (2022) 475, doi:10.1177/10943420221090256), of which few are added before the
/// rest is, rounded to nearest: the error that all have the sign of grows with a sum's length and size.
/// Leading parts are rounded to nearest: were they cut, all trailing parts would have the sign of the whole,
/// and what is lost of them too. Of operators nothing is lost (kernels/cuda/operator_blocks.hpp).
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
  DGSOLVE_INLINE void set_aside() {}
  DGSOLVE_INLINE double total(int i) const { return values[i]; }
};
#endif

template <>
struct Sum<float> {
  float aside[4] = {}, part[4] = {};

  DGSOLVE_INLINE void add(const Operand<float, 4>& a, const Operand<float, 2>& b) {
    multiply_add(part, a.trailing, b.leading);
    multiply_add(part, a.leading, b.trailing);
    multiply_add(part, a.leading, b.leading);
  }
  DGSOLVE_INLINE void subtract(const Operand<float, 4>& a, const Operand<float, 2>& b) {
    add(a, {{-b.leading[0], -b.leading[1]}, {-b.trailing[0], -b.trailing[1]}});
  }
  /// What the tensor cores have added so far is added to the rest outside of them.
  DGSOLVE_INLINE void set_aside() {
    for (int i = 0; i < 4; ++i) {
      aside[i] += part[i];
      part[i] = 0;
    }
  }
  DGSOLVE_INLINE float total(int i) const { return aside[i] + part[i]; }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
