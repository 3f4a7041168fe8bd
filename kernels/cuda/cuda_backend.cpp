#include "kernels/cuda/cuda_backend.hpp"

#include <array>
#include <cstdio>
#include <cstring>

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

  DeviceBuffer buffer;  ///< in the stage plan's order

 private:
  std::shared_ptr<std::size_t> total_;
};

void* data_of(const DeviceArray* array) {
  return array == nullptr ? nullptr : dynamic_cast<const CudaArray&>(*array).buffer.data();
}

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
  tables_.clear();
  kernels_.clear();
  transfer_.reset();
  plan_ = std::make_unique<StagePlan>(problem, precision_);
  const std::vector<StagePlan::Table> tables = plan_->take_tables();
  std::size_t table_bytes = 0;
  for (const StagePlan::Table& table : tables) table_bytes += table.bytes.size();
  check_memory(problem, table_bytes);

  const KernelText& text = plan_->kernel_text();
  library_ = std::make_unique<KernelLibrary>(find_or_compile(text, architecture_of(device_), KernelCache()),
                                             text.file);
  for (const StagePlan::Launch& launch : plan_->launches())
    kernels_.push_back({library_->kernel(launch.kernel), launch});
  transfer_ = std::make_unique<StateTransfer>(*plan_, *library_, stream_);
  upload_tables(tables);
}

void CudaBackend::check_memory(const WaveProblem& problem, std::size_t table_bytes) const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", "device " + std::to_string(device_));
  const std::size_t needed = table_bytes + n_states * plan_->state_bytes();
  if (needed <= free) return;
  const double share = static_cast<double>(free) / static_cast<double>(needed);
  throw BackendError("the GPU's memory is too small: the case needs " + gigabytes(needed) + " (" +
                     std::to_string(n_states) + " states of " + gigabytes(plan_->state_bytes()) +
                     ", tables of " + gigabytes(table_bytes) + "), and " + gigabytes(free) + " of " +
                     gigabytes(total) + " are free. About " +
                     std::to_string(static_cast<long>(share * problem.K)) + " elements instead of " +
                     std::to_string(problem.K) + " would fit, or a lower order" +
                     (precision_ == Precision::double_ ? ", or perhaps precision: single" : ""));
}

void CudaBackend::upload_tables(const std::vector<StagePlan::Table>& tables) {
  arguments_ = plan_->arguments();
  for (const StagePlan::Table& table : tables) {
    if (table.bytes.empty()) continue;
    const DeviceBuffer& buffer = tables_.emplace_back(table.bytes.size(), table.name);
    stream_.copy(buffer.data(), table.bytes.data(), table.bytes.size(), table.name);
    void* const address = buffer.data();
    std::memcpy(reinterpret_cast<std::byte*>(&arguments_) + table.offset, &address, sizeof address);
  }
}

const StagePlan& CudaBackend::plan() const {
  if (kernels_.empty()) throw BackendError("the GPU backend was not given a problem yet");
  return *plan_;
}

std::unique_ptr<DeviceArray> CudaBackend::allocate() {
  stream_.use_device();
  return std::make_unique<CudaArray>(plan().state_bytes(), state_bytes_);
}

void CudaBackend::upload(std::span<const double> canonical, DeviceArray& to) {
  check_size("upload", canonical.size(), plan().n_dofs());
  transfer_->upload(canonical, arguments_for(nullptr, nullptr, &to));
}

void CudaBackend::download(const DeviceArray& from, std::span<double> canonical) {
  check_size("download", canonical.size(), plan().n_dofs());
  transfer_->download(arguments_for(&from, nullptr, nullptr), canonical);
}

void CudaBackend::sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
                         std::span<double> values) {
  check_size("sample", weights.size(), elements.size() * plan().Np);
  check_size("sample", values.size(), elements.size() * plan().n_fields);
  transfer_->sample(arguments_for(&u, nullptr, nullptr), elements, weights, values);
}

/// The kernels' arguments with these arrays, null where a kernel has none of the kind.
StageArguments<void> CudaBackend::arguments_for(const DeviceArray* u, DeviceArray* residual,
                                                DeviceArray* u_next) const {
  StageArguments<void> arguments = arguments_;
  arguments.u = data_of(u);
  arguments.residual = data_of(residual);
  arguments.u_next = data_of(u_next);
  return arguments;
}

void CudaBackend::stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual,
                        DeviceArray& u_next) {
  if (&u == &u_next) throw std::invalid_argument("a stage needs two arrays for the states before and after");
  plan();
  StageArguments<void> arguments = arguments_for(&u, &residual, &u_next);
  arguments.a = stage.a;
  arguments.b = stage.b;
  arguments.dt = stage.dt;
  arguments.t = stage.t;
  void* parameters[] = {&arguments};
  for (const Kernel& kernel : kernels_)
    stream_.launch(kernel.function, kernel.launch.kernel, kernel.launch.blocks, kernel.launch.threads,
                   parameters);
}

void CudaBackend::synchronise() { stream_.synchronise(); }

std::size_t CudaBackend::memory() const {
  std::size_t bytes = *state_bytes_;
  for (const DeviceBuffer& table : tables_) bytes += table.bytes();
  return bytes;
}

DeviceLimits CudaBackend::measure_limits() const {
  return cuda::measure_limits(precision_, device_, stream_);
}

}  // namespace dgsolve::cuda
