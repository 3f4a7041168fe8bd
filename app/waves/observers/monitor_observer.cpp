#include "app/waves/observers/monitor_observer.hpp"

#include "app/console/log.hpp"
#include "app/waves/monitors/monitor_check.hpp"
#include "app/waves/monitors/monitor_results.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/monitors/waveform_end.hpp"

namespace dgsolve {
namespace {

/// What must be the same for sums to be continued.
std::string definition_of(const MonitorOptions& monitor, const std::optional<ReferenceWave>& wave) {
  std::string text =
      std::to_string(static_cast<int>(monitor.type)) + ' ' + std::to_string(static_cast<int>(monitor.side));
  for (const std::string& name : monitor.surface) text += " surface " + name;
  for (const std::string& name : monitor.regions) text += " region " + name;
  for (const auto& x : monitor.points)
    for (const double coordinate : x) text += ' ' + exact_text(coordinate);
  for (const double frequency : monitor.frequencies) text += " f " + exact_text(frequency);
  return text + (wave ? " of " + wave->waveform.text() : "");
}

}  // namespace

MonitorObserver::MonitorObserver(const Case& input, const MonitorOptions& monitor, SpatialOperator& op,
                                 Integrator& integrator, double dt, ExpectedEnd end)
    : input_(input),
      monitor_(monitor),
      op_(op),
      integrator_(integrator),
      sampling_(find_sampling(monitor, input, op, dt)),
      wave_(reference_wave(op, input.wave())),
      definition_(definition_of(monitor, wave_)),
      reference_(monitor.frequencies.size()),
      kept_reference_(reference_),
      end_(std::move(end)),
      tail_(monitor, sampling_, op) {
  make_sampler();
  integrator.after_each_step([this](const WaveState& u, long step) { sampler_->take(u, step); });
}

void MonitorObserver::start() {
  sampler_->take(integrator_.state(), -1);
  first_is_due_ = true;
}

void MonitorObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  const auto found = record.monitors.find(monitor_.name);
  const bool continues = found != record.monitors.end() && found->second.definition == definition_ &&
                         found->second.reference.size() == 2 * reference_.size();
  if (!continues) {
    warn("monitor {} begins behind t = {}: the checkpoint has {}", monitor_.name,
         number_text(position.time()),
         found == record.monitors.end() ? "none of this name" : "one of other places or frequencies");
    return;
  }
  const MonitorRecord& earlier = found->second;
  if (earlier.stride != sampling_.points.stride) {  // the step is another one
    sampling_.points.stride = earlier.stride;
    make_sampler();
  }
  sampler_->write(earlier.sums);
  tail_.set(earlier.tail);
  taken_ = earlier.sums.taken;
  first_is_due_ = position.steps == 0;
  if (first_is_due_) taken_ = 0;
  for (std::size_t f = 0; f < reference_.size(); ++f)
    reference_[f] = {earlier.reference[2 * f], earlier.reference[2 * f + 1]};
  keep();
}

void MonitorObserver::add_reference(double time, double dt) {
  const long before = taken_++, stride = sampling_.points.stride;
  if (before % stride != 0 || !wave_) return;
  const double weight = dt * static_cast<double>(stride) * (before == 0 ? 0.5 : 1.0);
  const double value = weight * wave_->waveform(0, 0, 0, time);
  for (std::size_t f = 0; f < reference_.size(); ++f)
    reference_[f] += value * std::polar(1.0, -sampling_.points.omega[f] * time);
}

void MonitorObserver::observe(const TimePosition& position) {
  const double dt = position.interval.dt;
  if (first_is_due_) add_reference(position.interval.start, dt);
  first_is_due_ = false;
  TimePosition at = position;  // all are of one interval, for a run looks where one ends
  for (long left = position.steps - seen_ - 1; left >= 0; --left) {
    at.done = position.done - left;
    add_reference(at.time(), dt);
  }
  seen_ = position.steps;
  if (tail_.due(position.time(), dt, end_())) sample_tail(position.time());
}

void MonitorObserver::sample_tail(double time) { tail_.take(time, sampler_->read().values, related_to()); }

void MonitorObserver::add_sums_to(RunRecord& record) const {
  MonitorRecord& mine = record.monitors[monitor_.name];
  mine = {definition_, sampling_.points.stride, sampler_->read(), {}, tail_.samples()};
  for (const std::complex<double>& value : reference_) {
    mine.reference.push_back(value.real());
    mine.reference.push_back(value.imag());
  }
}

void MonitorObserver::keep() {
  sampler_->keep();
  kept_taken_ = taken_;
  kept_reference_ = reference_;
}

void MonitorObserver::go_back(const RunRecord&, const TimePosition& position) {
  sampler_->go_back();
  taken_ = kept_taken_;
  reference_ = kept_reference_;
  seen_ = position.steps;
}

void MonitorObserver::finish(Summary& summary) const {
  const Samples sums = sampler_->read();
  if (summary.outcome == Outcome::completed) {
    TailRecord tail = tail_;
    tail.take(summary.wave().time.reached, sums.values, related_to());
    if (monitor_.waves)
      summary.wave().port_waves[monitor_.name] = tail.samples();
    else
      warn_of_tail(tail);
  }
  if (monitor_.waves) return;
  Gathered gathered{{monitor_, op_, sampling_, wave_, reference_, sampling_.at_points(sums.values)}, input_};
  if (monitor_.port_powers && summary.outcome == Outcome::completed)
    gathered.ports = monitor_.port_powers(summary.wave().port_waves);
  const std::vector<ResultTable> tables = write_monitor(gathered);
  std::vector<ResultTable>& all = summary.wave().tables;
  all.insert(all.end(), tables.begin(), tables.end());
}

void MonitorObserver::warn_of_tail(const TailRecord& tail) const {
  const std::optional<TailRecord::Left> left = tail.left_at_end(related_to());
  if (!left || left->share <= TailRecord::tolerable) return;
  const bool sources_act =
      end_of_waveforms(input_.wave(), input_.wave().time.final) >= input_.wave().time.final;
  const std::string cure =
      left->enough  ? fmt::format("expected time.final: {:.3g} or more", *left->enough)
      : sources_act ? "sources still act then; expected waveforms that end, or a longer run"
                    : "it does not fall yet, so that the time it takes is not known; expected a longer run";
  warn(
      "monitor {}: the run ends too early: at frequency {} about {:.2g} of the amplitude is still to come; "
      "{}. time: {{stop: {{decay: 1e-8}}}} ends a longer run once nothing is left",
      monitor_.name, number_text(monitor_.frequencies[left->frequency]), left->share, cure);
}

}  // namespace dgsolve
