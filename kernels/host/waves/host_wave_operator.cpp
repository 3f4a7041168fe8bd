#include "kernels/host/waves/host_wave_operator.hpp"

#include <omp.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/base/loop_threads.hpp"
#include "kernels/base/precision.hpp"
#include "kernels/host/waves/host_samplers.hpp"
#include "kernels/host/waves/host_step_controller.hpp"

namespace dgsolve::host {
namespace {

/// There is one memory only, and other threads may read it.
class HostCopy : public StateCopy {
 public:
  explicit HostCopy(std::unique_ptr<WaveState> state) : state_(std::move(state)) {}
  void take(const WaveState& state) override { state_->assign(state); }
  void download(std::span<double> canonical) const override { state_->download(canonical); }
  std::vector<std::byte> save() const override { return state_->save(); }

 private:
  const std::unique_ptr<WaveState> state_;
};

std::vector<CellRate> rates_of_slots(const WaveProblem& problem, const Numbering& numbering) {
  if (problem.steps.cell_rates.empty()) return {};
  std::vector<CellRate> rates(numbering.n_slots());
  for (int slot = 0; slot < numbering.n_slots(); ++slot)
    rates[slot] = problem.steps.cell_rates[numbering.source_element(slot)];
  return rates;
}

}  // namespace

template <class T>
HostWaveOperator<T>::HostWaveOperator(const WaveProblem& problem, const HostOptions& options,
                                      const ByteCount& bytes)
    : threads_(options.threads),
      form_(problem.steps.form),
      use_traits_(options.use_traits),
      kernels_(kernels_for<T>(options.kernels, options.instruction_set, problem.type)),
      problem_(problem, kernels_.width, kernels_.panel_rows),
      cell_rates_(rates_of_slots(problem, problem_.numbering)),
      groups_(find_groups(problem, options)),
      gradients_(static_cast<std::size_t>(problem_.numbering.n_slots()) * problem_.Np *
                 problem.viscous.n_gradients),
      acted_(problem.steps.limiter.acts ? problem_.numbering.n_slots() : 0),
      bytes_(bytes),
      counted_(bytes, problem_.bytes() + (threads_ * scratch_size() + gradients_.size()) * sizeof(T)) {
  for (int i = 0; i < threads_; ++i) scratch_.emplace_back(scratch_size());
  set_up_.mark("tables");
}

template <class T>
std::vector<typename HostWaveOperator<T>::Group> HostWaveOperator<T>::find_groups(
    const WaveProblem& problem, const HostOptions& options) const {
  std::vector<Group> groups;
  for (const Numbering::Group& blocks : problem_.numbering.groups) {
    const auto of_kind = [&](const Kernels<T>& kernels) -> const CellKernels<T>& {
      return blocks.kind.curved ? kernels.curved : kernels.straight;
    };
    const int model = blocks.kind.model;
    groups.push_back({blocks, of_kind(kernels_),
                      model < 0 ? nullptr
                                : &of_kind(kernels_for<T>(options.kernels, options.instruction_set,
                                                          problem.type, problem.models[model].type)),
                      problem_.tables(static_cast<int>(groups.size()))});
  }
  return groups;
}

template <class T>
std::size_t HostWaveOperator<T>::scratch_size() const {
  std::size_t most = 0;
  for (const Group& group : groups_) {
    most = std::max(most, group.equation.scratch(group.tables));
    if (group.model != nullptr) most = std::max(most, group.model->scratch(group.tables));
  }
  return most;
}

template <class T>
std::string HostWaveOperator<T>::layout() const {
  return std::string("CPU, ") + (precision_of<T> == Precision::single ? "single" : "double") +
         " [block][node][lane][field], " + std::to_string(problem_.numbering.W) + " lanes" +
         (problem_.has_covariant_form() ? ", covariant curved cells" : "");
}

template <class T>
std::unique_ptr<WaveState> HostWaveOperator<T>::allocate() {
  return std::make_unique<HostState<T>>(problem_, threads_, bytes_);
}

template <class T>
std::unique_ptr<StateCopy> HostWaveOperator<T>::allocate_copy() {
  return std::make_unique<HostCopy>(allocate());
}

template <class T>
std::unique_ptr<Sampler> HostWaveOperator<T>::sampler(const SamplePoints& points) {
  if (points.kind == SampleKind::transforms)
    return std::make_unique<HostFrequencySampler<T>>(points, problem_, clock_, threads_, bytes_);
  if (points.kind == SampleKind::circuits)
    return std::make_unique<HostCircuitSampler<T>>(points, problem_.circuits(), clock_);
  return std::make_unique<HostSampler<T>>(points, problem_);
}

template <class T>
std::unique_ptr<StepController> HostWaveOperator<T>::step_controller(StepRule rule,
                                                                     const ErrorWeights& weights,
                                                                     RelativeSize compare) {
  return std::make_unique<HostStepController<T>>(*this, rule, weights, compare, clock_, threads_);
}

template <class T>
template <class Body>
void HostWaveOperator<T>::for_blocks(Body body) {
#pragma omp parallel num_threads(loop_threads(threads_))
  {
    // A thread takes one run of each group's blocks: most neighbours are then in its own cache.
    const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
    for (const Group& group : groups_) {
      const std::int64_t n = group.blocks.n_blocks;
      const int begin = group.blocks.first_block;
      body(group, begin + static_cast<int>(n * thread / n_threads),
           begin + static_cast<int>(n * (thread + 1) / n_threads), scratch_[thread].data());
    }
  }
}

template <class T>
std::vector<double> HostWaveOperator<T>::measure(StateMeasure which, const WaveState& u, double t) {
  switch (which) {
    case StateMeasure::energy:
      return {energy_of(u)};
    case StateMeasure::integrals:
      return integrals_of(&CellKernels<T>::integrals, u);
    case StateMeasure::squares:
      return integrals_of(&CellKernels<T>::squares, u);
    case StateMeasure::step_rate:
      return {step_rate_of(u)};
    case StateMeasure::powers:
      break;
  }
  const Powers powers = powers_in(u, t);
  std::vector<double> values;
  for (const PowerTerm& part : power_terms) values.push_back(powers.*part.value);
  return values;
}

template <class T>
std::vector<double> HostWaveOperator<T>::integrals_of(
    decltype(CellKernels<T>::integrals) CellKernels<T>::*kernel, const WaveState& u) {
  const Numbering& numbering = problem_.numbering;
  std::vector<double> of_slots(static_cast<std::size_t>(numbering.n_slots()) * max_integrals);
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    (group.equation.*kernel)(group.tables, values_of<T>(u), first, last, scratch, of_slots.data());
  });
  std::vector<double> sums(max_integrals);  // in the cells' order, as the energy
  for (const int slot : numbering.slot)
    for (int i = 0; i < max_integrals; ++i)
      sums[i] += of_slots[static_cast<std::size_t>(slot) * max_integrals + i];
  return sums;
}

template <class T>
double HostWaveOperator<T>::energy_of(const WaveState& u) {
  const Numbering& numbering = problem_.numbering;
  std::vector<double> of_slots(numbering.n_slots());
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    group.equation.energy(group.tables, values_of<T>(u), first, last, scratch, of_slots.data());
    if (group.model != nullptr)
      group.model->energy(group.tables, values_of<T>(u), first, last, scratch, of_slots.data());
  });
  double sum = 0;  // in the cells' order, whatever the number of threads and lanes
  for (const int slot : numbering.slot) sum += of_slots[slot];
  return sum;
}

template <class T>
Powers HostWaveOperator<T>::powers_in(const WaveState& u, double t) {
  if (kernels_.straight.powers == nullptr)
    throw std::logic_error(std::string("powers: the flux of ") + kernels_.type + " is not linear");
  const Numbering& numbering = problem_.numbering;
  problem_.evaluate(t, values_of<T>(u));
  const Step<T> step{T(0),
                     T(0),
                     T(0),
                     static_cast<T>(t),
                     values_of<T>(u),
                     nullptr,
                     nullptr,
                     problem_.source.terms(),
                     problem_.source.begin()};
  std::vector<Powers> of_slots(numbering.n_slots());
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    group.equation.powers(group.tables, step, first, last, scratch, of_slots.data());
    if (group.model != nullptr)
      group.model->powers(group.tables, step, first, last, scratch, of_slots.data());
  });
  Powers sum;  // in the cells' order, as the energy
  for (const int slot : numbering.slot)
    for (const PowerTerm& part : power_terms) sum.*part.value += of_slots[slot].*part.value;
  return sum;
}

template <class T>
double HostWaveOperator<T>::step_rate_of(const WaveState& u) {
  double rate = 0;
  if (cell_rates_.empty()) return rate;
  std::vector<double> rates(problem_.numbering.n_slots());
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    kernels_.rates(group.tables, values_of<T>(u), cell_rates_.data(), first, last, scratch, rates.data());
  });
  for (const int slot : problem_.numbering.slot) rate = reduce(Reduce::largest, rate, rates[slot]);
  return rate;
}

template <class T>
void HostWaveOperator<T>::stage(const Stage& stage, const WaveState& u, WaveState& residual,
                                WaveState& u_next) {
  check_stage(form_, stage, u, u_next);
  if (!pace_) pace_.emplace();
  const Pace::Lap piece(*pace_);
  const double t = clock_.time(stage.step, stage.c);
  problem_.evaluate(t, values_of<T>(u));
  Step<T> step{.a = static_cast<T>(stage.a),
               .b = static_cast<T>(stage.b),
               .dt = static_cast<T>(clock_.dt),
               .t = static_cast<T>(t),
               .u = values_of<T>(u),
               .residual = values_of<T>(residual),
               .u_next = values_of<T>(u_next),
               .source = problem_.source.terms(),
               .source_begin = problem_.source.begin(),
               .general = form_ == StageForm::general,
               .p = static_cast<T>(stage.p),
               .q = static_cast<T>(stage.q),
               .e = static_cast<T>(stage.e),
               .u0 = stage.u0 == nullptr ? nullptr : values_of<T>(*stage.u0),
               .keeps_residual = stage.keeps_residual || form_ == StageForm::low_storage,
               .damping = problem_.source.damping()};
  problem_.circuits().advance(step);
  if (kernels_.straight.gradients != nullptr) {
    for_blocks([&](const Group& group, int first, int last, T* scratch) {
      group.equation.gradients(group.tables, step, first, last, scratch, gradients_.data());
    });
    step.gradients = gradients_.data();
  }
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    const CellKernels<T>& kernels = group.model != nullptr ? *group.model : group.equation;
    const auto run = use_traits_ ? kernels.stage : kernels.generic_stage;
    if (!group.tables.limiter.acts) return run(group.tables, step, first, last, scratch);
    for (int block = first; block < last; ++block) {  // whose values are still in the cache
      run(group.tables, step, block, block + 1, scratch);
      group.equation.limit(group.tables, step, block, block + 1, scratch, acted_.data());
    }
  });
}

template <class T>
long HostWaveOperator<T>::limit(WaveState& u) {
  std::vector<double> changed(acted_.size());
  Step<T> step{};
  step.u = step.u_next = values_of<T>(u);
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    if (group.tables.limiter.acts)
      group.equation.limit(group.tables, step, first, last, scratch, changed.data());
  });
  return std::ranges::count_if(problem_.numbering.slot,
                               [&](int slot) { return !changed.empty() && changed[slot] != 0; });
}

template <class T>
std::vector<double> HostWaveOperator<T>::limited() {
  std::vector<double> of_cells;
  if (acted_.empty()) return of_cells;
  for (const int slot : problem_.numbering.slot) of_cells.push_back(acted_[slot]);
  return of_cells;
}

template <class T>
void HostWaveOperator<T>::set_limited(std::span<const double> of_cells) {
  for (std::size_t e = 0; e < of_cells.size(); ++e) acted_[problem_.numbering.slot[e]] = of_cells[e];
}

template class HostWaveOperator<double>;
template class HostWaveOperator<float>;

}  // namespace dgsolve::host
