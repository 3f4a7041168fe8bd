/// The integrals that the equation names, such as the mass: at the beginning of a run and at its end.
#pragma once

#include <vector>

#include "app/waves/observers/observer.hpp"
#include "solver/waves/integrator.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class IntegralObserver : public Observer {
 public:
  /// Keeps references.
  IntegralObserver(SpatialOperator& op, Integrator& integrator) : op_(op), integrator_(integrator) {}

  void resume(const RunRecord& record, const TimePosition&) override {
    initial_ = record.integrals_initial;
    has_begun_ = true;
  }
  bool due(const TimePosition&) const override { return !has_begun_; }
  void observe(const TimePosition&) override {
    initial_ = now();
    has_begun_ = true;
  }
  void add_to(RunRecord& record) const override { record.integrals_initial = initial_; }
  /// Of the state that the run ended with. Checkpoints of earlier versions know no initial ones: none then.
  void finish(Summary& summary) const override;

 private:
  /// [EquationInfo::integrals]
  std::vector<double> now() const;

  SpatialOperator& op_;
  Integrator& integrator_;
  std::vector<double> initial_;
  bool has_begun_ = false;
};

}  // namespace dgsolve
