#include "app/waves/observers/force_observer.hpp"

#include <algorithm>
#include <cmath>

#include "app/waves/observers/continued_table.hpp"
#include "io/base/files.hpp"
#include "io/tables/force_table.hpp"

namespace dgsolve {

ForceObserver::ForceObserver(const Case& input, const ForceOptions& options, SpatialOperator& op,
                             Integrator& integrator)
    : final_(input.wave().time.final),
      integrator_(integrator),
      forces_(op, input.wave(), options),
      sampler_(op.wave->sampler(forces_.samples())),
      schedule_(options.every),
      file_(input.output.directory, force_file(options.name),
            header_of_forces(op.physics.info, options, input.si)) {}

void ForceObserver::start() {
  make_folder((file_.directory() / file_.name()).parent_path());
  file_.begin();
}

void ForceObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.time();
  go_back(record, position);
}

void ForceObserver::go_back(const RunRecord& record, const TimePosition& position) {
  schedule_.pass(position.time());
  make_folder((file_.directory() / file_.name()).parent_path());
  continue_and_report(file_, position.time(), record);
}

bool ForceObserver::due(const TimePosition& position) const {
  const double time = position.time();
  return time > seen_ && (schedule_.due(time) || time >= final_ || !std::isfinite(seen_));
}

void ForceObserver::observe(const TimePosition& position) {
  const double time = position.time();
  sampler_->take(integrator_.state(), position.steps - 1);
  const std::vector<double> values = forces_.at(sampler_->read().values, time);
  finite_ = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  if (!finite_) return;
  seen_ = time;
  schedule_.pass(time);
  file_.add(time, values);
}

}  // namespace dgsolve
