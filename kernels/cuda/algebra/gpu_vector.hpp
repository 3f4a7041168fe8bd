/// Vectors of a GPU, and what maps on them share.
#pragma once

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::cuda {

inline const char* suffix_of(Precision precision) {
  return precision == Precision::single ? "_single" : "_double";
}

template <class T>
struct GpuVector : DeviceVector {
  GpuVector(Launcher& launcher, std::size_t size)
      : DeviceVector(size, precision_of<T>), values(launcher.gpu, size, "a vector") {
    launcher.set_zero(values.data(), values.bytes());
  }
  Array<T> values;
};

/// The numbers of a vector of precision T. Throws std::invalid_argument where it has another.
template <class T>
T* values_of(const DeviceVector& x) {
  return values_in<GpuVector, T>(x);  // a view: the device's memory has no const
}

/// Blocks of `per_block` for n.
inline std::size_t n_blocks_for(std::size_t n, std::size_t per_block = vector_threads) {
  return (n + per_block - 1) / per_block;
}

template <class T>
constexpr auto blend_of = &checked_blend<GpuVector, T>;

}  // namespace dgsolve::cuda
