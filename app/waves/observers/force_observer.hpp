/// Forces on bodies over time, in forces/NAME.csv.
#pragma once

#include <memory>

#include "app/waves/observers/table_observer.hpp"
#include "solver/flow/forces.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class ForceObserver : public TableObserver {
 public:
  /// Keeps references.
  ForceObserver(const Case& input, const ForceOptions& options, SpatialOperator& op, Integrator& integrator);

  void observe(const TimePosition& position) override;

 private:
  const Integrator& integrator_;
  const Forces forces_;
  const std::unique_ptr<Sampler> sampler_;
};

}  // namespace dgsolve
