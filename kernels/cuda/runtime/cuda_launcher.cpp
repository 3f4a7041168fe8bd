#include "kernels/cuda/runtime/cuda_launcher.hpp"

namespace dgsolve::cuda {
namespace {

struct CudaEvent : Event {
  Owned<cudaEvent_t, cudaEventDestroy> handle;
};

cudaEvent_t handle_of(const Event& event) { return dynamic_cast<const CudaEvent&>(event).handle.get(); }

/// A stream's launches, recorded.
class CudaRecording : public Recording {
 public:
  CudaRecording(CudaLauncher& launcher, cudaGraph_t graph) : launcher_(launcher) {
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate", "recorded kernels");
    graph_.reset(executable);
    launcher.use_device();
    check(cudaGraphUpload(executable, launcher.stream()), "cudaGraphUpload", "recorded kernels");
  }
  void replay() override {
    launcher_.use_device();
    check(cudaGraphLaunch(graph_.get(), launcher_.stream()), "cudaGraphLaunch", "recorded kernels");
  }

 private:
  CudaLauncher& launcher_;
  Owned<cudaGraphExec_t, cudaGraphExecDestroy> graph_;
};

}  // namespace

CudaLauncher::CudaLauncher(Gpu& gpu, int device)
    : Launcher(gpu),
      device_(device),
      kernels_can_wait_(attribute_of(device, cudaDevAttrComputeCapabilityMajor) >= 9) {
  use_device();
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", "the solver");
  stream_.reset(stream);
}

void CudaLauncher::launch(cudaKernel_t kernel, const KernelLaunch& launch, void** arguments, bool waits) {
  last_kernel_ = launch.kernel;
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(launch.blocks));
  config.blockDim = dim3(launch.threads);
  config.dynamicSmemBytes = launch.shared_bytes;
  config.stream = stream_.get();
  config.attrs = &early;
  config.numAttrs = waits && kernels_can_wait_ && !follows_ ? 1 : 0;
  follows_ = false;
  check(cudaLaunchKernelExC(&config, kernel, arguments), "cudaLaunchKernelExC", "kernel " + launch.kernel);
}

std::unique_ptr<Recording> CudaLauncher::record(const std::function<void()>& work) {
  Owned<cudaGraph_t, cudaGraphDestroy> owner;
  const auto end = [&] {
    cudaGraph_t graph = nullptr;
    const cudaError_t result = cudaStreamEndCapture(stream_.get(), &graph);
    owner.reset(graph);
    return result;
  };
  use_device();
  check(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture",
        "recording kernels");
  try {
    work();
  } catch (...) {
    end();
    throw;
  }
  check(end(), "cudaStreamEndCapture", "recording kernels");
  return std::make_unique<CudaRecording>(*this, owner.get());
}

void CudaLauncher::start_copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) {
  use_device();
  if (StagedCopies::serve(to, from, bytes)) return staged_.copy(to, from, bytes, stream_.get(), purpose);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_.get()), "cudaMemcpyAsync", purpose);
}

void CudaLauncher::set_zero(void* memory, std::size_t bytes) {
  use_device();
  check(cudaMemsetAsync(memory, 0, bytes, stream_.get()), "cudaMemsetAsync", "clearing an array");
}

std::string CudaLauncher::last_work() const {
  return last_kernel_.empty() ? "a copy" : "kernel " + last_kernel_ + " or what was asked for before it";
}

void CudaLauncher::synchronise() {
  use_device();
  check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize", last_work());
}

std::unique_ptr<Event> CudaLauncher::event() {
  use_device();
  cudaEvent_t handle = nullptr;
  check(cudaEventCreate(&handle), "cudaEventCreate", "timing");
  auto event = std::make_unique<CudaEvent>();
  event->handle.reset(handle);
  return event;
}

void CudaLauncher::record(Event& event) {
  use_device();
  check(cudaEventRecord(handle_of(event), stream_.get()), "cudaEventRecord", "timing");
}

void CudaLauncher::wait(const Event& event) {
  use_device();
  check(cudaEventSynchronize(handle_of(event)), "cudaEventSynchronize", last_work());
}

void CudaLauncher::follow(const Event& event) {
  use_device();
  check(cudaStreamWaitEvent(stream_.get(), handle_of(event), 0), "cudaStreamWaitEvent", last_work());
  follows_ = true;
}

double CudaLauncher::seconds_between(const Event& first, const Event& second) {
  wait(second);
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, handle_of(first), handle_of(second)), "cudaEventElapsedTime",
        "kernel " + last_kernel_);
  return 1e-3 * milliseconds;
}

}  // namespace dgsolve::cuda
