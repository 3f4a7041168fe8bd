/// Whether the powers of a wave problem's parts are the rate of its energy.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

/// In a random state of fields and auxiliaries, in which models lose something.
inline void expect_powers_that_add_up(Wave wave) {
  std::vector<double> q(wave.discretization.n_dofs(wave.physics.n_fields) + wave.op.wave->n_auxiliaries());
  std::mt19937 generator(3);
  for (double& value : q) value = std::uniform_real_distribution(-1.0, 1.0)(generator);
  const EnergyRate rate = energy_rate(wave, q, 0.4);
  const auto state = wave.op.wave->allocate();
  state->upload(q);
  const Powers powers = wave.op.wave->powers(*state, 0.4);
  double total = 0;
  for (const PowerTerm& part : power_terms) total += part.sign * powers.*part.value;
  EXPECT_NEAR(total / rate.scale, rate.relative, 1e-12);
  EXPECT_GT(std::abs(powers.loss) / rate.scale, 1e-4);
}

}  // namespace dgsolve::test
