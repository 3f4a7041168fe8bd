#include "app/waves/observers/limiter_observer.hpp"

#include <algorithm>

#include "app/console/log.hpp"

namespace dgsolve {

void LimiterObserver::resume(const RunRecord& record, const TimePosition&) {
  if (record.limited.size() == static_cast<std::size_t>(op_.discretization.K()))
    op_.wave->set_limited(record.limited);
  else
    warn("shocks: the checkpoint has no map of the limiter, which begins anew");
}

void LimiterObserver::finish(Summary& summary) const {
  const std::vector<double> limited = op_.wave->limited();
  const double time = summary.wave().time.reached;
  if (limited.empty() || !(time > 0)) return;
  LimiterSummary found{};
  for (const double acted : limited) {
    found.cells += acted > 0 ? 1.0 / static_cast<double>(limited.size()) : 0;
    found.strength += acted / time / static_cast<double>(limited.size());
    found.strongest = std::max(found.strongest, acted / time);
    found.of_cells.push_back(acted / time);
  }
  summary.wave().limiter = found;
  say("shocks: the limiter acted in {:.2g} % of the cells; its strength, on average over time, was {:.2g} % "
      "in all cells, and {:.2g} % in the cell where it was strongest",
      100 * found.cells, 100 * found.strength, 100 * found.strongest);
  constexpr double much = 0.5;  // of all cells at all times, and they are no longer those of the scheme
  if (found.strength > much)
    warn(
        "shocks: the limiter acts in most cells at most times: the flow is not resolved; expected a finer "
        "mesh");
}

}  // namespace dgsolve
