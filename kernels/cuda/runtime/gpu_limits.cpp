#include "kernels/cuda/runtime/gpu_limits.hpp"

#include <algorithm>
#include <limits>

#include "kernels/cuda/runtime/compiler.hpp"

namespace dgsolve::cuda {
namespace {

constexpr unsigned threads = 256;  // a block, as limits.cu has it
constexpr int sums = 8;            // likewise

struct Bench {
  const KernelLibrary& kernels;
  Stream& stream;

  /// Shortest time of several launches, s.
  double seconds(const std::string& name, unsigned blocks, void** arguments) {
    const cudaKernel_t kernel = kernels.kernel(name);
    const Event start, end;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
      stream.record(start);
      stream.launch(kernel, name, blocks, threads, 0, arguments);
      stream.record(end);
      shortest = std::min(shortest, stream.seconds_between(start, end));
    }
    return shortest;
  }
};

double measure_multiply_adds(Bench bench, Precision precision, int device, bool tensor_cores) {
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute", "device " + std::to_string(device));
  const unsigned blocks = 8U * static_cast<unsigned>(multiprocessors);
  const DeviceBuffer result(sizeof(double) * blocks * threads, "measuring multiply-adds");
  int rounds = 8192;
  double factor = 0.999;
  void* sum = result.data();
  void* arguments[] = {&rounds, &factor, &sum};
  const double operations = 2.0 * sums * rounds * threads * blocks;
  const double vector = operations / bench.seconds("multiply_adds", blocks, arguments);
  if (!tensor_cores || precision == Precision::single) return vector;
  const double per_thread = 16 * 8 * 8 / 32.0;  // multiply-adds of an m16n8k8 product on a warp
  return std::max(vector, per_thread * operations / bench.seconds("tensor_multiply_adds", blocks, arguments));
}

double measure_copy(Bench bench) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", "measuring copies");
  const std::size_t block = 16 * threads;
  const std::size_t blocks = std::max<std::size_t>(1, std::min(free / 4, std::size_t{512} << 20) / block);
  const DeviceBuffer source(blocks * block, "measuring copies"), target(blocks * block, "measuring copies");
  void *from = source.data(), *to = target.data();
  void* arguments[] = {&from, &to};
  return 2.0 * static_cast<double>(source.bytes()) /
         bench.seconds("copy", static_cast<unsigned>(blocks), arguments);
}

}  // namespace

DeviceLimits measure_limits(Precision precision, int device, Stream& stream) {
  const std::string real = precision == Precision::single ? "float" : "double";
  const std::string architecture = architecture_of(device);
  const KernelText text{"kernels/cuda/runtime/limits.cu", "#define REAL " + real + "\n"};
  const KernelLibrary kernels(find_or_compile(text, architecture, KernelCache()), text.file);
  const bool tensor_cores = std::stoi(architecture.substr(3)) >= 90;
  return {measure_multiply_adds({kernels, stream}, precision, device, tensor_cores),
          measure_copy({kernels, stream})};
}

}  // namespace dgsolve::cuda
