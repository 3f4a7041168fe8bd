/// Sets up flows in a test from primitive variables.
#pragma once

#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

/// Options of a flow with these parameters of its gas, where not the default in natural units.
inline WaveSystem flow_options(const std::string& equation, int order, const Mesh& mesh,
                               const std::map<std::string, double>& gas = {},
                               const std::string& riemann = "hllc") {
  WaveSystem options;
  options.equation = equation;
  options.riemann = riemann;
  options.order = order;
  for (const ParameterInfo& p : find_physics(equation, mesh.dim, "", riemann).info.parameters)
    options.medium[p.name] =
        gas.contains(p.name) ? gas.at(p.name) : p.natural_default.value_or(p.default_value);
  return options;
}

/// The methods by which flows with shocks run, and their names.
inline std::vector<std::pair<std::string, ShockMethod>> methods_for_shocks() {
  std::vector<std::pair<std::string, ShockMethod>> methods(shock_methods.begin(), shock_methods.end());
  std::erase_if(methods, [](const auto& method) { return method.second == ShockMethod::none; });
  return methods;
}

/// The state of a flow at a time: from its initial state, squeezed where the projection is not positive, by
/// steps of a CFL number in the state that each begins with.
struct LimitedRun {
  std::vector<double> state;
  StepRecord steps;
};
inline LimitedRun run_limited(Wave& wave, double final, double cfl = 1) {
  ControlledRungeKutta integrator(
      wave.op,
      [&](WaveState& u) {
        u.upload(wave.project(wave.options.initial, 0));
        wave.op.wave->limit(u);
      },
      control_by_state(wave.op, cfl));
  integrator.set_clock(0, final, 0);
  integrator.advance(1);
  LimitedRun run{std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)),
                 *integrator.record()};
  integrator.download(run.state);
  return run;
}

/// Whether the equation admits a state at all of its nodes.
inline bool is_admissible(const Wave& wave, const std::vector<double>& state) {
  const std::size_t Np = wave.discretization.element.Np, n = wave.physics.n_fields;
  std::vector<double> at_node(n);
  for (std::size_t e = 0; e < state.size() / n / Np; ++e)
    for (std::size_t node = 0; node < Np; ++node) {
      for (std::size_t f = 0; f < n; ++f) at_node[f] = state[(e * n + f) * Np + node];
      if (!wave.physics.admissible(at_node.data(), wave.op.coefficients.cell(static_cast<int>(e), 1)))
        return false;
    }
  return true;
}

}  // namespace dgsolve::test
