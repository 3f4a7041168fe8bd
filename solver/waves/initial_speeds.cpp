#include "solver/waves/initial_speeds.hpp"

#include <algorithm>

#include "kernels/base/cell_loop.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {

StateSpeeds initial_speeds(const Discretization& d, const Physics& physics, const WaveOptions& options,
                           const Coefficients& coefficients) {
  StateSpeeds speeds;
  if (physics.linear) return speeds;
  const int Np = d.element.Np;
  const bool is_given = !options.initial.empty();
  const FormulaSet formulas(in_order(variable_names(physics.info), options.initial));
  speeds.waves.resize(d.K());
  speeds.diffusivities.resize(d.K());
  for_each_cell(d.K(), [&](int e) {
    const std::vector<double> values = evaluate_at(formulas, d.mesh.dim, d.nodes_of(e));  // [field][node]
    std::vector<double> variables(physics.n_fields), u = physics.example;
    for (int i = 0; i < Np; ++i) {
      const double* c = coefficients.cell(e, Np) + (physics.nodal_coefficients ? i * coefficients.n : 0);
      for (int f = 0; f < physics.n_fields; ++f) variables[f] = values[f * Np + i];
      if (is_given && physics.info.primitive)
        physics.info.primitive->state(variables.data(), c, u.data());
      else if (is_given)
        u = variables;
      speeds.waves[e] = std::max(speeds.waves[e], physics.max_speed(u.data(), c));
      if (physics.diffusivity)
        speeds.diffusivities[e] = std::max(speeds.diffusivities[e], physics.diffusivity(u.data(), c));
    }
  });
  return speeds;
}

}  // namespace dgsolve
