#include "solver/waves/initial_speeds.hpp"

#include <algorithm>

#include "solver/waves/variables.hpp"

namespace dgsolve {

StateSpeeds initial_speeds(const Discretization& d, const Physics& physics, const WaveOptions& options,
                           const Coefficients& coefficients) {
  StateSpeeds speeds;
  if (physics.info.linear) return speeds;
  speeds.waves.resize(d.K());
  speeds.diffusivities.resize(d.K());
  for_each_state(d, physics, coefficients, options.initial,
                 [&](int e, int, const std::vector<double>&, const double* initial, const double* c) {
                   const double* const u = options.initial.empty() ? physics.example.data() : initial;
                   speeds.waves[e] = std::max(speeds.waves[e], physics.max_speed(u, c));
                   if (physics.diffusivity)
                     speeds.diffusivities[e] = std::max(speeds.diffusivities[e], physics.diffusivity(u, c));
                 });
  return speeds;
}

}  // namespace dgsolve
