#include "solver/waves/monitors/energy_decay.hpp"

#include <algorithm>

namespace dgsolve {

void EnergyDecay::add(double time, double energy) {
  record_.largest = std::max(record_.largest, energy);
  if (record_.largest == 0 || energy >= share_ * record_.largest)
    record_.below_since.reset();
  else if (!record_.below_since && time >= sources_end_)
    record_.below_since = time;
}

bool EnergyDecay::is_over(double time) const {
  return record_.below_since && time - *record_.below_since >= patience * time;
}

}  // namespace dgsolve
