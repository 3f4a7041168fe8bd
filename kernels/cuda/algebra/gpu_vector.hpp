/// Vectors of a GPU, and what maps on them share.
#pragma once

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::cuda {

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
using GpuMap = CheckedMap<GpuVector, T>;

/// The kernel of that name for numbers of type T, in kernels/cuda/algebra/linear_algebra.cu.
template <class T>
std::string name_for(const char* kernel) {
  return kernel + std::string(sizeof(T) == sizeof(float) ? "_single" : "_double");
}

/// The kernels of that file, loaded, and where.
struct VectorKernels {
  Launcher& launcher;
  KernelModule& kernels;

  /// Launches the one for T with a thread for each of n.
  template <class T, class Arguments>
  void launch(const char* kernel, std::size_t n, const Arguments& arguments) const {
    kernels.launch(name_for<T>(kernel), n_blocks_for(n), vector_threads, arguments);
  }
};

}  // namespace dgsolve::cuda
