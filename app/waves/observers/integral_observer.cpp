#include "app/waves/observers/integral_observer.hpp"

#include <fmt/core.h>

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
    : TableObserver(input, file_name, header_of_integrals(op.physics.info, input.si), input.wave().integrals),
      op_(op),
      integrator_(integrator) {}

void IntegralObserver::resume(const RunRecord& record, const TimePosition& position) {
  initial_ = record.integrals_initial;
  has_begun_ = true;
  TableObserver::resume(record, position);
}

void IntegralObserver::observe(const TimePosition& position) {
  const std::vector<double> values = integrals_of(op_, integrator_.state());
  if (!has_begun_) initial_ = values;
  has_begun_ = true;
  if (look(position.time(), values)) add_line(values);
}

void IntegralObserver::add_to(RunRecord& record) const {
  record.integrals_initial = initial_;
  TableObserver::add_to(record);
}

void IntegralObserver::finish(Summary& summary) const {
  const std::vector<IntegralInfo> infos = integral_infos(op_.physics.info);
  if (initial_.size() != infos.size()) return;
  const std::vector<double> final = integrals_of(op_, integrator_.state());
  for (std::size_t i = 0; i < infos.size(); ++i)
    summary.wave().integrals.push_back({infos[i].name, initial_[i], final[i]});
}

}  // namespace dgsolve
