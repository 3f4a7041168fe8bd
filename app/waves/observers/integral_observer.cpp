#include "app/waves/observers/integral_observer.hpp"

namespace dgsolve {

std::vector<double> IntegralObserver::now() const {
  std::vector<double> values = op_.wave->integrals(integrator_.state());
  values.resize(op_.physics.info.integrals.size());
  return values;
}

void IntegralObserver::finish(Summary& summary) const {
  const std::vector<IntegralInfo>& infos = op_.physics.info.integrals;
  if (initial_.size() != infos.size()) return;
  const std::vector<double> final = now();
  for (std::size_t i = 0; i < infos.size(); ++i)
    summary.wave().integrals.push_back({infos[i].name, initial_[i], final[i]});
}

}  // namespace dgsolve
