#include "kernels/cuda/waves/device/gpu_state.hpp"

namespace dgsolve::cuda {
namespace {

/// All values of a state, or those of its fields.
void check_canonical(const char* call, const StagePlan& plan, std::size_t found) {
  if (found != plan.n_dofs() + plan.n_auxiliaries()) check_size(call, found, plan.n_dofs(), "values");
}

}  // namespace

GpuState::GpuState(const StagePlan& plan, Launcher& launcher, StateTransfer& transfer,
                   std::shared_ptr<int> count)
    : plan_(plan), launcher_(launcher), transfer_(transfer), memory_(plan, launcher.gpu, std::move(count)) {
  launcher_.set_zero(memory_.data(), memory_.bytes());  // what is between slots stays so
}

void GpuState::upload(std::span<const double> canonical) {
  check_canonical("upload", plan_, canonical.size());
  transfer_.upload(canonical, memory_.data());
}

void GpuState::download(std::span<double> canonical) const {
  check_canonical("download", plan_, canonical.size());
  transfer_.download(memory_.data(), canonical);
}

std::vector<std::byte> GpuState::save() const {
  std::vector<std::byte> raw(memory_.bytes());
  launcher_.copy(raw.data(), memory_.data(), raw.size(), "saving a state");
  return raw;
}

void GpuState::restore(std::span<const std::byte> raw) {
  check_size("restore", raw.size(), memory_.bytes(), "bytes");
  launcher_.copy(memory_.data(), raw.data(), raw.size(), "restoring a state");
}

void GpuState::assign(const WaveState& other) {
  launcher_.copy(memory_.data(), data_of(other), memory_.bytes(), "copying a state");
}

GpuStateCopy::GpuStateCopy(const DeviceStage& stage, Launcher& solver, std::shared_ptr<int> count)
    : solver_(solver),
      reader_(solver.gpu.make_launcher()),
      transfer_(stage, *reader_),
      memory_(stage.plan(), solver.gpu, std::move(count)),
      taken_(solver.event()) {}

void GpuStateCopy::take(const WaveState& state) {
  solver_.start_copy(memory_.data(), data_of(state), memory_.bytes(), "copying a state");
  solver_.record(*taken_);
}

void GpuStateCopy::download(std::span<double> canonical) const {
  reader_->follow(*taken_);
  transfer_.download(memory_.data(), canonical);
}

std::vector<std::byte> GpuStateCopy::save() const {
  std::vector<std::byte> raw(memory_.bytes());
  reader_->follow(*taken_);
  reader_->copy(raw.data(), memory_.data(), raw.size(), "saving a state");
  return raw;
}

}  // namespace dgsolve::cuda
