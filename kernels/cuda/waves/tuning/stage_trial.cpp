#include "kernels/cuda/waves/tuning/stage_trial.hpp"

#include <algorithm>
#include <limits>

#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

/// In the general form u0 is read too.
Stage trial_stage(StageForm form) {
  Stage stage{-0.4, 0.3, 0.5};
  if (form == StageForm::general) {
    stage.p = 0.4;
    stage.q = 0.6;
    stage.e = -0.2;
  }
  return stage;
}
constexpr double trial_time = 0.7;
constexpr double seconds_to_measure = 0.004;

}  // namespace

std::unique_ptr<CompileQueue> compile_all(const StagePlan& plan, const std::vector<Variant>& variants,
                                          const Gpu& gpu) {
  std::vector<KernelText> texts;
  for (const Variant& variant : variants)
    for (int module = 0; module < plan.n_modules(); ++module)
      texts.push_back(plan.kernel_text(variant, module));
  return std::make_unique<CompileQueue>(std::move(texts),
                                        [&gpu](const KernelText& text) { return gpu.compile(text); });
}

std::vector<std::string> codes_of(std::size_t variant, const StagePlan& plan, CompileQueue& compiled) {
  std::vector<std::string> codes;
  codes.reserve(plan.n_modules());
  for (int module = 0; module < plan.n_modules(); ++module)
    codes.push_back(compiled.get(variant * plan.n_modules() + module));
  return codes;
}

StageTrial::StageTrial(DeviceStage& stage, Launcher& launcher, std::vector<Variant> variants,
                       CompileQueue& compiled, const std::vector<int>& sample)
    : stage_(stage),
      launcher_(launcher),
      variants_(std::move(variants)),
      compiled_(compiled),
      u_(launcher.gpu, stage.plan().state_bytes(), "a state to try kernels on"),
      residual_(launcher.gpu, stage.plan().state_bytes(), "a state to try kernels on"),
      next_(launcher.gpu, stage.plan().state_bytes(), "a state to try kernels on"),
      n_elements_(static_cast<int>(sample.size())),
      elements_(launcher.gpu, sample.size(), "results to compare"),
      values_(launcher.gpu, sample.size() * stage.plan().n_fields * stage.plan().Np, "results to compare") {
  std::copy(sample.begin(), sample.end(), elements_.data());
  for (const Array<std::byte>* state : {&u_, &residual_, &next_})
    launcher_.set_zero(state->data(), state->bytes());  // as GpuState does
}

double StageTrial::elapsed() { return since_start_.seconds(); }

void StageTrial::load(std::size_t variant, TuningRow& row) {
  stage_.load(variants_[variant], codes_of(variant, stage_.plan(), compiled_));
  const std::vector<StagePlan::StageLaunch> launches = stage_.plan().stage_launches(variants_[variant]);
  const auto first = std::ranges::find_if(
      launches, [](const StagePlan::StageLaunch& launch) { return launch.of_group.module == 0; });
  if (first == launches.end()) return;  // all cells have a local model
  const KernelResources resources = stage_.resources(first->of_group.kernel.kernel);
  row.registers = resources.registers;
  row.local_bytes = resources.local_bytes;
}

void StageTrial::randomise(void* state, unsigned long long seed) {
  stage_.launch(stage_.plan().transfer_launch("randomise_state", stage_.plan().numbering.n_blocks),
                stage_.arguments(nullptr, nullptr, state), stage_.plan().randomisation(seed));
}

void StageTrial::append_sample(const void* state, StageSample& to) {
  const std::size_t n_fields = stage_.plan().n_fields, Np = stage_.plan().Np;
  double* const values = values_.data();
  const Transfer transfer{elements_.data(), 0, n_elements_, values};
  stage_.launch(stage_.plan().transfer_launch("export_state", n_elements_),
                stage_.arguments(state, nullptr, nullptr), transfer);
  launcher_.synchronise();
  for (std::size_t field = 0; field < n_fields; ++field) {
    std::vector<double>& group = to.emplace_back();
    for (int e = 0; e < n_elements_; ++e) {
      const double* const of_element = values + (e * n_fields + field) * Np;
      group.insert(group.end(), of_element, of_element + Np);
    }
  }
}

/// u0 stands where the new state goes, as in the last stage of a step.
void StageTrial::run_stage(const Array<std::byte>& u, const Array<std::byte>& u_next) {
  const Stage stage = trial_stage(stage_.plan().stage_form);
  stage_.find_gradients(stage, u.data());
  stage_.run(stage, u_next.data(), u.data(), residual_.data(), u_next.data());
}

/// Two stages: one whose residual is next to all rate, whatever units the fields have, and one where it is
/// next to all what it was.
StageSample StageTrial::run() {
  StageSample sample;
  for (const double dt : {1.0, 0.0}) {
    stage_.set_clock({trial_time, dt, 0});
    randomise(u_.data(), 1);
    randomise(residual_.data(), 2);
    randomise(next_.data(), 3);
    run_stage(u_, next_);
    append_sample(residual_.data(), sample);
    append_sample(next_.data(), sample);
  }
  return sample;
}

/// In steps of no length, so that values keep their size; replayed, as a run's steps are.
double StageTrial::measure(double enough) {
  stage_.set_clock({trial_time, 0, 0});
  randomise(u_.data(), 1);
  randomise(residual_.data(), 2);
  const auto run_stages = [&](int n) {
    for (int i = 0; i < n; ++i) run_stage(i % 2 == 0 ? u_ : next_, i % 2 == 0 ? next_ : u_);
  };
  const auto start = launcher_.event(), end = launcher_.event();
  const auto seconds = [&](const auto& work) {
    launcher_.record(*start);
    work();
    launcher_.record(*end);
    return launcher_.seconds_between(*start, *end);
  };
  run_stages(2);  // not yet warm
  const double of_two = std::max(seconds([&] { run_stages(2); }), 1e-7);
  if (of_two > 2 * enough) return of_two / 2;
  const int n = 2 * std::clamp(static_cast<int>(seconds_to_measure / of_two), 1, 100);
  const auto stages = launcher_.record([&] { run_stages(n); });
  double shortest = std::numeric_limits<double>::infinity(), spent = 0;
  for (int i = 0; i < 3 && spent < 3 * seconds_to_measure; ++i) {  // clocks may still rise in the first
    const double of_all = seconds([&] { stages->replay(); });
    shortest = std::min(shortest, of_all / n);
    spent += of_all;
  }
  return shortest;
}

}  // namespace dgsolve::cuda
