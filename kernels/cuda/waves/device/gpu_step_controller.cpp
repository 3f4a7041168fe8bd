#include "kernels/cuda/waves/device/gpu_step_controller.hpp"

#include "kernels/cuda/waves/device/gpu_state.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

constexpr const char* of_steps = "the size of steps";

const KernelLaunch set_steps_launch{"set_steps", 1, 1}, end_step_launch{"end_step", 1, step_end_threads};

}  // namespace

GpuStepController::GpuStepController(DeviceStage& stage, Launcher& launcher, StepRule rule,
                                     const ErrorWeights& weights)
    : stage_(stage),
      launcher_(launcher),
      rule_(rule),
      weights_(weights),
      n_values_(static_cast<long long>(stage.plan().layout.n_values)),
      of_state_(info(rule).measure, stage, launcher),
      control_(launcher.gpu, 1, of_steps),
      ends_chunk_(launcher, ends_of_chunks(stage.plan().measure_launches(info(rule).measure)), of_steps) {
  if (info(rule).estimates_errors) of_error_.emplace(info(rule).measure, stage, launcher).prepare();
  of_state_.prepare();
  for (const KernelLaunch& launch :
       {on_values("estimate_error"), end_step_launch, on_values("take_back_step")})
    stage.prepare(launch);
}

KernelLaunch GpuStepController::on_values(const char* kernel) const {
  return {kernel, static_cast<std::size_t>((n_values_ + transfer_threads - 1) / transfer_threads),
          transfer_threads};
}

void GpuStepController::set(const StepControl& control) {
  stage_.launch(set_steps_launch, stage_.arguments(nullptr, nullptr, nullptr), control_.data(), control);
}

StepControl GpuStepController::control() const {
  StepControl control;
  launcher_.copy(&control, control_.data(), sizeof control, of_steps);
  return control;
}

void GpuStepController::end_step(const WaveState& first, const WaveState& before, WaveState& u,
                                 WaveState& estimate) {
  start_measures(first, before, u, estimate);
  decide(
      {control_.data(), info(info(rule_).measure).how, of_state_.sums().sums,
       of_error_ ? of_error_->sums().sums : nullptr, ends_chunk_.data(), static_cast<int>(ends_chunk_.size()),
       info(info(rule_).measure).n_values, rule_ == StepRule::relative_error, 0, 0},
      first, u);
}

void GpuStepController::start_measures(const WaveState& first, const WaveState& before, const WaveState& u,
                                       WaveState& estimate) {
  if (of_error_) {
    StageArguments<void> arguments = stage_.arguments(data_of(before), data_of(estimate), data_of(u));
    arguments.u0 = data_of(first);
    stage_.launch(on_values("estimate_error"), arguments, ErrorEstimate{weights_, n_values_});
    of_error_->start(data_of(estimate), 0);
  }
  of_state_.start(data_of(u), 0);
}

StepMeasures GpuStepController::sums() {
  launcher_.synchronise();
  StepMeasures sums{of_state_.sums(), {}};
  if (of_error_) sums.of_error.emplace(of_error_->sums());
  return sums;
}

void GpuStepController::end_step(double of_state, double of_error, const WaveState& first, WaveState& u) {
  decide({control_.data(), info(info(rule_).measure).how, nullptr, nullptr, nullptr, 0, 0, false, of_state,
          of_error},
         first, u);
}

void GpuStepController::decide(const StepEnd& end, const WaveState& first, WaveState& u) {
  stage_.launch(end_step_launch, stage_.arguments(nullptr, nullptr, nullptr), end);
  stage_.launch(on_values("take_back_step"), stage_.arguments(data_of(first), nullptr, data_of(u)),
                StepTakenBack{control_.data(), n_values_});
}

}  // namespace dgsolve::cuda
