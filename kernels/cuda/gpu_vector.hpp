/// Vectors of a GPU, and what maps on them share.
#pragma once

#include <stdexcept>

#include "kernels/cuda/launcher.hpp"
#include "kernels/cuda/linear_algebra_arguments.hpp"
#include "kernels/linear_algebra.hpp"

namespace dgsolve::cuda {

template <class T>
constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::single : Precision::double_;

/// Calls f(T{}) for the number type of a precision.
template <class F>
decltype(auto) with_type(Precision precision, F f) {
  return precision == Precision::single ? f(float{}) : f(double{});
}

inline const char* suffix_of(Precision precision) {
  return precision == Precision::single ? "_single" : "_double";
}

template <class T>
struct GpuVector : DeviceVector {
  GpuVector(Launcher& launcher, std::size_t size)
      : DeviceVector(size, precision_of<T>), values(launcher, size, "a vector") {
    launcher.set_zero(values.data(), values.bytes());
  }
  Array<T> values;
};

/// The numbers of a vector of precision T. Throws std::invalid_argument where it has another.
template <class T>
T* values_of(const DeviceVector& x) {
  if (x.precision != precision_of<T>)
    throw std::invalid_argument("linear algebra: vectors in single and double precision are mixed");
  return dynamic_cast<const GpuVector<T>&>(x).values.data();  // a view: the device's memory has no const
}

/// Throws std::invalid_argument.
inline void check_size(const DeviceVector& x, std::size_t expected) {
  if (x.size != expected)
    throw std::invalid_argument("linear algebra: a vector has " + std::to_string(x.size) +
                                " numbers; expected " + std::to_string(expected));
}

/// Blocks of `per_block` for n.
inline std::size_t n_blocks_for(std::size_t n, std::size_t per_block = vector_threads) {
  return (n + per_block - 1) / per_block;
}

/// A map's product, once sizes are checked.
template <class T>
Blend<T> blend_of(const LinearMap& map, double alpha, const DeviceVector& x, double beta,
                  const DeviceVector& b, DeviceVector& y) {
  check_size(x, map.cols);
  check_size(b, map.rows);
  check_size(y, map.rows);
  return {static_cast<T>(alpha), static_cast<T>(beta), values_of<T>(x), values_of<T>(b), values_of<T>(y)};
}

}  // namespace dgsolve::cuda
