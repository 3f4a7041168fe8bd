#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"

#include <algorithm>
#include <future>

#include "kernels/cuda/waves/parts/parted_sampler.hpp"
#include "kernels/cuda/waves/parts/parted_step_controller.hpp"
#include "kernels/cuda/waves/parts/peer_exchange.hpp"

namespace dgsolve::cuda {

PartedWaveOperator::PartedWaveOperator(const WaveProblem& problem, Precision precision,
                                       std::vector<std::unique_ptr<WavePart>> parts, GpuWaveOperator& chooser,
                                       std::unique_ptr<PartExchange> exchange, const PhaseClock& set_up)
    : n_fields_(problem.n_fields),
      Np_(problem.reference.Np),
      is_viscous_(problem.viscous.n_gradients > 0),
      stage_form_(problem.steps.form),
      face_bytes_(static_cast<std::size_t>(problem.reference.Nfp) * problem.n_fields * bytes_of(precision)),
      parts_(std::move(parts)),
      chooser_(chooser),
      layout_(problem, parts_, precision),
      exchange_(std::move(exchange)) {
  set_up_.mark_all(set_up.phases());
}

std::vector<TuningRow> PartedWaveOperator::tune() {
  std::vector<TuningRow> rows = chooser_.tune();
  for (const auto& part : parts_) part->use(chooser_.variant());
  return rows;
}

std::vector<PartReport> PartedWaveOperator::parts() const {
  std::vector<PartReport> reports;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    reports.push_back(parts_[i]->report());
    PartReport::Rim& rim = *reports[i].rim;
    rim.faces_sent = exchange_->n_faces(i);
    rim.bytes_sent = rim.faces_sent * face_bytes_;
  }
  return reports;
}

/// This process, the first, has the first part.
StateParts PartedWaveOperator::parts_by_rank() const {
  return parts_.back()->is_elsewhere() ? StateParts(layout_) : StateParts();
}

std::unique_ptr<WaveState> PartedWaveOperator::allocate() {
  return std::make_unique<PartedState>(parts_, layout_, *exchange_);
}

std::unique_ptr<StateCopy> PartedWaveOperator::allocate_copy() {
  return std::make_unique<PartedStateCopy>(parts_, layout_);
}

std::unique_ptr<Sampler> PartedWaveOperator::sampler(const SamplePoints& points) {
  return std::make_unique<PartedSampler>(parts_, layout_, points, n_fields_, Np_);
}

std::unique_ptr<StepController> PartedWaveOperator::step_controller(StepRule rule,
                                                                    const ErrorWeights& weights,
                                                                    RelativeSize compare) {
  return std::make_unique<PartedStepController>(parts_, layout_, *exchange_, rule, weights,
                                                rule == StepRule::relative_error ? compare : nullptr);
}

/// On faces sums may read ghosts.
std::vector<double> PartedWaveOperator::measure(StateMeasure which, const WaveState& u, double t) {
  if (info(which).reads_surroundings) exchange_->meet();
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->start_measure(which, parted(u).part(i), t);
  std::vector<ReducedCells> sums;
  for (const auto& part : parts_) sums.push_back(part->sums(which));
  return sum_over_cells(layout_.kinds, sums);
}

long PartedWaveOperator::limit(WaveState& u) {
  long n_changed = 0;
  exchange_->meet();
  for (std::size_t i = 0; i < parts_.size(); ++i) n_changed += parts_[i]->limit(parted(u).part(i));
  exchange_->push(parted(u).parts());
  exchange_->join();
  return n_changed;
}

std::vector<double> PartedWaveOperator::limited() {
  std::vector<double> all;
  for (const auto& part : parts_) {
    const std::vector<double> of_part = part->limited();
    all.insert(all.end(), of_part.begin(), of_part.end());
  }
  return all;
}

void PartedWaveOperator::set_limited(std::span<const double> of_cells) {
  for (const auto& part : parts_) {
    const CellRange cells = part->numbering().cells;
    part->set_limited(of_cells.subspan(cells.first, cells.size()));
  }
}

void PartedWaveOperator::set_clock(double start, double dt) {
  for (const auto& part : parts_) part->set_clock(start, dt);
}

void PartedWaveOperator::advance_clock(long steps) {
  for (const auto& part : parts_) part->advance_clock(steps);
}

void PartedWaveOperator::stage(const Stage& stage, const WaveState& u, WaveState& residual,
                               WaveState& u_next) {
  check_stage(stage_form_, stage, u, u_next);
  const auto compute = [&](StageCells cells) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Stage of_part = stage;
      if (stage.u0 != nullptr) of_part.u0 = &parted(*stage.u0).part(i);
      parts_[i]->stage(cells, of_part, parted(u).part(i), parted(residual).part(i), parted(u_next).part(i));
    }
  };
  exchange_->meet();
  if (is_viscous_) {
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->find_gradients(stage, parted(u).part(i));
    exchange_->push_gradients();
    exchange_->join();
    exchange_->meet();
  }
  compute(StageCells::rim);
  exchange_->push(parted(u_next).parts());
  compute(StageCells::inner);
  exchange_->join();
}

/// The other parts are copied to their GPUs while the largest one chooses the variant for all.
std::unique_ptr<WaveOperator> share_among_gpus(const WaveProblem& whole, const std::vector<CellRange>& cells,
                                               Precision precision, const std::vector<Launcher*>& launchers) {
  PhaseClock set_up;
  WaveProblem problem = whole;
  const StageShape shape(whole, precision);
  const std::size_t n = cells.size(),
                    largest = std::ranges::max_element(cells, {}, &CellRange::size) - cells.begin();
  std::vector<std::future<std::unique_ptr<GpuWaveOperator>>> others(n);
  for (std::size_t part = 0; part < n; ++part)
    if (part != largest)
      others[part] = std::async([&, part, problem]() mutable {
        problem.part = cells[part];
        return std::make_unique<GpuWaveOperator>(std::make_unique<StagePlan>(problem, shape, precision),
                                                 *launchers[part]);
      });
  problem.part = cells[largest];
  auto chosen = std::make_unique<GpuWaveOperator>(problem, shape, precision, *launchers[largest]);
  GpuWaveOperator& chooser = *chosen;
  set_up.mark_all(chooser.set_up_times());
  std::vector<std::unique_ptr<WavePart>> parts;
  std::vector<GpuWaveOperator*> on_gpus;
  for (std::size_t part = 0; part < n; ++part) {
    auto made = part == largest ? std::move(chosen) : others[part].get();
    made->use(chooser.variant());
    on_gpus.push_back(made.get());
    parts.push_back(std::move(made));
  }
  auto exchange = std::make_unique<PeerExchange>(whole, on_gpus);
  set_up.mark("other parts");
  return std::make_unique<PartedWaveOperator>(whole, precision, std::move(parts), chooser,
                                              std::move(exchange), set_up);
}

}  // namespace dgsolve::cuda
