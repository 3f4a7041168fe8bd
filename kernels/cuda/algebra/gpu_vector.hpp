/// Vectors of a GPU, and what maps on them share.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/gpu/team.hpp"

namespace dgsolve::cuda {

template <class T>
struct GpuVector : DeviceVector {
  GpuVector(Team& team, std::size_t size)
      : DeviceVector(size, precision_of<T>), values(shared_array<T>(team, size, size, "a vector")) {
    team.set_zero(values.data(), values.bytes());
  }
  Array<T> values;
};

/// The numbers of a vector of precision T. Throws std::invalid_argument where it has another.
template <class T>
T* values_of(const DeviceVector& x) {
  return values_in<GpuVector, T>(x);  // a view: the device's memory has no const
}

/// That a block copies or gathers.
inline constexpr std::size_t numbers_copied = static_cast<std::size_t>(copies_at_once) * vector_threads;

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

/// The results of a launch, and how many units a block of threads takes.
struct Work {
  Team::Results results;
  std::size_t per_block = vector_threads;
  unsigned threads = vector_threads, shared_bytes = 0;
};

/// The kernels of that file, loaded, and where.
struct VectorKernels {
  Team& team;
  std::span<const std::unique_ptr<KernelModule>> kernels;  ///< [GPU]

  /// Launches a kernel on each GPU for its range of the results, with part_of(first, last).
  template <class PartOf>
  void share(const std::string& kernel, const Work& work, const PartOf& part_of) const {
    team.share(work.results, [&](std::size_t gpu, Team::Range range) {
      kernels[gpu]->launch(kernel, n_blocks_for(range.size(), work.per_block), work.threads,
                           part_of(range.first, range.last), work.shared_bytes);
    });
  }
  template <class Arguments>
  void launch(const std::string& kernel, const Work& work, const Arguments& arguments) const {
    share(kernel, work, [&](long long first, long long last) { return arguments.part(first, last); });
  }
  /// On the first GPU, or on each process's.
  template <class Arguments>
  void launch_alone(const std::string& kernel, const Arguments& arguments) const {
    team.begin(false);
    kernels[0]->launch(kernel, 1, vector_threads, arguments);
  }
};

}  // namespace dgsolve::cuda
