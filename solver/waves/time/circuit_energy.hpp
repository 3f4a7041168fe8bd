/// The energy that circuits on faces hold beside the fields.
#pragma once

#include <memory>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class CircuitEnergy {
 public:
  /// Must not outlive the operator's wave operator.
  explicit CircuitEnergy(const SpatialOperator& op);

  /// J; waits. 0 where there are no circuits.
  double in(const WaveState& u);

 private:
  std::unique_ptr<Sampler> sampler_;  ///< null where no circuits are
};

}  // namespace dgsolve
