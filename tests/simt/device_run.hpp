/// A run of a wave problem that asks everything of a device that a run may ask.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/device/device.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/test_equations.hpp"

namespace dgsolve::test {

/// All that a run asks of a device: states in and out, recorded and plain stages, energy and powers, samples.
struct RunResult {
  std::vector<double> initial, final, samples;
  std::vector<Samples> transforms;  ///< at points, and at nodes
  double energy;
  Powers powers;
  bool restored;  ///< a copy and a raw copy are the state itself
  std::vector<std::byte> raw;
  StepRecord steps;  ///< some of which were rejected
  std::vector<std::byte> after_steps;
  StepRecord by_state;  ///< steps that follow the state, where it may limit them
  std::vector<std::byte> after_by_state;
  StepRecord by_relative_errors;  ///< some of which were rejected
};

/// Enough for steps by errors to reject some and to accept some.
constexpr int n_tried_pairs = 5, n_tried = 2 * n_tried_pairs;

/// Tries that many steps by a scheme of no good order, as the controller says from there on; weights: of its
/// estimate of errors. Returns where it stands then.
inline StepControl try_steps(Device& device, WaveOperator& wave, const StepControl& control,
                             const ErrorWeights& weights, WaveState& u, WaveState& residual,
                             RelativeSize compare = nullptr) {
  const auto next = wave.allocate(), other = wave.allocate();
  const auto controller = wave.step_controller(control.rule, weights, compare);
  controller->set(control);
  const auto try_step = [&](WaveState& from, WaveState& to) {
    wave.stage({0, 0.3, 0}, from, residual, *next);
    wave.stage({.a = -0.4, .b = 0.2, .c = 0.5, .keeps_residual = false}, *next, residual, to);
    controller->end_step(from, *next, to, residual);
  };
  const auto two_steps = [&] {
    try_step(u, *other);
    try_step(*other, u);
  };
  const auto recording = controller->may_be_recorded() ? device.record(two_steps) : nullptr;
  for (int i = 0; i < n_tried_pairs; ++i) recording ? recording->replay() : two_steps();
  return controller->control();
}

/// Tries steps whose size follows from their errors, far too large ones first.
inline void run_controlled(Device& device, WaveOperator& wave, WaveState& u, WaveState& residual,
                           RunResult& result) {
  StepControl control;
  control.dt = 0.3;
  control.tolerance = 0.5;
  control.target = control.final = 10;
  const StepControl found = try_steps(device, wave, control, {0.5, -1, 0.5}, u, residual);
  EXPECT_EQ(found.accepted + found.rejected, n_tried);
  result.steps = found;
  result.after_steps = u.save();
}

/// Tries more steps with a CFL number in the state than are needed.
inline void run_by_state(Device& device, WaveOperator& wave, WaveState& u, WaveState& residual,
                         RunResult& result) {
  StepControl control;
  control.rule = StepRule::state;
  control.cfl = 0.3;
  control.follow(wave.step_rate(u));
  control.target = (n_tried_pairs + 0.5) * control.dt;
  const StepControl found = try_steps(device, wave, control, {}, u, residual);
  EXPECT_EQ(found.time, control.target);
  EXPECT_TRUE(!found.keeps && found.accepted >= n_tried_pairs && found.accepted < n_tried &&
              found.rejected == 0);
  EXPECT_EQ(found.dt, control.cfl / wave.step_rate(u));
  result.by_state = found;
  result.after_by_state = u.save();
}

/// Tries steps whose relative errors are bounded, far too large ones first.
inline void run_by_relative_errors(Device& device, WaveOperator& wave, const std::string& type, WaveState& u,
                                   WaveState& residual, RunResult& result) {
  const auto equations = all_equations();
  const auto equation = std::ranges::find_if(equations, [&](const Physics* physics) {
    const auto& viscous = physics->with_artificial_viscosity;
    return physics->info.type == type || (viscous && viscous->type == type);
  });
  StepControl control;
  control.rule = StepRule::relative_error;
  control.dt = 30 / wave.step_rate(u);
  control.tolerance = 1e-2;
  control.target = 1e3 * control.dt;
  const StepControl found =
      try_steps(device, wave, control, {0.5, -1, 0.5}, u, residual, (*equation)->relative_size);
  EXPECT_TRUE(found.accepted > 0 && found.rejected > 0);
  result.by_relative_errors = found;
}

inline RunResult run(Device& device, const WaveProblem& problem, const std::vector<double>& u) {
  const auto wave = device.wave(problem);
  const auto first = wave->allocate(), second = wave->allocate(), residual = wave->allocate();
  first->upload(u);
  const std::vector<int> elements{problem.K - 1, 0, problem.K / 2};
  std::vector<double> weights(elements.size() * problem.reference.Np);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::sin(static_cast<double>(i));
  const std::size_t n_rows = 6, row_size = elements.size() * problem.n_fields;
  const auto sampler = wave->sampler({SampleKind::rows, elements, weights, n_rows});
  std::vector<int> circuits(problem.circuits.all.size());
  std::iota(circuits.begin(), circuits.end(), 0);
  const auto of_circuits =
      circuits.empty() ? nullptr : wave->sampler({SampleKind::circuits, circuits, {}, n_rows});
  const std::vector<double> omega{0, 9.5, 2.1e4};
  const auto at_points = wave->sampler({SampleKind::transforms, elements, weights, 0, omega, 2}),
             at_nodes = wave->sampler({SampleKind::transforms, elements, {}, 0, omega, 1});
  RunResult result{std::vector<double>(u.size()),
                   std::vector<double>(u.size()),
                   {},
                   {},
                   0,
                   {},
                   false,
                   {},
                   {},
                   {},
                   {},
                   {},
                   {}};
  first->download(result.initial);
  result.energy = wave->energy(*first);
  const auto two_steps = [&] {
    for (const long step : {0, 1}) {
      wave->stage({0, 0.3, 0, step}, *first, *residual, *second);
      wave->stage({-0.4, 0.2, 0.5, step}, *second, *residual, *first);
      sampler->take(*first, step);
      if (of_circuits) of_circuits->take(*first, step);
      at_points->take(*first, step);
      at_nodes->take(*first, step);
    }
    wave->advance_clock(2);
  };
  wave->set_clock(0.2, 1e-4);
  at_points->take(*first, -1);
  const auto recording = device.record(two_steps);
  recording->replay();
  if (problem.linear) result.powers = wave->powers(*first, 0.9);  // at a time of its own
  two_steps();
  recording->replay();
  device.synchronise();
  first->download(result.final);
  result.transforms = {at_points->read(), at_nodes->read()};
  at_nodes->go_back();
  EXPECT_EQ(at_nodes->read().values, std::vector<double>(result.transforms[1].values.size()));
  at_nodes->write(result.transforms[1]);
  EXPECT_EQ(at_nodes->read().values, result.transforms[1].values);

  result.samples = sampler->read().values;
  const std::vector<double> last = sample(*wave, *first, elements, weights);
  EXPECT_TRUE(std::equal(last.begin(), last.end(), result.samples.end() - static_cast<long>(row_size)));

  if (of_circuits) {
    const std::vector<double> rows = of_circuits->read().values;
    EXPECT_EQ(rows.size(), n_rows * circuits.size() * n_circuit_samples);
    result.samples.insert(result.samples.end(), rows.begin(), rows.end());
  }
  residual->assign(*first);
  second->restore(residual->save());
  result.raw = first->save();
  result.restored = second->save() == result.raw;
  run_controlled(device, *wave, *first, *residual, result);
  if (problem.steps.cell_rates.empty()) return result;
  first->restore(result.raw);
  run_by_state(device, *wave, *first, *residual, result);
  first->restore(result.raw);
  run_by_relative_errors(device, *wave, problem.type, *first, *residual, result);
  return result;
}

}  // namespace dgsolve::test
