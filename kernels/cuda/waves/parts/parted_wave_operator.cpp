#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"

#include <algorithm>

#include "kernels/cuda/waves/parts/parted_samplers.hpp"

namespace dgsolve::cuda {

PartedWaveOperator::PartedWaveOperator(const WaveProblem& whole, const std::vector<CellRange>& cells,
                                       Precision precision, const std::vector<Launcher*>& launchers)
    : n_fields_(whole.n_fields),
      Np_(whole.reference.Np),
      stage_form_(whole.stage_form),
      owned_(cells.size()) {
  largest_ = std::ranges::max_element(cells, {}, &CellRange::size) - cells.begin();
  WaveProblem problem = whole;
  const auto make = [&](std::size_t part, const std::string& only) {
    problem.part = cells[part];
    owned_[part] = std::make_unique<GpuWaveOperator>(problem, precision, *launchers[part], only);
  };
  make(largest_, "");
  for (std::size_t part = 0; part < cells.size(); ++part) {
    if (part != largest_) make(part, owned_[largest_]->variant());
    parts_.push_back(owned_[part].get());
  }
  for (const GpuWaveOperator* part : parts_) set_up_.mark_all(part->set_up_times());
  layout_ = std::make_unique<PartLayout>(whole, parts_);
  exchange_ = std::make_unique<PeerExchange>(whole, parts_);
  set_up_.mark("faces between parts");
}

std::vector<TuningRow> PartedWaveOperator::tune() {
  std::vector<TuningRow> rows = parts_[largest_]->tune();
  for (GpuWaveOperator* part : parts_) part->use(parts_[largest_]->variant());
  return rows;
}

std::vector<PartReport> PartedWaveOperator::parts() const {
  std::vector<PartReport> reports;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Numbering& numbering = parts_[i]->device_stage().plan().numbering;
    const Gpu& gpu = parts_[i]->launcher().gpu;
    reports.push_back({gpu.properties().name, numbering.cells.size(), numbering.n_ghosts(),
                       exchange_->n_faces(i), gpu.memory()});
  }
  return reports;
}

std::unique_ptr<WaveState> PartedWaveOperator::allocate() {
  return std::make_unique<PartedState>(parts_, *layout_, *exchange_);
}

std::unique_ptr<StateCopy> PartedWaveOperator::allocate_copy() {
  return std::make_unique<PartedStateCopy>(parts_, *layout_);
}

std::unique_ptr<Sampler> PartedWaveOperator::sampler(const std::vector<int>& elements,
                                                     const std::vector<double>& weights,
                                                     std::size_t capacity) {
  return std::make_unique<PartedSampler>(parts_, *layout_, elements, weights, capacity, n_fields_);
}

std::unique_ptr<FrequencySampler> PartedWaveOperator::frequency_sampler(const FrequencyPoints& points) {
  return std::make_unique<PartedFrequencySampler>(parts_, *layout_, points, n_fields_, Np_);
}

template <class T, class Start>
T PartedWaveOperator::reduce(Start start) {
  std::vector<ReducedCells<T>> sums;
  for (std::size_t i = 0; i < parts_.size(); ++i) sums.push_back(start(i));
  for (GpuWaveOperator* part : parts_) part->launcher().synchronise();
  return sum_over_cells<T>(layout_->kinds, sums);
}

double PartedWaveOperator::energy(const WaveState& u) {
  return reduce<double>([&](std::size_t i) { return parts_[i]->start_energy(parted(u).part(i)); });
}

/// On faces these read ghosts.
Powers PartedWaveOperator::powers(const WaveState& u, double t) {
  exchange_->meet();
  return reduce<Powers>([&](std::size_t i) { return parts_[i]->start_powers(parted(u).part(i), t); });
}

void PartedWaveOperator::set_clock(double start, double dt) {
  for (GpuWaveOperator* part : parts_) part->set_clock(start, dt);
}

void PartedWaveOperator::advance_clock(long steps) {
  for (GpuWaveOperator* part : parts_) part->advance_clock(steps);
}

void PartedWaveOperator::stage(const Stage& stage, const WaveState& u, WaveState& residual,
                               WaveState& u_next) {
  check_stage(stage_form_, stage, u, u_next);
  exchange_->meet();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Stage of_part = stage;
    if (stage.u0 != nullptr) of_part.u0 = &parted(*stage.u0).part(i);
    parts_[i]->stage(of_part, parted(u).part(i), parted(residual).part(i), parted(u_next).part(i));
  }
  exchange_->push(parted(u_next).memory());
}

}  // namespace dgsolve::cuda
