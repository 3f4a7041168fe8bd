#include "kernels/cuda/gpu/gpu_limits.hpp"

#include <algorithm>
#include <limits>

namespace dgsolve::cuda {
namespace {

constexpr unsigned threads = 256;  // a block, as limits.cu has it
constexpr int sums = 8;            // likewise

struct Bench {
  KernelModule& kernels;
  Launcher& launcher;

  /// Shortest time of several launches, s.
  template <class... Parameters>
  double seconds(const std::string& name, std::size_t blocks, const Parameters&... parameters) {
    const auto start = launcher.event(), end = launcher.event();
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
      launcher.record(*start);
      kernels.launch({name, blocks, threads}, parameters...);
      launcher.record(*end);
      shortest = std::min(shortest, launcher.seconds_between(*start, *end));
    }
    return shortest;
  }
};

/// The rate of the fastest unit.
double measure_multiply_adds(Bench bench, Precision precision) {
  const GpuProperties& gpu = bench.launcher.gpu.properties();
  const std::size_t blocks = 8 * std::size_t{gpu.multiprocessors};
  const Array<double> result(bench.launcher.gpu, blocks * threads, "measuring multiply-adds");
  const int rounds = 8192;
  const double factor = 0.999;
  void* const sum = result.data();
  const double operations = 2.0 * sums * rounds * threads * static_cast<double>(blocks);
  const double vector = operations / bench.seconds("multiply_adds", blocks, rounds, factor, sum);
  if (!gpu.has_tensor_products(precision)) return vector;
  const double per_thread = 16 * 8 * 8 / 32.0;  // multiply-adds of an m16n8k8 product on a warp
  // A product of single precision takes three of TF32 numbers, the high and low parts of its factors.
  const double products = precision == Precision::single ? 3 : 1;
  const double seconds = bench.seconds("tensor_multiply_adds", blocks, rounds, factor, sum);
  return std::max(vector, per_thread * operations / products / seconds);
}

double measure_copy(Bench bench) {
  Gpu& gpu = bench.launcher.gpu;
  const std::size_t block = 16 * threads;
  const std::size_t blocks =
      std::max<std::size_t>(1, std::min(gpu.free_memory() / 4, std::size_t{512} << 20) / block);
  const Array<std::byte> source(gpu, blocks * block, "measuring copies"),
      target(gpu, blocks * block, "measuring copies");
  const void* const from = source.data();
  void* const to = target.data();
  return 2.0 * static_cast<double>(source.bytes()) / bench.seconds("copy", blocks, from, to);
}

}  // namespace

DeviceLimits measure_limits(Precision precision, Launcher& launcher) {
  const std::string real = precision == Precision::single ? "float" : "double";
  const auto kernels = launcher.load(KernelText{"kernels/cuda/gpu/limits.cu", "#define REAL " + real + "\n"});
  return {measure_multiply_adds({*kernels, launcher}, precision), measure_copy({*kernels, launcher})};
}

}  // namespace dgsolve::cuda
