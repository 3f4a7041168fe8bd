/// Work on a GPU in the order in which it is asked for, asynchronous to the host but where it says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/base/recording.hpp"
#include "kernels/cuda/gpu/communicator.hpp"
#include "kernels/cuda/gpu/gpu.hpp"

namespace dgsolve::cuda {

/// A launch of an extern "C" function of a kernel text. Without blocks nothing is done.
struct KernelLaunch {
  std::string kernel;
  std::size_t blocks;
  unsigned threads;
  unsigned shared_bytes = 0;     ///< asked for beside what the kernel declares
  unsigned resident_blocks = 0;  ///< that a multiprocessor shall hold; 0: as many as it can
  /// Begins once the blocks of the launch before have all begun, whose kernel lets it: it depends on that in
  /// nothing, but ends behind it, for all its threads call wait_for_earlier_work.
  bool beside_last = false;
};

/// A kernel's parameter, read when its launch is asked for.
struct KernelParameter {
  const void* address;
  std::size_t bytes;
};

/// What a thread of a kernel takes.
struct KernelResources {
  int registers;
  int local_bytes;  ///< arrays and registers that went to memory
};

/// The kernels of a text, on a launcher's GPU.
class KernelModule {
 public:
  explicit KernelModule(bool kernels_wait) : kernels_wait(kernels_wait) {}
  virtual ~KernelModule() = default;

  /// Loads a kernel, which a recording cannot, and lets it have the launch's shared memory; leaves the rest
  /// of a multiprocessor's to its cache when that holds `resident_blocks` of `together`. That is one for all
  /// launches that run beside each other: a multiprocessor is divided in one way at a time.
  virtual void prepare(const KernelLaunch& launch, const KernelLaunch& together) = 0;
  void prepare(const KernelLaunch& launch) { prepare(launch, launch); }
  virtual KernelResources resources(const std::string& kernel) const = 0;

  /// In the order of the launcher that loaded the module.
  template <class... Parameters>
  void launch(const KernelLaunch& launch, const Parameters&... parameters) {
    start(launch, {{&parameters, sizeof parameters}...}, nullptr);
  }
  /// A kernel with one parameter.
  template <class Arguments>
  void launch(const std::string& kernel, std::size_t blocks, unsigned threads, const Arguments& arguments,
              unsigned shared_bytes = 0) {
    launch(KernelLaunch{kernel, blocks, threads, shared_bytes}, arguments);
  }
  /// In the order of another one.
  template <class... Parameters>
  void launch_on(Launcher& launcher, const KernelLaunch& launch, const Parameters&... parameters) {
    start(launch, {{&parameters, sizeof parameters}...}, &launcher);
  }

 protected:
  const bool kernels_wait;  ///< as its text says

  /// launcher: null for the module's own.
  virtual void start(const KernelLaunch& launch, std::initializer_list<KernelParameter> parameters,
                     Launcher* launcher) = 0;
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

/// A dense matrix on the device, stored column by column.
struct DenseMatrix {
  const void* values;
  int rows, columns;
  int stride;  ///< values from one column to the next
};

/// Products of dense matrices that a library makes.
class DenseProducts {
 public:
  virtual ~DenseProducts() = default;
  /// C ← A B, where B and C have n columns, without gaps between them. A recording can take it once one of
  /// these sizes was made outside.
  virtual void multiply(const DenseMatrix& a, const void* b, int n, void* c) = 0;
};

/// A point in a launcher's work.
class Event {
 public:
  virtual ~Event() = default;
};

class Launcher {
 public:
  explicit Launcher(Gpu& gpu) : gpu(gpu) {}
  virtual ~Launcher() = default;

  Gpu& gpu;

  /// Loads machine code that was made of the text. Throws DeviceError.
  virtual std::unique_ptr<KernelModule> load(const std::string& code, const KernelText& text) = 0;
  std::unique_ptr<KernelModule> load(const KernelText& text) { return load(gpu.compile(text), text); }
  /// Between host and device memory, or on the device. Does not wait where the host's memory is pinned; with
  /// ordinary memory it may, and a recording cannot have it.
  virtual void start_copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) = 0;
  /// Waits.
  void copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) {
    start_copy(to, from, bytes, purpose);
    synchronise();
  }
  virtual void set_zero(void* memory, std::size_t bytes) = 0;
  virtual void synchronise() = 0;
  /// The work that is asked for meanwhile, which is not done yet.
  virtual std::unique_ptr<Recording> record(const std::function<void()>& work) = 0;

  virtual std::unique_ptr<Event> event() = 0;
  virtual void record(Event& event) = 0;
  /// Until what was asked for before the event's record is done; an event without a record is.
  virtual void wait(const Event& event) = 0;
  /// Work that is asked for from now on begins after that; does not wait.
  virtual void follow(const Event& event) = 0;
  /// s; waits for the second.
  virtual double seconds_between(const Event& first, const Event& second) = 0;

  /// Begins to connect this GPU with those of the run's other processes, all of which call it at once.
  /// Messages through `ranks` are over when the call returns; `get` waits for the connection. Keeps
  /// references to this and to ranks. Both throw DeviceError where the library is missing or fails.
  virtual std::future<std::unique_ptr<Communicator>> communicator(Ranks& ranks) = 0;

  /// Keeps the pointers. Throws DeviceError where the library is missing.
  virtual std::unique_ptr<LibraryProduct> sliced_product(const SlicedRows& matrix) = 0;
  /// In the launcher's order. Throws DeviceError where the library is missing.
  virtual std::unique_ptr<DenseProducts> dense_products(Precision precision) = 0;
};

/// An array in a GPU's memory.
template <class T>
class Array {
 public:
  Array() = default;
  /// Not initialised.
  Array(Gpu& gpu, std::size_t size, const std::string& purpose)
      : size_(size), memory_(gpu.allocate(size * sizeof(T), purpose)) {}
  Array(std::shared_ptr<void> memory, std::size_t size) : size_(size), memory_(std::move(memory)) {}
  /// Waits for the copy.
  Array(Launcher& launcher, std::span<const T> values, const std::string& purpose)
      : Array(launcher.gpu, values.size(), purpose) {
    if (size_ > 0) launcher.copy(memory_.get(), values.data(), bytes(), purpose);
  }
  Array(Launcher& launcher, const std::vector<T>& values, const std::string& purpose)
      : Array(launcher, std::span<const T>(values), purpose) {}
  T* data() const { return static_cast<T*>(memory_.get()); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  const std::shared_ptr<void>& memory() const { return memory_; }

 private:
  std::size_t size_ = 0;
  std::shared_ptr<void> memory_;
};

/// An array in host memory that kernels reach too.
template <class T>
class PinnedArray {
 public:
  PinnedArray(Gpu& gpu, std::size_t size, const std::string& purpose)
      : memory_(gpu.allocate_pinned(size * sizeof(T), purpose)) {}
  T* data() const { return static_cast<T*>(memory_.get()); }

 private:
  std::shared_ptr<void> memory_;
};

}  // namespace dgsolve::cuda
