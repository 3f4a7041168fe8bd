#include "app/waves/observers/integral_observer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/waves/observers/continued_table.hpp"
#include "solver/flow/enstrophy.hpp"

namespace dgsolve {
namespace {

/// "time,mass (kg/m)"
std::string header_of_integrals(const EquationInfo& equation, bool si) {
  std::string line = "time";
  for (const IntegralInfo& integral : integral_infos(equation))
    line += ',' + (si ? fmt::format("{} ({})", integral.name, integral.unit) : integral.name);
  return line;
}

}  // namespace

IntegralObserver::IntegralObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : final_(input.wave().time.final), op_(op), integrator_(integrator), schedule_(input.wave().integrals) {
  if (input.wave().integrals)
    file_.emplace(input.output.directory, file_name, header_of_integrals(op.physics.info, input.si));
}

void IntegralObserver::start() {
  if (file_) file_->begin();
}

void IntegralObserver::resume(const RunRecord& record, const TimePosition& position) {
  initial_ = record.integrals_initial;
  has_begun_ = true;
  seen_ = position.time();
  go_back(record, position);
}

void IntegralObserver::go_back(const RunRecord& record, const TimePosition& position) {
  if (!file_) return;
  schedule_.pass(position.time());
  continue_and_report(*file_, position.time(), record);
}

bool IntegralObserver::due(const TimePosition& position) const {
  const double time = position.time();
  return !has_begun_ || (file_ && time > seen_ && (schedule_.due(time) || time >= final_));
}

void IntegralObserver::observe(const TimePosition& position) {
  const std::vector<double> values = integrals_of(op_, integrator_.state());
  if (!has_begun_) initial_ = values;
  has_begun_ = true;
  seen_ = position.time();
  finite_ = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  if (!file_ || !finite_) return;
  schedule_.pass(seen_);
  file_->add(seen_, values);
}

void IntegralObserver::add_to(RunRecord& record) const {
  record.integrals_initial = initial_;
  if (file_) file_->add_digest(record.tables);
}

void IntegralObserver::add_written_to(RunRecord&) {
  if (file_) file_->sync();
}

void IntegralObserver::finish(Summary& summary) const {
  const std::vector<IntegralInfo> infos = integral_infos(op_.physics.info);
  if (initial_.size() != infos.size()) return;
  const std::vector<double> final = integrals_of(op_, integrator_.state());
  for (std::size_t i = 0; i < infos.size(); ++i)
    summary.wave().integrals.push_back({infos[i].name, initial_[i], final[i]});
}

}  // namespace dgsolve
