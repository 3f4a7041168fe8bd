#include "tests/simt/cuda/emulated_cuda.hpp"

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "kernels/cuda/cuda_backend.hpp"
#include "kernels/cuda/waves/transfer_arguments.hpp"

namespace simt = dgsolve::simt;
namespace cuda = dgsolve::cuda;

using Work = std::function<void()>;

// What the runtime's handles point to.
struct CUkern_st {
  std::string name;
  simt::Program program;
};
struct CUlib_st {
  simt::Program program;
  std::map<std::string, CUkern_st> kernels;
};
struct CUevent_st {
  CUstream_st* stream = nullptr;  ///< on which it was recorded last
  long records = 0, reached = 0;
  long time = 0;
};
struct CUstream_st {
  std::deque<Work> queue;
};
struct CUgraph_st {
  std::vector<Work> work;
};
struct CUgraphExec_st {
  std::vector<Work> work;
};

namespace dgsolve::simt {

Device device;

namespace {

std::map<std::string, Program>& programs() {
  static std::map<std::string, Program> all;
  return all;
}

/// Threads take turns: kernels run in the one that waits for them.
std::recursive_mutex mutex;
using Lock = std::lock_guard<std::recursive_mutex>;
std::set<CUstream_st*> streams;
thread_local CUgraph_st* capturing = nullptr;
thread_local CUstream_st* captured = nullptr;  ///< the stream
long time = 0;                                 ///< pieces of work done

void run_next(CUstream_st& stream) {
  const Work work = stream.queue.front();
  stream.queue.pop_front();
  ++time;
  work();
}
void run_all(CUstream_st& stream) {
  while (!stream.queue.empty()) run_next(stream);
}
void run_all() {
  for (CUstream_st* const stream : streams) run_all(*stream);
}
void wait_for(const CUevent_st& event, long record) {
  while (event.reached < record) run_next(*event.stream);
}
void put(CUstream_st* stream, const Work& work) {
  const Lock lock(mutex);
  if (stream == captured)
    capturing->work.push_back(work);
  else
    stream->queue.push_back(work);
}

/// Of a kernel's parameter beside StageArguments; 0: it takes none.
std::size_t second_parameter_size(const std::string& kernel) {
  static const std::map<std::string, std::size_t> sizes{{"set_clock", sizeof(Clock)},
                                                        {"advance_clock", sizeof(long long)},
                                                        {"export_state", sizeof(cuda::Transfer)},
                                                        {"import_state", sizeof(cuda::Transfer)},
                                                        {"randomise_state", sizeof(unsigned long long)},
                                                        {"sample_state", sizeof(cuda::Sample)},
                                                        {"straight_energy", sizeof(cuda::EnergySums)},
                                                        {"curved_energy", sizeof(cuda::EnergySums)},
                                                        {"straight_powers", sizeof(cuda::PowerSums)},
                                                        {"curved_powers", sizeof(cuda::PowerSums)}};
  const auto found = sizes.find(kernel);
  return found == sizes.end() ? 0 : found->second;
}

/// What a parameter's address shows now.
std::vector<std::byte> read_parameter(void** parameters, int i, std::size_t size) {
  if (size == 0) return {};
  const auto* const from = static_cast<const std::byte*>(parameters[i]);
  return {from, from + size};
}

cudaError_t allocate(void** memory, std::size_t bytes) {
  const Lock lock(mutex);
  if (capturing != nullptr) return cudaErrorStreamCaptureUnsupported;
  *memory = std::malloc(bytes);
  std::memset(*memory, 0xff, bytes);
  return cudaSuccess;
}
cudaError_t release(void* memory) {
  const Lock lock(mutex);
  run_all();
  std::free(memory);
  return cudaSuccess;
}

}  // namespace

void add_program(const std::string& prefix, Program program) { programs()[prefix] = std::move(program); }

std::unique_ptr<Backend> make_gpu_backend(Precision precision) {
  return std::make_unique<cuda::CudaBackend>(0, precision);
}

}  // namespace dgsolve::simt

using simt::captured;
using simt::capturing;
using simt::Lock;
using simt::put;

extern "C" {

const char* cudaGetErrorString(cudaError_t) { return "the emulated device refuses"; }
const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorStreamCaptureUnsupported ? "while recording" : "emulated";
}
cudaError_t cudaGetDeviceCount(int* n) { return *n = 1, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char* id, int, int) { return std::strcpy(id, "0000:00:00.0"), cudaSuccess; }
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = *total = simt::device.free_memory;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  std::strcpy(properties->name, "emulated GPU");
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
      return *value = 9, cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      return *value = 0, cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
      return *value = 2, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return *value = 228 * 1024, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return *value = 227 * 1024, cudaSuccess;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return *value = 1024, cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t cudaMalloc(void** memory, std::size_t bytes) { return simt::allocate(memory, bytes); }
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) { return simt::allocate(memory, bytes); }
cudaError_t cudaFree(void* memory) { return simt::release(memory); }
cudaError_t cudaFreeHost(void* memory) { return simt::release(memory); }
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  put(stream, [=] { std::memcpy(to, from, bytes); });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
  put(stream, [=] { std::memset(memory, value, bytes); });
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  const Lock lock(simt::mutex);
  return *stream = *simt::streams.insert(new CUstream_st).first, cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const Lock lock(simt::mutex);
  simt::run_all(*stream);
  simt::streams.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const Lock lock(simt::mutex);
  if (capturing != nullptr) return cudaErrorStreamCaptureUnsupported;
  ++simt::device.waits;
  simt::run_all(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const Lock lock(simt::mutex);
  put(stream, [event, record = event->records] { simt::wait_for(*event, record); });
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return *event = new CUevent_st, cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const Lock lock(simt::mutex);
  simt::wait_for(*event, event->records);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const Lock lock(simt::mutex);
  event->stream = stream;
  put(stream, [event, record = ++event->records] {
    event->reached = record;
    event->time = simt::time;
  });
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const Lock lock(simt::mutex);
  ++simt::device.waits;
  simt::wait_for(*event, event->records);
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t first, cudaEvent_t second) {
  *milliseconds = static_cast<float>(second->time - first->time);
  return cudaSuccess;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned,
                                cudaLibraryOption*, void**, unsigned) {
  const Lock lock(simt::mutex);
  if (capturing != nullptr) return cudaErrorStreamCaptureUnsupported;
  const std::string text = static_cast<const char*>(code);
  for (const auto& [prefix, program] : simt::programs())
    if (text.starts_with(prefix)) {
      ++simt::device.loads;
      *library = new CUlib_st{program, {}};
      return cudaSuccess;
    }
  return cudaErrorNoKernelImageForDevice;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  delete library;
  return cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  const Lock lock(simt::mutex);
  if (capturing != nullptr) return cudaErrorStreamCaptureUnsupported;
  *kernel = &library->kernels.insert({name, {name, library->program}}).first->second;
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = {};
  attributes->numRegs = 64;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaLaunchKernel(const void* function, dim3 blocks, dim3 threads, void** parameters,
                             std::size_t shared_bytes, cudaStream_t stream) {
  const CUkern_st kernel = *static_cast<const CUkern_st*>(function);
  const auto first = simt::read_parameter(parameters, 0, sizeof(cuda::StageArguments<void>));
  const auto second = simt::read_parameter(parameters, 1, simt::second_parameter_size(kernel.name));
  put(stream, [=, first = first, second = second]() mutable {
    void* both[] = {first.data(), second.data()};
    kernel.program({kernel.name, blocks.x, threads.x, static_cast<unsigned>(shared_bytes)}, both);
  });
  return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  capturing = new CUgraph_st;
  captured = stream;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* graph) {
  *graph = std::exchange(capturing, nullptr);
  captured = nullptr;
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  *executable = new CUgraphExec_st{graph->work};
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  ++simt::device.replays;
  for (const Work& work : executable->work) put(stream, work);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const Lock lock(simt::mutex);
  simt::run_all();
  delete executable;
  return cudaSuccess;
}

}  // extern "C"
