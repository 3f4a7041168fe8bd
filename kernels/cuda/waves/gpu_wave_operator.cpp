#include "kernels/cuda/waves/gpu_wave_operator.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "kernels/base/device_error.hpp"
#include "kernels/base/digest.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/cuda/waves/device/gpu_frequency_sampler.hpp"
#include "kernels/cuda/waves/device/gpu_sampler.hpp"
#include "kernels/cuda/waves/device/gpu_step_controller.hpp"
#include "kernels/cuda/waves/tuning/stage_trial.hpp"

namespace dgsolve::cuda {
namespace {

/// u, u_next, residual, and u0 where stages read it or steps may be more than are needed; of a run also one
/// to go back to, one to look into what went wrong, and a copy on its way out.
int n_states_of(const StagePlan& plan, bool only_steps) {
  return (plan.stage_form == StageForm::general || plan.follows_state ? 4 : 3) + (only_steps ? 0 : 3);
}
constexpr int n_transfers = 2;  // the operator's own, and the copy's
constexpr int most_compared_elements = 2048;
constexpr double tuning_seconds = 2;

std::vector<std::string> names_of(const std::vector<Variant>& variants) {
  std::vector<std::string> names;
  names.reserve(variants.size());
  for (const Variant& variant : variants) names.push_back(variant.name());
  return names;
}

/// asked_by: for people.
std::size_t find_variant(const std::vector<std::string>& names, const std::string& wanted,
                         const std::string& asked_by) {
  const int found = index_of(names, wanted);
  if (found >= 0) return found;
  std::string valid;
  for (const std::string& name : names) valid += (valid.empty() ? "\"" : ", \"") + name + "\"";
  throw DeviceError(asked_by + ": got \"" + wanted + "\"; expected one of this problem's: " + valid);
}

const void* u0_of(const Stage& stage) { return stage.u0 == nullptr ? nullptr : data_of(*stage.u0); }

std::string unlike(const Gpu& gpu) {
  return "GPUs that share a problem compute it alike; the variant for " + gpu.properties().name;
}

std::unique_ptr<StagePlan> checked_for_memory(std::unique_ptr<StagePlan> of_operator, const Gpu& gpu,
                                              bool only_steps) {
  const StagePlan& plan = *of_operator;
  const int n_states = n_states_of(plan, only_steps);
  const std::size_t free = gpu.free_memory();
  const std::size_t buffers = (only_steps ? 1 : n_transfers) * StateTransfer::device_bytes(plan),
                    needed =
                        plan.table_bytes() + plan.gradient_bytes() + n_states * plan.state_bytes() + buffers;
  if (needed <= free) return of_operator;
  const double share =
      static_cast<double>(free - std::min(free, buffers)) / static_cast<double>(needed - buffers);
  const int K = plan.numbering.cells.size();
  throw DeviceError("the GPU's memory is too small: the case needs " + gigabytes_text(needed) + " (" +
                    std::to_string(n_states) + " states of " + gigabytes_text(plan.state_bytes()) +
                    ", tables of " + gigabytes_text(plan.table_bytes()) + ", buffers of " +
                    gigabytes_text(buffers) + "), and " + gigabytes_text(free) + " of " +
                    gigabytes_text(gpu.properties().memory_bytes) + " are free. About " +
                    std::to_string(static_cast<long>(share * K)) + " elements instead of " +
                    std::to_string(K) + " would fit, or a lower order" +
                    (plan.precision == Precision::double_ ? ", or perhaps precision: single" : ""));
}

}  // namespace

GpuWaveOperator::GpuWaveOperator(const WaveProblem& problem, const StageShape& shape, Precision precision,
                                 Launcher& launcher)
    : precision_(precision),
      launcher_(launcher),
      stage_(set_up_.time("tables",
                          [&] {
                            auto plan = std::make_unique<StagePlan>(
                                problem, shape, precision,
                                [&](const StagePlan& known) { begin_choice(known, problem.variant); });
                            return checked_for_memory(std::move(plan), launcher.gpu, problem.steps.alone);
                          }),
             launcher),
      sample_(sample_elements(problem, most_compared_elements)),
      transfer_(stage_, launcher) {
  set_up_.mark("upload");
  end_choice();
}

GpuWaveOperator::GpuWaveOperator(std::unique_ptr<StagePlan> plan, Launcher& launcher)
    : precision_(plan->precision),
      launcher_(launcher),
      stage_(checked_for_memory(std::move(plan), launcher.gpu, false), launcher),
      transfer_(stage_, launcher) {}

std::vector<Variant> GpuWaveOperator::usable_variants(const StagePlan& plan) const {
  std::vector<Variant> usable;
  for (const Variant& variant : plan.variants())
    if (!variant.takes_tensor_cores() || launcher_.gpu.properties().has_tensor_products(precision_))
      usable.push_back(variant);
  return usable;
}

std::vector<Variant> GpuWaveOperator::tried_variants(const StagePlan& plan) const {
  std::vector<Variant> tried = usable_variants(plan);
  std::erase_if(tried, [](const Variant& variant) { return variant.is_dense(); });
  return tried;
}

/// $DGSOLVE_VARIANT, else what the problem wants, else what was decided before, else all.
void GpuWaveOperator::begin_choice(const StagePlan& plan, const std::string& wanted) {
  candidates_ = usable_variants(plan);
  const std::vector<std::string> names = names_of(candidates_);
  std::optional<std::size_t> chosen;
  if (const char* forced = std::getenv("DGSOLVE_VARIANT"))
    chosen = find_variant(names, forced, "environment variable DGSOLVE_VARIANT");
  else if (const int named = index_of(names, wanted); named >= 0)
    chosen = named;
  else if (const auto decision = launcher_.gpu.cache.find(decision_name(plan)))
    chosen = decided_variant(*decision, names);
  candidates_ = chosen ? std::vector{candidates_[*chosen]} : tried_variants(plan);
  compiled_ = compile_all(plan, candidates_, launcher_.gpu);
}

void GpuWaveOperator::end_choice() {
  if (candidates_.size() > 1) {
    find_fastest();
    set_up_.mark("tuning");
    return;
  }
  stage_.load(candidates_[0], codes_of(0, stage_.plan(), *compiled_));
  compiled_.reset();
  variant_ = candidates_[0].name();
  set_up_.mark("compiling");
}

std::vector<TuningRow> GpuWaveOperator::find_fastest() {
  StageTrial trial(stage_, launcher_, candidates_, *compiled_, sample_);
  Tuning tuning = cuda::tune(names_of(candidates_), trial, precision_ == Precision::single ? 5e-6 : 1e-12,
                             tuning_seconds);
  compiled_.reset();
  stage_.forget_limited();
  variant_ = tuning.rows[tuning.winner].variant;
  launcher_.gpu.cache.store(decision_name(stage_.plan()), decision_text(tuning));
  return std::move(tuning.rows);
}

std::vector<TuningRow> GpuWaveOperator::tune() {
  candidates_ = tried_variants(stage_.plan());
  if (candidates_.size() == 1) return {};
  expect_no_states();
  reductions_ = {};
  compiled_ = compile_all(stage_.plan(), candidates_, launcher_.gpu);
  return find_fastest();
}

PartReport GpuWaveOperator::report() const {
  return {.device = launcher_.gpu.properties().name,
          .cells = numbering().cells.size(),
          .bytes = launcher_.gpu.memory(),
          .rim = PartReport::Rim{.ghosts = numbering().n_ghosts()}};
}

void GpuWaveOperator::expect_no_states() const {
  if (*n_states_ > 0) throw std::logic_error("tuning changes the form of states: none may be allocated");
}

void GpuWaveOperator::use(const std::string& variant) {
  if (variant == variant_) return;
  expect_no_states();
  reductions_ = {};
  candidates_ = usable_variants(stage_.plan());
  candidates_ = {candidates_[find_variant(names_of(candidates_), variant, unlike(launcher_.gpu))]};
  compiled_ = compile_all(stage_.plan(), candidates_, launcher_.gpu);
  end_choice();
}

/// Decisions hold for one GPU, one compiler, one set of features and kernels, and problems of about the same
/// size and share of curved cells.
std::string GpuWaveOperator::decision_name(const StagePlan& plan) const {
  const int K = plan.numbering.cells.size(), n_curved = plan.numbering.n_curved;
  Digest digest;
  digest.add(launcher_.gpu.properties().identity);
  for (const std::string& text : plan.shape_texts()) digest.add(text);
  digest.add(std::to_string(std::bit_width(static_cast<unsigned>(K))));
  digest.add(std::to_string(static_cast<long>(10.0 * n_curved / K)));
  digest.add(launcher_.gpu.properties().compiler);
  for (const Variant& variant : tried_variants(plan)) digest.add(config_text(variant, variant));
  for (const auto& [name, text] : kernel_files()) digest.add(name).add(text);
  return digest.text() + ".tuning";
}

/// A variant's kernels set the order within a node, and whether components are covariant.
std::string GpuWaveOperator::layout() const {
  return std::string("CUDA, ") + (precision_ == Precision::single ? "single" : "double") + ", " + variant_ +
         (stage_.variant().curved.occurs ? ", covariant curved cells" : "");
}

std::unique_ptr<WaveState> GpuWaveOperator::allocate() {
  return std::make_unique<GpuState>(stage_.plan(), launcher_, transfer_, n_states_);
}

std::unique_ptr<StateCopy> GpuWaveOperator::allocate_copy() {
  return std::make_unique<GpuStateCopy>(stage_, launcher_, n_states_);
}

std::unique_ptr<Sampler> GpuWaveOperator::sampler(const SamplePoints& points) {
  if (points.kind == SampleKind::transforms)
    return std::make_unique<GpuFrequencySampler>(stage_, launcher_, points);
  return std::make_unique<GpuSampler>(stage_, launcher_, points);
}

std::unique_ptr<StepController> GpuWaveOperator::step_controller(StepRule rule, const ErrorWeights& weights,
                                                                 RelativeSize) {
  return std::make_unique<GpuStepController>(stage_, launcher_, rule, weights);
}

std::unique_ptr<PartStepController> GpuWaveOperator::part_step_controller(StepRule rule,
                                                                          const ErrorWeights& weights) {
  return std::make_unique<GpuStepController>(stage_, launcher_, rule, weights);
}

std::vector<CellKind> GpuWaveOperator::kinds() const {
  std::vector<CellKind> found;
  for (const Numbering::Group& group : stage_.plan().numbering.groups) found.push_back(group.kind);
  return found;
}

void GpuWaveOperator::start_measure(StateMeasure which, const WaveState& u, double t) {
  std::unique_ptr<StateReduction>& reduction = reductions_[static_cast<std::size_t>(which)];
  if (!reduction) reduction = std::make_unique<StateReduction>(which, stage_, launcher_);
  reduction->start(data_of(u), t);
}

ReducedCells GpuWaveOperator::sums(StateMeasure which) {
  launcher_.synchronise();
  return reductions_[static_cast<std::size_t>(which)]->sums();
}

std::vector<double> GpuWaveOperator::measure(StateMeasure which, const WaveState& u, double t) {
  start_measure(which, u, t);
  return sum_over_cells(kinds(), {sums(which)});
}

long GpuWaveOperator::limit(WaveState& u) { return stage_.limit(data_of(u)); }

std::vector<double> GpuWaveOperator::limited() { return stage_.limited(); }

void GpuWaveOperator::set_limited(std::span<const double> of_cells) { stage_.set_limited(of_cells); }

void GpuWaveOperator::set_clock(double start, double dt) { stage_.set_clock({start, dt, 0}); }

void GpuWaveOperator::advance_clock(long steps) { stage_.advance_clock(steps); }

void GpuWaveOperator::stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) {
  check_stage(stage_.plan().stage_form, stage, u, u_next);
  find_gradients(stage, u);
  stage_.run(stage, u0_of(stage), data_of(u), data_of(residual), data_of(u_next));
}

void GpuWaveOperator::find_gradients(const Stage& stage, const WaveState& u) {
  stage_.find_gradients(stage, data_of(u));
}

void GpuWaveOperator::stage(StageCells cells, const Stage& stage, const WaveState& u, WaveState& residual,
                            WaveState& u_next) {
  stage_.run(cells, stage, u0_of(stage), data_of(u), data_of(residual), data_of(u_next));
}

}  // namespace dgsolve::cuda
