#include "app/waves/observers/ledger_observer.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/waves/observers/continued_table.hpp"
#include "io/report/progress.hpp"
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
    : final_(input.wave().time.final),
      op_(op),
      integrator_(integrator),
      schedule_(input.wave().ledger->every),
      file_(input.output.directory, file_name, header()) {}

void LedgerObserver::start() {
  file_.begin();
  wall_ = {};
}

void LedgerObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.time();
  wall_ = {};
  go_back(record, position);
}

void LedgerObserver::go_back(const RunRecord& record, const TimePosition& position) {
  books_ = EnergyLedger(record.ledger);
  recent_.clear();
  schedule_.pass(position.time());
  continue_and_report(file_, position.time(), record);
}

bool LedgerObserver::due(const TimePosition& position) const {
  const double time = position.time();
  return time > seen_ && (books_.record().samples.empty() || schedule_.due(time) || time >= final_);
}

void LedgerObserver::add_to(RunRecord& record) const {
  record.ledger = books_.record();
  file_.add_digest(record.tables);
}

void LedgerObserver::sample(double time) {
  const Stopwatch stopwatch;
  const WaveState& state = integrator_.state();
  const double energy = op_.wave->energy(state);
  const Powers powers = op_.wave->powers(state, time);
  seen_ = time;
  finite_ = std::isfinite(energy);
  for (const PowerTerm& part : power_terms) finite_ = finite_ && std::isfinite(powers.*part.value);
  if (!finite_) return;
  books_.add(energy, {time, powers});
  schedule_.pass(time);
  std::vector<double> line{energy};
  for (const PowerTerm& part : power_terms) line.push_back(books_.record().work.*part.value);
  line.push_back(books_.remainder());
  file_.add(time, line);
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
