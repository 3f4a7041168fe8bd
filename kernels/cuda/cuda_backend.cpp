#include "kernels/cuda/cuda_backend.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "kernels/base/digest.hpp"
#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/runtime/cuda_launcher.hpp"
#include "kernels/cuda/runtime/gpu_limits.hpp"
#include "kernels/cuda/runtime/nvml.hpp"
#include "kernels/cuda/waves/cuda_copy.hpp"
#include "kernels/cuda/waves/stage_trial.hpp"

namespace dgsolve::cuda {
namespace {

// u, u_next, residual, one to go back to, one to look into what went wrong, and a copy on its way out
constexpr int n_states = 6;
constexpr int n_transfers = 2;  // the backend's own, and the copy's
constexpr int most_compared_elements = 2048;
constexpr double tuning_seconds = 2;

std::string gigabytes(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f GB", 1e-9 * static_cast<double>(bytes));
  return text.data();
}

std::vector<std::string> names_of(const std::vector<Variant>& variants) {
  std::vector<std::string> names;
  names.reserve(variants.size());
  for (const Variant& variant : variants) names.push_back(variant.name());
  return names;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return found - names.begin();
  std::string valid;
  for (const std::string& name : names) valid += (valid.empty() ? "\"" : ", \"") + name + "\"";
  throw BackendError("environment variable DGSOLVE_VARIANT: got \"" + wanted +
                     "\"; expected one of this problem's: " + valid);
}

void check_size(const char* call, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw std::invalid_argument(std::string(call) + ": got the size " + std::to_string(found) +
                                "; expected " + std::to_string(expected));
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
  const auto state = query_nvml(bus_id_of(device_));
  if (!state) return "";
  return "driver " + state->driver + ", " + gigabytes(state->memory_free) + " of memory free, " +
         std::to_string(state->clock_mhz) + " MHz, " + std::to_string(state->busy_percent) + " % busy";
}

void CudaBackend::prepare(const WaveProblem& problem) {
  stream_.use_device();
  transfer_.reset();
  powers_.reset();
  stage_.reset();
  auto plan = std::make_unique<StagePlan>(problem, precision_);
  check_memory(*plan);
  stage_ = std::make_unique<DeviceStage>(std::move(plan), stream_);
  sample_ = sample_elements(problem, most_compared_elements);
  choose_variant(problem.variant);
  transfer_ = std::make_unique<StateTransfer>(*stage_, stream_);
}

std::vector<Variant> CudaBackend::variants() const {
  std::vector<Variant> usable;
  for (const Variant& variant : stage_->plan().variants())
    if (can_run(variant, precision_, architecture_of(device_))) usable.push_back(variant);
  return usable;
}

/// $DGSOLVE_VARIANT, else what the problem wants, else what was decided before, else what tuning finds.
void CudaBackend::choose_variant(const std::string& wanted) {
  const std::vector<Variant> usable = variants();
  const std::vector<std::string> names = names_of(usable);
  std::optional<std::size_t> chosen;
  const auto named = std::find(names.begin(), names.end(), wanted);
  if (const char* forced = std::getenv("DGSOLVE_VARIANT"))
    chosen = index_of(names, forced);
  else if (named != names.end())
    chosen = named - names.begin();
  else if (usable.size() == 1)
    chosen = 0;
  else if (const auto decision = cache_.find(decision_name()))
    chosen = decided_variant(*decision, names);
  if (!chosen) {
    find_fastest();
    return;
  }
  stage_->load(usable[*chosen], find_or_compile(stage_->plan().kernel_text(usable[*chosen]),
                                                architecture_of(device_), cache_));
  variant_ = names[*chosen];
}

std::vector<TuningRow> CudaBackend::find_fastest() {
  const std::vector<Variant> usable = variants();
  StageTrial trial(*stage_, stream_, usable, sample_, architecture_of(device_), cache_);
  Tuning tuning =
      cuda::tune(names_of(usable), trial, precision_ == Precision::single ? 5e-6 : 1e-12, tuning_seconds);
  variant_ = tuning.rows[tuning.winner].variant;
  cache_.store(decision_name(), decision_text(tuning));
  return std::move(tuning.rows);
}

std::vector<TuningRow> CudaBackend::tune() {
  prepared();
  if (variants().size() == 1) return {};
  if (*state_bytes_ > 0) throw std::logic_error("tuning changes the form of states: none may be allocated");
  powers_.reset();
  return find_fastest();
}

/// Decisions hold for one GPU, one compiler, one set of features and kernels, and problems of about the same
/// size and share of curved cells.
std::string CudaBackend::decision_name() const {
  const StagePlan& plan = stage_->plan();
  const int K = plan.numbering.n_blocks, n_curved = K - plan.numbering.n_straight_blocks;
  Digest digest;
  digest.add(identity_of(device_)).add(plan.shape_text());
  digest.add(std::to_string(std::bit_width(static_cast<unsigned>(K))));
  digest.add(std::to_string(static_cast<long>(10.0 * n_curved / K)));
  digest.add(compiler_name());
  for (const Variant& variant : variants()) digest.add(config_text(variant));
  for (const auto& [name, text] : kernel_files()) digest.add(name).add(text);
  return digest.text() + ".tuning";
}

void CudaBackend::check_memory(const StagePlan& plan) const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", "device " + std::to_string(device_));
  const std::size_t buffers = n_transfers * StateTransfer::device_bytes(plan),
                    needed = plan.table_bytes() + n_states * plan.state_bytes() + buffers;
  if (needed <= free) return;
  const double share =
      static_cast<double>(free - std::min(free, buffers)) / static_cast<double>(needed - buffers);
  const int K = plan.numbering.n_blocks;
  throw BackendError("the GPU's memory is too small: the case needs " + gigabytes(needed) + " (" +
                     std::to_string(n_states) + " states of " + gigabytes(plan.state_bytes()) +
                     ", tables of " + gigabytes(plan.table_bytes()) + ", buffers of " + gigabytes(buffers) +
                     "), and " + gigabytes(free) + " of " + gigabytes(total) + " are free. About " +
                     std::to_string(static_cast<long>(share * K)) + " elements instead of " +
                     std::to_string(K) + " would fit, or a lower order" +
                     (precision_ == Precision::double_ ? ", or perhaps precision: single" : ""));
}

DeviceStage& CudaBackend::prepared() const {
  if (!transfer_) throw BackendError("the GPU backend was not given a problem yet");
  return *stage_;
}

std::unique_ptr<DeviceArray> CudaBackend::allocate() {
  stream_.use_device();
  auto array = std::make_unique<CudaArray>(prepared().plan().state_bytes(), state_bytes_);
  stream_.set_zero(array->buffer.data(), array->buffer.bytes());  // what is between slots stays so
  return array;
}

void CudaBackend::upload(std::span<const double> canonical, DeviceArray& to) {
  check_size("upload", canonical.size(), prepared().plan().n_dofs());
  transfer_->upload(canonical, data_of(to));
}

void CudaBackend::download(const DeviceArray& from, std::span<double> canonical) {
  check_size("download", canonical.size(), prepared().plan().n_dofs());
  transfer_->download(data_of(from), canonical);
}

/// A variant's kernels set the order within a node, and whether components are covariant.
std::string CudaBackend::layout() const {
  return std::string("CUDA, ") + (precision_ == Precision::single ? "single" : "double") + ", " + variant_;
}

std::vector<std::byte> CudaBackend::save(const DeviceArray& from) {
  std::vector<std::byte> raw(prepared().plan().state_bytes());
  stream_.copy(raw.data(), data_of(from), raw.size(), "saving a state");
  return raw;
}

void CudaBackend::restore(std::span<const std::byte> raw, DeviceArray& to) {
  check_size("restore", raw.size(), prepared().plan().state_bytes());
  stream_.copy(data_of(to), raw.data(), raw.size(), "restoring a state");
}

void CudaBackend::copy(const DeviceArray& from, DeviceArray& to) {
  stream_.copy(data_of(to), data_of(from), prepared().plan().state_bytes(), "copying a state");
}

std::unique_ptr<StateCopy> CudaBackend::allocate_copy() {
  return std::make_unique<CudaCopy>(prepared(), stream_, device_, state_bytes_);
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

Powers CudaBackend::powers(const DeviceArray& u, double t) {
  const DeviceStage& stage = prepared();
  if (!powers_)
    powers_ = std::make_unique<PowerReduction>(
        *stage_, stream_,
        find_or_compile(stage.plan().powers_text(stage.variant()), architecture_of(device_), cache_));
  return powers_->measure(data_of(u), t);
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

GpuLinearAlgebra& CudaBackend::gpu_algebra() {
  if (!linear_algebra_)
    linear_algebra_ =
        std::make_unique<GpuLinearAlgebra>(std::make_unique<CudaLauncher>(device_, stream_, cache_));
  return *linear_algebra_;
}

PenaltyMaps& CudaBackend::penalty_maps() {
  if (!penalty_maps_) penalty_maps_ = std::make_unique<GpuPenaltyMaps>(gpu_algebra());
  return *penalty_maps_;
}

std::size_t CudaBackend::memory() const {
  return *state_bytes_ + (stage_ ? stage_->table_bytes() : 0) + (transfer_ ? transfer_->device_bytes() : 0) +
         (linear_algebra_ ? linear_algebra_->memory() : 0);
}

DeviceLimits CudaBackend::measure_limits() const {
  return cuda::measure_limits(precision_, device_, stream_);
}

}  // namespace dgsolve::cuda
