#include "kernels/cuda/cuda_backend.hpp"

#include <array>
#include <cstdio>

#include "kernels/cuda/compiler.hpp"
#include "kernels/cuda/gpu_limits.hpp"
#include "kernels/cuda/nvml.hpp"

namespace dgsolve::cuda {
namespace {

constexpr int n_states = 3;  // u, u_next and residual

class CudaArray : public DeviceArray {
 public:
  CudaArray(std::size_t bytes, std::shared_ptr<std::size_t> total)
      : buffer(bytes, "a state"), total_(std::move(total)) {
    *total_ += buffer.bytes();
  }
  ~CudaArray() override { *total_ -= buffer.bytes(); }

  DeviceBuffer buffer;  ///< in the form of the kernels

 private:
  std::shared_ptr<std::size_t> total_;
};

void* data_of(const DeviceArray& array) { return dynamic_cast<const CudaArray&>(array).buffer.data(); }

class CudaRecording : public Recording {
 public:
  CudaRecording(Stream& stream, const std::function<void()>& work)
      : stream_(stream), graph_(stream.record(work)) {}
  void replay() override { stream_.launch(graph_); }

 private:
  Stream& stream_;
  const Graph graph_;
};

std::string gigabytes(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f GB", 1e-9 * static_cast<double>(bytes));
  return text.data();
}

void check_size(const char* call, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw std::invalid_argument(std::string(call) + ": got " + std::to_string(found) + " values; expected " +
                                std::to_string(expected));
}

}  // namespace

CudaBackend::CudaBackend(int device, Precision precision)
    : device_(device), precision_(precision), stream_(device) {
  check_architecture(architecture_of(device_));
}

std::string CudaBackend::description() const {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device_), "cudaGetDeviceProperties",
        "device " + std::to_string(device_));
  return std::string(properties.name) + ", " + architecture_of(device_) + ", " +
         gigabytes(properties.totalGlobalMem);
}

std::string CudaBackend::status() const {
  std::array<char, 32> bus_id{};
  check(cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), device_),
        "cudaDeviceGetPCIBusId", "device " + std::to_string(device_));
  const auto state = query_nvml(bus_id.data());
  if (!state) return "";
  return "driver " + state->driver + ", " + gigabytes(state->memory_free) + " of memory free, " +
         std::to_string(state->clock_mhz) + " MHz, " + std::to_string(state->busy_percent) + " % busy";
}

void CudaBackend::prepare(const WaveProblem& problem) {
  stream_.use_device();
  transfer_.reset();
  stage_.reset();
  auto plan = std::make_unique<StagePlan>(problem, precision_);
  check_memory(*plan);
  stage_ = std::make_unique<DeviceStage>(std::move(plan), stream_);
  const Variant& variant = stage_->plan().variants().front();
  stage_->load(variant,
               find_or_compile(stage_->plan().kernel_text(variant), architecture_of(device_), KernelCache()));
  transfer_ = std::make_unique<StateTransfer>(*stage_, stream_);
}

void CudaBackend::check_memory(const StagePlan& plan) const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", "device " + std::to_string(device_));
  const std::size_t needed = plan.table_bytes() + n_states * plan.state_bytes();
  if (needed <= free) return;
  const double share = static_cast<double>(free) / static_cast<double>(needed);
  const int K = plan.numbering.n_blocks;
  throw BackendError("the GPU's memory is too small: the case needs " + gigabytes(needed) + " (" +
                     std::to_string(n_states) + " states of " + gigabytes(plan.state_bytes()) +
                     ", tables of " + gigabytes(plan.table_bytes()) + "), and " + gigabytes(free) + " of " +
                     gigabytes(total) + " are free. About " + std::to_string(static_cast<long>(share * K)) +
                     " elements instead of " + std::to_string(K) + " would fit, or a lower order" +
                     (precision_ == Precision::double_ ? ", or perhaps precision: single" : ""));
}

DeviceStage& CudaBackend::prepared() const {
  if (!transfer_) throw BackendError("the GPU backend was not given a problem yet");
  return *stage_;
}

std::unique_ptr<DeviceArray> CudaBackend::allocate() {
  stream_.use_device();
  return std::make_unique<CudaArray>(prepared().plan().state_bytes(), state_bytes_);
}

void CudaBackend::upload(std::span<const double> canonical, DeviceArray& to) {
  check_size("upload", canonical.size(), prepared().plan().n_dofs());
  transfer_->upload(canonical, data_of(to));
}

void CudaBackend::download(const DeviceArray& from, std::span<double> canonical) {
  check_size("download", canonical.size(), prepared().plan().n_dofs());
  transfer_->download(data_of(from), canonical);
}

void CudaBackend::sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
                         std::span<double> values) {
  check_size("sample", weights.size(), elements.size() * prepared().plan().Np);
  check_size("sample", values.size(), elements.size() * prepared().plan().n_fields);
  transfer_->sample(data_of(u), elements, weights, values);
}

double CudaBackend::energy(const DeviceArray& u) {
  prepared();
  return transfer_->energy(data_of(u));
}

void CudaBackend::set_clock(double start, double dt) { prepared().set_clock({start, dt, 0}); }

void CudaBackend::advance_clock(long steps) { prepared().advance_clock(steps); }

void CudaBackend::stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual,
                        DeviceArray& u_next) {
  if (&u == &u_next) throw std::invalid_argument("a stage needs two arrays for the states before and after");
  prepared().run(stage, data_of(u), data_of(residual), data_of(u_next));
}

std::unique_ptr<Recording> CudaBackend::record(std::function<void()> work) {
  return std::make_unique<CudaRecording>(stream_, work);
}

void CudaBackend::synchronise() { stream_.synchronise(); }

std::size_t CudaBackend::memory() const { return *state_bytes_ + (stage_ ? stage_->table_bytes() : 0); }

DeviceLimits CudaBackend::measure_limits() const {
  return cuda::measure_limits(precision_, device_, stream_);
}

}  // namespace dgsolve::cuda
