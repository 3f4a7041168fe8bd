#include "app/waves/observers/means_observer.hpp"

#include <algorithm>

#include "app/console/log.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

MeansObserver::MeansObserver(const Case& input, SpatialOperator& op, const Integrator& integrator,
                             StateExport& states)
    : options_(*input.wave().means),
      op_(op),
      integrator_(integrator),
      states_(states),
      means_(op.physics, op.coefficients, op.discretization.element.Np),
      first_(options_.from - 1e-10 * options_.every),
      schedule_(options_.every) {}

void MeansObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.time();
  schedule_.pass(seen_ - first_);
  if (seen_ < first_) return;
  const bool is_of_the_time = record.means && record.means->from >= first_;
  has_begun_ = is_of_the_time && means_.set(*record.means, op_.discretization.K());
  if (!has_begun_)
    warn("means begin behind t = {}: the checkpoint has {}", number_text(seen_),
         record.means ? "those from t = " + number_text(record.means->from) + " on" : "none");
}

long MeansObserver::steps_until_due(const TimePosition& position) const {
  const double time = position.time() - first_, dt = position.interval.dt;
  if (has_begun_ || time >= 0) return schedule_.steps_until_due(time, dt);
  return Schedule::steps_within(-time, dt);
}

bool MeansObserver::due(const TimePosition& position) const {
  const double time = position.time();
  return time > seen_ && time >= first_ &&
         (!has_begun_ || schedule_.due(time - first_) || position.at_target());
}

void MeansObserver::observe(const TimePosition& position) {
  seen_ = position.time();
  has_begun_ = true;
  schedule_.pass(seen_ - first_);
  states_.submit(
      integrator_.state(),
      [this](const StateCopy& copy) {
        state_.resize(op_.discretization.n_dofs(op_.physics.n_fields));
        copy.download(state_);
      },
      [this, time = seen_] { means_.add(time, state_); });
}

void MeansObserver::add_written_to(RunRecord& record) {
  if (means_.sums()->samples > 0) record.means = means_.sums();
}

void MeansObserver::finish(Summary& summary) const {
  const MeanSums& sums = *means_.sums();
  if (sums.samples > 0) summary.wave().means = {sums.from, sums.to, sums.samples};
  if (sums.to > sums.from)
    say("means: from t = {} to {}, {} samples", number_text(sums.from), number_text(sums.to), sums.samples);
  else
    warn("means: the run ended at t = {}, and output.means.from is {}: the files show no means over time",
         number_text(summary.wave().time.reached), number_text(options_.from));
}

}  // namespace dgsolve
