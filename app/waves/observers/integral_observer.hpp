/// The integrals that the equation names, such as the mass, and a flow's enstrophy: at the beginning of a run
/// and at its end, and, where the case asks for it, over time in integrals.csv.
#pragma once

#include <vector>

#include "app/waves/observers/table_observer.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class IntegralObserver : public TableObserver {
 public:
  static constexpr const char* file_name = "integrals.csv";

  /// Keeps references.
  IntegralObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void resume(const RunRecord& record, const TimePosition& position) override;
  bool due(const TimePosition& position) const override {
    return !has_begun_ || TableObserver::due(position);
  }
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override;
  /// Of the state that the run ended with. Checkpoints of earlier versions know no initial ones: none then.
  void finish(Summary& summary) const override;

 private:
  SpatialOperator& op_;
  Integrator& integrator_;
  std::vector<double> initial_;
  bool has_begun_ = false;
};

}  // namespace dgsolve
