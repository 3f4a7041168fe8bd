/// A GPU as the code above it sees one: properties, memory, a compiler. The tests' emulation is another one,
/// so that all that is written against it runs without a GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/cuda/gpu/kernel_cache.hpp"
#include "kernels/cuda/gpu/kernel_text.hpp"

namespace dgsolve::cuda {

class Launcher;
class Gpu;

/// A piece of an array, in a GPU's memory.
struct GpuPiece {
  Gpu* gpu;
  std::size_t bytes;
};

struct GpuProperties {
  std::string name;
  std::string identity;      ///< its model and its driver's version, for what holds for these only
  std::string serial;        ///< tells it from all other GPUs
  std::string architecture;  ///< "sm_90"
  std::string compiler;      ///< of kernels: version and build
  std::size_t memory_bytes = 0;
  unsigned multiprocessors = 1;
  unsigned most_shared_bytes = 0;  ///< that a kernel may reserve for a block
  unsigned single_to_double = 2;   ///< how many times as fast single precision is as double

  /// Whether kernels may multiply with tensor cores (kernels/cuda/tensor/fragments.cuh): m16n8k8 of TF32, or
  /// of doubles (PTX ISA, "mma").
  bool has_tensor_products(Precision precision) const {
    return std::stoi(architecture.substr(3)) >= (precision == Precision::single ? 80 : 90);
  }
};

class Gpu {
 public:
  virtual ~Gpu() = default;

  virtual const GpuProperties& properties() const = 0;
  /// For people: driver, free memory, clock, load at this moment; empty where nothing is known.
  virtual std::string status() const = 0;
  virtual std::size_t free_memory() const = 0;
  /// Not initialised; freed with the last reference. Throws DeviceError.
  virtual std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) = 0;
  /// Of arrays over several GPUs. Throws DeviceError where this GPU can have none.
  virtual std::size_t page_bytes() = 0;
  /// An array whose pieces, one after the other, are in the memory of several GPUs; all but the first and the
  /// last piece are of whole pages, and the first of whole lines of 256 bytes. Kernels of each of these GPUs
  /// reach all of it, once they reach each other.
  virtual std::shared_ptr<void> allocate_over(const std::vector<GpuPiece>& pieces,
                                              const std::string& purpose) = 0;
  /// As `allocate`, in host memory that kernels reach at the same address.
  virtual std::shared_ptr<void> allocate_pinned(std::size_t bytes, const std::string& purpose) = 0;
  /// Bytes of the GPU's own memory that are allocated and not freed.
  virtual std::size_t memory() const = 0;
  /// Machine code of a text, from the cache if it is there; on any thread. Throws DeviceError with the
  /// compiler's log.
  virtual std::string compile(const KernelText& text) const = 0;
  /// From now on kernels of this GPU may write to the other's memory. Throws DeviceError where they cannot.
  virtual void reach(const Gpu& other) = 0;
  /// Whether what goes to GPUs of other processes of this host goes straight to their memory, not by way of
  /// the host's.
  virtual bool reaches_other_processes() const = 0;
  /// Whether kernels of both may wait for one another: they run at the same time, whichever is asked for
  /// first.
  virtual bool runs_beside(const Gpu& other) const = 0;
  /// A queue of work of its own.
  virtual std::unique_ptr<Launcher> make_launcher() = 0;

  const KernelCache cache;  ///< of machine code, and of what tuning decided
};

}  // namespace dgsolve::cuda
