/// Where kernels run: a GPU, or the tests' emulation of one. What is written against it can be tested whole
/// without a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/base/recording.hpp"
#include "kernels/cuda/runtime/kernel_text.hpp"

namespace dgsolve::cuda {

/// The kernels of a text.
class KernelModule {
 public:
  virtual ~KernelModule() = default;
  /// `arguments`: the kernel's one parameter, read before this returns; `shared_bytes`: beside what the
  /// kernel declares, at most static_shared_bytes together, or what was reserved. Without blocks nothing is
  /// done.
  virtual void launch(const std::string& kernel, std::size_t blocks, unsigned threads, void* arguments,
                      unsigned shared_bytes) = 0;
  void launch(const std::string& kernel, std::size_t blocks, unsigned threads, void* arguments) {
    launch(kernel, blocks, threads, arguments, 0);
  }
  /// As KernelLibrary::reserve_shared_memory.
  virtual void reserve_shared_memory(const std::string& kernel, unsigned bytes, unsigned resident_blocks) = 0;
};

/// A sparse matrix on the device in slices of a few rows, each slice as wide as its longest row and stored
/// column by column (Monakov, Lokhmotov & Avetisyan, HiPEAC 2010, doi:10.1007/978-3-642-11515-8_10).
struct SlicedRows {
  std::int64_t rows, cols, entries, stored;
  int slice;  ///< rows
  Precision precision;
  int *slice_begin, *column;  ///< [slices + 1]; [stored], −1: no entry
  void* value;                ///< [stored]
};

/// A matrix's product that a library makes.
class LibraryProduct {
 public:
  virtual ~LibraryProduct() = default;
  /// y ← α A x + β y; with β = 0, y's old values are not read.
  virtual void multiply(double alpha, const void* x, double beta, void* y) = 0;
};

/// Work in the order in which it is asked for.
class Launcher {
 public:
  virtual ~Launcher() = default;
  virtual std::unique_ptr<KernelModule> load(const KernelText& text) = 0;
  /// Device memory, not initialised; freed with the last reference. Throws BackendError.
  virtual std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) = 0;
  virtual void copy_in(void* to, const void* from, std::size_t bytes) = 0;   ///< waits
  virtual void copy_out(void* to, const void* from, std::size_t bytes) = 0;  ///< waits
  virtual void set_zero(void* memory, std::size_t bytes) = 0;
  /// As LinearAlgebra::record.
  virtual std::unique_ptr<Recording> record(std::function<void()> work) = 0;
  /// Keeps the pointers. Throws BackendError where the library is missing.
  virtual std::unique_ptr<LibraryProduct> sliced_product(const SlicedRows& matrix) = 0;
  virtual unsigned multiprocessors() const = 0;
  /// Whether kernels may multiply with tensor cores (kernels/cuda/tensor/fragments.cuh), in blocks that
  /// reserve so much shared memory.
  virtual bool has_tensor_products(Precision precision, unsigned shared_bytes) const = 0;
  /// Bytes allocated and not freed.
  virtual std::size_t memory() const = 0;
};

/// An array in a launcher's memory.
template <class T>
class Array {
 public:
  Array() = default;
  Array(Launcher& launcher, std::size_t size, const std::string& purpose)
      : size_(size), memory_(launcher.allocate(size * sizeof(T), purpose)) {}
  Array(Launcher& launcher, const std::vector<T>& values, const std::string& purpose)
      : Array(launcher, values.size(), purpose) {
    if (size_ > 0) launcher.copy_in(memory_.get(), values.data(), bytes());
  }
  T* data() const { return static_cast<T*>(memory_.get()); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  const std::shared_ptr<void>& memory() const { return memory_; }

 private:
  std::size_t size_ = 0;
  std::shared_ptr<void> memory_;
};

}  // namespace dgsolve::cuda
