/// Operands and sums of a tensor-core product, sum ± a·b with 16×8 by 8×8 or 16×4 by 4×8, as accurate as the
/// precision asks: plain in double precision; in single precision, where the tensor cores take TF32 operands
/// and round their sums toward zero, as three products of leading and trailing parts (after Ootomo & Yokota,
/// Int. J. High Perform. Comput. Appl. 36 (2022) 475, doi:10.1177/10943420221090256), of which few are added
/// before the rest is, rounded to nearest: the error that all have the sign of grows with a sum's length and
/// size.
/// Leading parts are rounded to nearest: were they cut, all trailing parts would have the sign of the whole,
/// and what is lost of them too. Of operators nothing is lost (kernels/cuda/tensor/operator_blocks.hpp).
#pragma once

#include "kernels/cuda/gpu/intrinsics.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T, int n>
struct Operand;

template <int n>
struct Operand<double, n> {
  double values[n];
  DGSOLVE_INLINE void set(int i, double value) { values[i] = value; }
  DGSOLVE_INLINE Operand operator-() const {
    Operand minus;
    for (int i = 0; i < n; ++i) minus.values[i] = -values[i];
    return minus;
  }
};

template <int n>
struct Operand<float, n> {
  float leading[n], trailing[n];
  DGSOLVE_INLINE void set(int i, float value) {
    leading[i] = leading_part(value);
    trailing[i] = value - leading[i];
  }
  DGSOLVE_INLINE Operand operator-() const {
    Operand minus;
    for (int i = 0; i < n; ++i) {
      minus.leading[i] = -leading[i];
      minus.trailing[i] = -trailing[i];
    }
    return minus;
  }
};

template <class T>
struct Sum;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // as multiply_add
template <>
struct Sum<double> {
  double values[4] = {};

  template <int n>
  DGSOLVE_INLINE void add(const Operand<double, 2 * n>& a, const Operand<double, n>& b) {
    multiply_add(values, a.values, b.values);
  }
  template <int n>
  DGSOLVE_INLINE void subtract(const Operand<double, 2 * n>& a, const Operand<double, n>& b) {
    add(a, -b);
  }
  DGSOLVE_INLINE void set_aside() {}
  DGSOLVE_INLINE double total(int i) const { return values[i]; }
};
#endif

template <>
struct Sum<float> {
  float aside[4] = {}, part[4] = {};

  template <int n>
  DGSOLVE_INLINE void add(const Operand<float, 2 * n>& a, const Operand<float, n>& b) {
    multiply_add(part, a.trailing, b.leading);
    multiply_add(part, a.leading, b.trailing);
    multiply_add(part, a.leading, b.leading);
  }
  template <int n>
  DGSOLVE_INLINE void subtract(const Operand<float, 2 * n>& a, const Operand<float, n>& b) {
    add(a, -b);
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
