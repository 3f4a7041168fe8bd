/// The CUDA runtime API behind classes that clean up after themselves. Every error becomes a BackendError
/// that names the call and what it was for.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "kernels/base/recording.hpp"

namespace dgsolve::cuda {

/// Throws unless the call succeeded; `purpose`: a kernel, a table, …
void check(cudaError_t result, const char* call, const std::string& purpose);

/// GPUs that the driver offers. Throws BackendError where there is no driver, an old one, or no GPU.
int count_devices();
/// As cudaDeviceGetPCIBusId writes it.
std::string bus_id_of(int device);
/// The GPU's name and its driver's version, for what holds for these only.
std::string identity_of(int device);
/// The GPU with the most free memory.
int device_with_most_free_memory();
/// e.g. "sm_90".
std::string architecture_of(int device);

/// An array in the memory of the current device.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  /// Not initialised.
  DeviceBuffer(std::size_t bytes, const std::string& purpose);

  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Free {
    void operator()(void* memory) const { cudaFree(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::size_t bytes_ = 0;
};

/// Host memory that kernels reach too, at the same address.
class PinnedBuffer {
 public:
  /// Not initialised.
  PinnedBuffer(std::size_t bytes, const std::string& purpose);

  std::byte* data() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(std::byte* memory) const { cudaFreeHost(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
};

class Event {
 public:
  Event();
  cudaEvent_t get() const { return event_.get(); }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> event_;
};

/// What a thread of a kernel takes.
struct KernelResources {
  int registers;
  int local_bytes;  ///< arrays and registers that went to memory
};

/// Machine code on the device, and its kernels.
class KernelLibrary {
 public:
  /// `name`: of the source, for messages.
  KernelLibrary(const std::string& cubin, std::string name);
  /// Loaded when this returns: nothing is left to do at its first launch, which may be recorded. On any
  /// thread.
  cudaKernel_t kernel(const std::string& kernel) const;
  KernelResources resources(const std::string& kernel) const;
  /// Lets a kernel be launched with so much shared memory beside what it declares, and leaves the rest of a
  /// multiprocessor's to its cache when it holds `resident_blocks` of the kernel's.
  void reserve_shared_memory(const std::string& kernel, unsigned bytes, unsigned resident_blocks) const;

 private:
  struct Unload {
    void operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }
  };
  std::string name_;
  std::unique_ptr<std::remove_pointer_t<cudaLibrary_t>, Unload> library_;
  mutable std::mutex mutex_;                             ///< of kernels_
  mutable std::map<std::string, cudaKernel_t> kernels_;  ///< those asked for so far
};

/// Launches that were recorded from a stream.
class Graph {
 public:
  explicit Graph(cudaGraph_t graph);
  cudaGraphExec_t get() const { return graph_.get(); }

 private:
  struct Destroy {
    void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy> graph_;
};

/// Work in order, asynchronous to the host but where it says otherwise.
class Stream {
 public:
  explicit Stream(int device);

  cudaStream_t get() const { return stream_.get(); }
  unsigned multiprocessors() const { return n_multiprocessors_; }
  /// That a kernel may reserve for a block.
  unsigned most_shared_bytes() const { return most_shared_bytes_; }
  /// Blocks that a multiprocessor holds of a kernel with so many, and room for `most` of them.
  unsigned blocks_at_once(unsigned blocks, unsigned most) const;
  /// Makes the stream's device the calling thread's current one, as all other calls do first.
  void use_device();

  /// `arguments`: addresses of the kernel's parameters, read before this returns.
  void launch(cudaKernel_t kernel, const std::string& name, unsigned blocks, unsigned threads,
              unsigned shared_bytes, void** arguments);
  void launch(const Graph& graph);
  /// The launches that `work` makes, which are not run.
  Graph record(const std::function<void()>& work);
  /// Between host and device memory, or on the device; waits.
  void copy(void* to, const void* from, std::size_t bytes, const std::string& purpose);
  /// On the device, or between it and pinned memory; does not wait.
  void start_copy(void* to, const void* from, std::size_t bytes, const std::string& purpose);
  void set_zero(void* memory, std::size_t bytes);
  void synchronise();
  void record(const Event& event);
  /// Until what was asked for before the event's record is done; an event without a record is.
  void wait(const Event& event);
  /// The stream's work from now on begins after that; does not wait.
  void follow(const Event& event);
  /// s; waits for the second.
  double seconds_between(const Event& first, const Event& second);

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  std::string last_work() const;

  const int device_;
  unsigned n_multiprocessors_ = 1, most_shared_bytes_ = 0;
  std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> stream_;
  std::string last_kernel_;  ///< a fault in a kernel shows at the next call that waits
};

/// A stream's launches, recorded.
class CudaRecording : public Recording {
 public:
  CudaRecording(Stream& stream, const std::function<void()>& work)
      : stream_(stream), graph_(stream.record(work)) {}
  void replay() override { stream_.launch(graph_); }

 private:
  Stream& stream_;
  const Graph graph_;
};

}  // namespace dgsolve::cuda
