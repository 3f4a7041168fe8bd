#include "solver/waves/time/circuit_energy.hpp"

#include <numeric>
#include <vector>

namespace dgsolve {

CircuitEnergy::CircuitEnergy(const SpatialOperator& op) {
  if (op.circuits.empty()) return;
  SamplePoints all{
      .kind = SampleKind::circuits, .elements = std::vector<int>(op.circuits.size()), .capacity = 1};
  std::iota(all.elements.begin(), all.elements.end(), 0);
  sampler_ = op.wave->sampler(all);
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
