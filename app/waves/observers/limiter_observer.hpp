/// Where the limiter of a flow with shocks acted: kept in checkpoints, and said at the end.
#pragma once

#include "app/waves/observers/observer.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class LimiterObserver : public Observer {
 public:
  /// Keeps a reference.
  explicit LimiterObserver(SpatialOperator& op) : op_(op) {}

  void resume(const RunRecord& record, const TimePosition& position) override;
  bool due(const TimePosition&) const override { return false; }
  void observe(const TimePosition&) override {}
  void add_sums_to(RunRecord& record) const override { record.limited = op_.wave->limited(); }
  void finish(Summary& summary) const override;

 private:
  SpatialOperator& op_;
};

}  // namespace dgsolve
