#include "kernels/cuda/waves/parts/parted_step_controller.hpp"

#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

PartedStepController::PartedStepController(const std::vector<std::unique_ptr<WavePart>>& operators,
                                           const PartLayout& layout, PartExchange& exchange,
                                           const ErrorWeights& weights)
    : layout_(layout), exchange_(exchange) {
  for (const auto& op : operators) parts_.push_back(op->part_step_controller(weights));
}

void PartedStepController::set(const StepControl& control) {
  for (const auto& part : parts_) part->set(control);
}

/// A part that takes the step back sets its ghosts too, which others may still be writing: hence `meet`.
void PartedStepController::end_step(const WaveState& first, const WaveState& before, WaveState& u,
                                    WaveState& estimate) {
  for (std::size_t i = 0; i < parts_.size(); ++i)
    parts_[i]->start_sums(parted(first).part(i), parted(before).part(i), parted(u).part(i),
                          parted(estimate).part(i));
  std::vector<ReducedCells> errors, energies;
  for (const auto& part : parts_) {
    const StepSums sums = part->sums();
    errors.push_back(sums.errors);
    energies.push_back(sums.energies);
  }
  const double error = sum_over_cells(layout_.kinds, errors).front(),
               energy = sum_over_cells(layout_.kinds, energies).front();
  exchange_.meet();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    parts_[i]->end_step(error, energy, parted(first).part(i), parted(u).part(i));
}

}  // namespace dgsolve::cuda
