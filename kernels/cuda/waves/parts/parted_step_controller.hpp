/// Decides on steps of a problem in parts: the host reduces what they measured, and each part decides by
/// that.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/parts/part_exchange.hpp"
#include "kernels/cuda/waves/parts/part_layout.hpp"

namespace dgsolve::cuda {

class PartedStepController : public StepController {
 public:
  /// Keeps references to layout and exchange. compare: null where errors are not relative.
  PartedStepController(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
                       PartExchange& exchange, StepRule rule, const ErrorWeights& weights,
                       RelativeSize compare);

  void set(const StepControl& control) override;
  StepControl control() const override { return parts_[0]->control(); }
  void end_step(const WaveState& first, const WaveState& before, WaveState& u, WaveState& estimate) override;
  bool may_be_recorded() const override { return false; }

 private:
  const PartLayout& layout_;
  PartExchange& exchange_;
  const RelativeSize compare_;
  std::vector<std::unique_ptr<PartStepController>> parts_;
};

}  // namespace dgsolve::cuda
