#include "app/waves/observers/run_observers.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "app/problem/problem.hpp"
#include "app/waves/observers/circuit_observer.hpp"
#include "app/waves/observers/force_observer.hpp"
#include "app/waves/observers/integral_observer.hpp"
#include "app/waves/observers/ledger_observer.hpp"
#include "app/waves/observers/limiter_observer.hpp"
#include "app/waves/observers/means_observer.hpp"
#include "app/waves/observers/monitor_observer.hpp"
#include "app/waves/observers/probe_observer.hpp"
#include "app/waves/observers/progress_observer.hpp"
#include "solver/waves/circuits.hpp"

namespace dgsolve {

template <class T, class... Arguments>
T* RunObservers::add(Arguments&&... arguments) {
  auto observer = std::make_unique<T>(std::forward<Arguments>(arguments)...);
  T* const added = observer.get();
  all_.push_back(std::move(observer));
  return added;
}

RunObservers::RunObservers(const Case& input, SpatialOperator& op, const Mesh& mesh, Integrator& integrator,
                           double dt, const Progress& progress, CheckpointObserver::Totals totals)
    : input_(input), states_(op) {
  if (input.wave().ledger) add<LedgerObserver>(input, op, integrator);
  if (!input.output.probes.empty()) add<ProbeObserver>(input, op, integrator);
  if (!circuit_groups(input.wave()).empty()) add<CircuitObserver>(input, op, integrator);
  for (const MonitorOptions& monitor : input.wave().monitors)
    add<MonitorObserver>(input, monitor, op, integrator, dt,
                         [this] { return decay_ ? decay_->expected_end() : input_.wave().time.final; });
  if (!op.physics.info.integrals.named.empty()) add<IntegralObserver>(input, op, integrator);
  for (const ForceOptions& force : input.wave().forces) add<ForceObserver>(input, force, op, integrator);
  check_ = add<EnergyCheck>(input, op, integrator, all_);
  samples_ = add<EnergySamples>(*check_);
  if (input.wave().time.stop_at_decay) decay_ = add<DecayStop>(input, *check_);
  add<ProgressObserver>(input.wave().time.final, progress, integrator, *check_);
  if (op.shocks != ShockMethod::none) add<LimiterObserver>(op);
  const MeansObserver* means =
      input.wave().means ? add<MeansObserver>(input, op, integrator, states_) : nullptr;
  fields_ = add<FieldObserver>(input, op, integrator, states_, means ? &means->means() : nullptr);
  checkpoints_ = add<CheckpointObserver>(input, op, mesh, integrator, states_, std::move(totals), all_);
}

// Backwards: checkpoints are set aside before what they rely on is cut.

void RunObservers::start() {
  begin_results(input_);
  std::for_each(all_.rbegin(), all_.rend(), [&](const auto& observer) { observer->start(); });
}

void RunObservers::resume(const RunRecord& record, const TimePosition& position) {
  fields_->join(record.snapshots);  // which may be refused: before anything changes
  begin_results(input_);
  std::for_each(all_.rbegin(), all_.rend(),
                [&](const auto& observer) { observer->resume(record, position); });
}

long RunObservers::steps_until_due(const TimePosition& position) const {
  long n = std::numeric_limits<long>::max();
  for (const auto& observer : all_) n = std::min(n, observer->steps_until_due(position));
  return n;
}

void RunObservers::observe(const TimePosition& position) {
  states_.check();
  for (const auto& observer : all_)
    if (observer->due(position)) observer->observe(position);
}

std::filesystem::path RunObservers::observe_with_checkpoint(const TimePosition& position) {
  checkpoints_->ask();
  observe(position);
  return checkpoints_->file_after(position.steps);
}

std::filesystem::path RunObservers::write_last_good(const TimePosition& position) {
  finish_writing();  // the thread may be reading the tables
  const RunRecord record = check_->good_record();
  std::for_each(all_.rbegin(), all_.rend(),
                [&](const auto& observer) { observer->go_back(record, position); });
  checkpoints_->observe(position);
  return fields_->write_last_good(position);
}

void RunObservers::finish(Summary& summary) const {
  std::exception_ptr failure;
  for (const auto& observer : all_) try {
      observer->finish(summary);
    } catch (const std::exception&) {
      if (!failure) failure = std::current_exception();
    }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace dgsolve
