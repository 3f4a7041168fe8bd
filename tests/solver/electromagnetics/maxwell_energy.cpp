/// The semi-discrete energy: conserved by the central flux between perfect conductors, never growing
/// otherwise.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

/// Two lossless media in a box; jittered straight cells, or bent ones.
test::Wave make_wave(int dim, int N, double alpha, bool curved, const std::string& wall) {
  BoxOptions box = test::box_of(dim, 2, 0, 1, false);
  box.jitter = curved ? 0 : 0.2;
  box.geometry_order = curved ? 2 : 1;
  Mesh mesh = make_box(box, true);
  if (curved)
    for (auto& x : mesh.nodes) {
      const double bump = 0.08 * std::sin(M_PI * x[0]) * std::sin(M_PI * x[1]);
      x[0] += bump;
      x[1] -= 0.7 * bump;
    }
  test::WaveSystem options;
  options.equation = "maxwell";
  options.formulation = dim == 2 ? "TM" : "";
  options.order = N;
  options.flux_parameters["alpha"] = alpha;
  options.regions["box"] = {};
  options.regions["box2"] = test::parse({{"epsilon_r", "4"}, {"mu_r", "1.5"}});
  test::set_walls(options, mesh, wall);
  return test::Wave(std::move(mesh), options);
}

class MaxwellEnergy : public testing::TestWithParam<std::tuple<int, int, bool>> {};
INSTANTIATE_TEST_SUITE_P(dim_N_curved, MaxwellEnergy,
                         testing::Combine(testing::Values(2, 3), testing::Values(1, 2, 3, 4, 6),
                                          testing::Bool()));

TEST_P(MaxwellEnergy, is_conserved_by_the_central_flux_between_pec_or_pmc_walls) {
  const auto [dim, N, curved] = GetParam();
  for (const std::string wall : {"pec", "pmc"}) {
    test::Wave wave = make_wave(dim, N, 0, curved, wall);
    for (const unsigned seed : {1u, 2u})
      EXPECT_LE(std::abs(test::energy_rate(wave, wave.random_state(seed), 0).relative), 1e-12) << wall;
  }
}

TEST_P(MaxwellEnergy, never_grows_with_upwinding_or_open_walls) {
  const auto [dim, N, curved] = GetParam();
  for (const double alpha : {0.0, 0.2, 1.0})
    for (const std::string wall : {"pec", "absorbing"}) {
      if (alpha == 0 && wall == "pec") continue;  // conserved: the test above
      test::Wave wave = make_wave(dim, N, alpha, curved, wall);
      for (const unsigned seed : {1u, 2u})
        EXPECT_LT(test::energy_rate(wave, wave.random_state(seed), 0).relative, 0) << wall << alpha;
    }
}

}  // namespace
}  // namespace dgsolve
