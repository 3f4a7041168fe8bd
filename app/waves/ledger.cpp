#include "app/waves/ledger.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "io/report/progress.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

std::string header() {
  std::string line = "time,energy";
  for (const PowerPart& part : power_parts) line += std::string(",") + part.name;
  return line + ",remainder";
}

}  // namespace

Ledger::Ledger(const Case& input, SpatialOperator& op)
    : final_(input.time->final),
      op_(op),
      schedule_(input.output.ledger->every),
      file_(input.output.directory, file_name, header()) {}

void Ledger::start() { file_.begin(); }

CsvFile::Resumed Ledger::resume(const LedgerRecord& record, double time, const CsvDigests& earlier) {
  books_ = EnergyLedger(record);
  recent_.clear();
  schedule_.pass(time);
  return file_.resume(time, earlier);
}

bool Ledger::sample(const Lsrk45& integrator, double time) {
  const Stopwatch stopwatch;
  const double energy = op_.wave->energy(integrator.state());
  const Powers powers = op_.wave->powers(integrator.state(), time);
  bool finite = std::isfinite(energy);
  for (const PowerPart& part : power_parts) finite = finite && std::isfinite(powers.*part.value);
  if (!finite) return false;
  books_.add(energy, {time, powers});
  schedule_.pass(time);
  std::vector<double> line{energy};
  for (const PowerPart& part : power_parts) line.push_back(books_.record().work.*part.value);
  line.push_back(books_.remainder());
  file_.add(time, line);
  ++n_samples_;
  seconds_ += stopwatch.seconds();
  flag_growth(time);
  return true;
}

void Ledger::flag_growth(double time) {
  constexpr double tolerable = 0.01;
  constexpr long first_ones = 2 * EnergyLedger::window;  // whose integrals are rough
  constexpr std::size_t newest_ones = 2;
  recent_.push_back(books_.remainder());
  if (recent_.size() > EnergyLedger::window) recent_.erase(recent_.begin());
  if (flagged_ || n_samples_ <= first_ones || recent_.size() < EnergyLedger::window) return;
  // A source switched on between samples gives the integrals errors that change sign from sample to sample,
  // and then nothing; what is unstable grows at every one, and not at the newest alone.
  const bool grows = std::is_sorted(recent_.begin(), recent_.end());
  const double growth = recent_[EnergyLedger::window - 1 - newest_ones] - recent_.front();
  const double share = recent_.back() / books_.put_in();
  if (!(grows && growth > tolerable * books_.put_in() && share > tolerable)) return;
  flagged_ = true;
  warn(
      "ledger: at t = %s %.2g %% of the energy put in has come from nowhere: the time step is too large for "
      "what happens in it, or samples are too far apart",
      number_text(time).c_str(), 100 * share);
}

void Ledger::report_cost(double wall_seconds) const {
  if (n_samples_ == 0) return;
  say("ledger: %ld samples of %s each, %.0f %% of the wall-clock time", n_samples_,
      format_duration(seconds_ / static_cast<double>(n_samples_)).c_str(), 100 * seconds_ / wall_seconds);
}

}  // namespace dgsolve
