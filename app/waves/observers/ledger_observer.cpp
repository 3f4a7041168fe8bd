#include "app/waves/observers/ledger_observer.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "io/report/results/progress.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/base/phase_clock.hpp"

namespace dgsolve {
namespace {

std::string header() {
  std::string line = "time,energy";
  for (const PowerTerm& part : power_terms) line += std::string(",") + part.name;
  return line + ",remainder";
}

}  // namespace

LedgerObserver::LedgerObserver(const Case& input, SpatialOperator& op, const Integrator& integrator)
    : TableObserver(input, file_name, header(), input.wave().ledger->every),
      op_(op),
      integrator_(integrator) {}

void LedgerObserver::start() {
  TableObserver::start();
  wall_ = {};
}

void LedgerObserver::resume(const RunRecord& record, const TimePosition& position) {
  wall_ = {};
  TableObserver::resume(record, position);
}

void LedgerObserver::go_back(const RunRecord& record, const TimePosition& position) {
  books_ = EnergyLedger(record.ledger);
  recent_.clear();
  TableObserver::go_back(record, position);
}

bool LedgerObserver::due(const TimePosition& position) const {
  return TableObserver::due(position) || (books_.record().samples.empty() && is_news(position.time()));
}

void LedgerObserver::add_to(RunRecord& record) const {
  record.ledger = books_.record();
  TableObserver::add_to(record);
}

void LedgerObserver::sample(double time) {
  const Stopwatch stopwatch;
  const WaveState& state = integrator_.state();
  const double energy = op_.wave->energy(state);
  const Powers powers = op_.wave->powers(state, time);
  std::vector<double> sample{energy}, line{energy};
  for (const PowerTerm& part : power_terms) sample.push_back(powers.*part.value);
  if (!look(time, sample)) return;
  books_.add(energy, {time, powers});
  for (const PowerTerm& part : power_terms) line.push_back(books_.record().work.*part.value);
  line.push_back(books_.remainder());
  add_line(line);
  ++n_samples_;
  seconds_ += stopwatch.seconds();
  flag_growth(time);
}

void LedgerObserver::flag_growth(double time) {
  constexpr double tolerable = 0.01;
  constexpr long first_ones = 2 * EnergyLedger::window;  // whose integrals are rough
  constexpr std::size_t newest_ones = 2;
  recent_.push_back(books_.remainder());
  if (recent_.size() > EnergyLedger::window) recent_.erase(recent_.begin());
  if (flagged_ || n_samples_ <= first_ones || recent_.size() < EnergyLedger::window) return;
  // A source switched on between samples gives the integrals errors that change sign from sample to sample
  // and then vanish. Instability grows at every sample, not at the newest alone.
  const bool grows = std::is_sorted(recent_.begin(), recent_.end());
  const double growth = recent_[EnergyLedger::window - 1 - newest_ones] - recent_.front();
  const double share = recent_.back() / books_.put_in();
  if (!(grows && growth > tolerable * books_.put_in() && share > tolerable)) return;
  flagged_ = true;
  warn(
      "ledger: at t = {} {:.2g} % of the energy put in has come from nowhere: the time step is too large for "
      "what happens in it, or samples are too far apart",
      number_text(time), 100 * share);
}

void LedgerObserver::finish(Summary& summary) const {
  if (books_.record().samples.empty()) return;
  summary.wave().ledger = books_;
  if (n_samples_ == 0) return;
  say("ledger: {} samples of {} each, {:.0f} % of the wall-clock time", n_samples_,
      format_duration(seconds_ / static_cast<double>(n_samples_)), 100 * seconds_ / wall_.seconds());
}

}  // namespace dgsolve
