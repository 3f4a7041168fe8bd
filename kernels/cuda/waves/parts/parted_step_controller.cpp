#include "kernels/cuda/waves/parts/parted_step_controller.hpp"

#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

PartedStepController::PartedStepController(const std::vector<std::unique_ptr<WavePart>>& operators,
                                           const PartLayout& layout, PartExchange& exchange, StepRule rule,
                                           const ErrorWeights& weights, RelativeSize compare)
    : layout_(layout), exchange_(exchange), compare_(compare) {
  for (const auto& op : operators) parts_.push_back(op->part_step_controller(rule, weights));
}

void PartedStepController::set(const StepControl& control) {
  for (const auto& part : parts_) part->set(control);
}

/// A part that takes the step back sets its ghosts too, which others may still be writing: hence `meet`.
void PartedStepController::end_step(const WaveState& first, const WaveState& before, WaveState& u,
                                    WaveState& estimate) {
  for (std::size_t i = 0; i < parts_.size(); ++i)
    parts_[i]->start_measures(parted(first).part(i), parted(before).part(i), parted(u).part(i),
                              parted(estimate).part(i));
  std::vector<ReducedCells> states, errors;
  for (const auto& part : parts_) {
    const StepMeasures sums = part->sums();
    states.push_back(sums.of_state);
    if (sums.of_error) errors.push_back(*sums.of_error);
  }
  const std::vector<double> of_states = sum_over_cells(layout_.kinds, states),
                            of_errors = errors.empty() ? std::vector<double>{0.0}
                                                       : sum_over_cells(layout_.kinds, errors);
  const double of_state = of_states.front(),
               of_error = compare_ ? compare_(of_errors.data(), of_states.data()) : of_errors.front();
  exchange_.meet();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    parts_[i]->end_step(of_state, of_error, parted(first).part(i), parted(u).part(i));
}

}  // namespace dgsolve::cuda
