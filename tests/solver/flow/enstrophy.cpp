/// The enstrophy of flows whose curl is known.

#include "solver/flow/enstrophy.hpp"

#include <gtest/gtest.h>

#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

/// A rigid rotation has the curl 2.
TEST(Enstrophy, of_a_rotation_is_twice_its_mass_in_straight_and_curved_cells) {
  for (const int dim : {2, 3}) {
    const Mesh mesh = half_curved_box(dim);
    WaveSystem options = flow_options("euler", 2, mesh);
    set_walls(options, mesh, "slip_wall");
    const Wave wave(mesh, options);
    const auto state = wave.op.wave->allocate();
    state->upload(wave.project(parse({{"rho", "3"}, {"u", "-y"}, {"v", "x"}, {"p", "10"}}), 0));
    const double mass = wave.op.wave->integrals(*state)[0];
    EXPECT_NEAR(enstrophy(wave.op, *state), 2 * mass, 1e-12 * mass) << dim;
  }
}

/// ½∫|ω|² = ⅜ (2π)³ of the Taylor–Green vortex, by its formula.
TEST(Enstrophy, of_the_taylor_green_vortex_is_that_of_its_formula) {
  const Mesh mesh = make_box(box_of(3, 6, 0, 2 * M_PI, true));
  const Wave wave(mesh, flow_options("euler", 4, mesh));
  const auto state = wave.op.wave->allocate();
  state->upload(wave.project(
      parse({{"rho", "1"}, {"u", "sin(x)*cos(y)*cos(z)"}, {"v", "-cos(x)*sin(y)*cos(z)"}, {"p", "100"}}), 0));
  EXPECT_NEAR(enstrophy(wave.op, *state) / std::pow(2 * M_PI, 3), 0.375, 5e-4);
}

}  // namespace
}  // namespace dgsolve::test
