/// The host's interior penalty operators.
#pragma once

#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/host/algebra/linear_algebra.hpp"
#include "kernels/host/simd/instruction_set.hpp"

namespace dgsolve::host {

class HostPenaltyMaps : public PenaltyMaps {
 public:
  /// Keeps a reference to the algebra.
  explicit HostPenaltyMaps(HostLinearAlgebra& algebra,
                           InstructionSet instruction_set = choose_instruction_set());

  std::unique_ptr<LinearMap> interior_penalty(const InteriorPenaltyView& view, Precision precision) override;
  std::unique_ptr<LinearMap> on_continuous(const LinearMap& op, const ContinuousNodes& nodes) override;

 private:
  const HostLinearAlgebra& host_algebra_;
  const InstructionSet instruction_set_;
};

}  // namespace dgsolve::host
