#include "solver/waves/time/circuit_energy.hpp"

#include <vector>

namespace dgsolve {

CircuitEnergy::CircuitEnergy(const SpatialOperator& op) {
  if (!op.circuits.empty()) sampler_ = op.wave->sampler(samples_of_circuits(op.circuits.size(), 1));
}

double CircuitEnergy::in(const WaveState& u) {
  if (!sampler_) return 0;
  sampler_->take(u, -1);
  const std::vector<double> row = sampler_->read().values;
  double sum = 0;
  for (std::size_t i = 2; i < row.size(); i += n_circuit_samples) sum += row[i];
  return sum;
}

}  // namespace dgsolve
