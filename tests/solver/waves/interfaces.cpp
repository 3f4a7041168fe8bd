/// Waves that enter a region through faces inside the mesh.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/linear_physics.hpp"

namespace dgsolve::test {
namespace {

class IncidentWave : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();

  /// The box of the exact solution, of which the middle is a region into which that solution enters; outside
  /// nothing is to be seen.
  struct Run {
    double inside, outside;  ///< root of the energy of the error
  };
  Run run(int order, int cells, double final, double dt) const {
    const ExactSolution& exact = physics.info.exact;
    Mesh mesh =
        make_box(box_of(physics.info.dim, cells, exact.lower, exact.upper, exact.boundary == "periodic"));
    mesh.region_names = {"total", "scattered"};
    const double middle = (exact.lower + exact.upper) / 2, half = (exact.upper - exact.lower) / 4;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int d = 0; d < mesh.dim; ++d) {
        double centre = 0;
        for (int v = 0; v <= mesh.dim; ++v) centre += mesh.vertex(e, v)[d] / (mesh.dim + 1);
        if (std::abs(centre - middle) > half) mesh.region[e] = 1;
      }
    WaveSystem options = exact_options(physics, order, mesh);
    add_incident_wave(options, mesh, options.exact);
    Wave wave(mesh, options);

    const auto keep = [&](std::vector<double> state, int region) {
      const std::size_t n = state.size() / mesh.n_elements();
      for (int e = 0; e < mesh.n_elements(); ++e)
        if (mesh.region[e] != region) std::fill_n(&state[e * n], n, 0.0);
      return state;
    };
    const auto steps = divide_interval(final, dt);
    std::vector<double> state =
        wave.after_steps(keep(wave.op.project(options.initial, 0), 0), steps.dt, steps.n);
    const std::vector<double> outside = keep(state, 1), wanted = wave.op.project(options.exact, final);
    for (std::size_t i = 0; i < state.size(); ++i) state[i] -= wanted[i];
    return {std::sqrt(energy(wave.op, keep(state, 0))), std::sqrt(energy(wave.op, outside))};
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, IncidentWave, testing::ValuesIn(linear_physics()), name_of);

TEST_P(IncidentWave, is_seen_in_its_region_and_leaks_out_of_it_at_the_order_of_the_scheme) {
  const int dim = physics.info.dim, coarse = dim == 2 ? 8 : 4;
  const double final = 0.3;
  for (int N = 1; N <= (dim == 2 ? 5 : 4); ++N) {
    const double dt = 0.2 / (coarse * N * N);
    const Run before = run(N, coarse, final, dt), after = run(N, 2 * coarse, final, dt / 2);
    EXPECT_GT(observed_order(before.inside, after.inside), N + 0.5) << "N = " << N;
    EXPECT_GT(observed_order(before.outside, after.outside), N + 0.5) << "N = " << N;
  }
}

TEST(IncidentWaves, are_refused_on_faces_that_do_not_bound_their_region) {
  Mesh mesh = make_box({.dim = 2, .cells = {4, 2, 1}}, true);
  WaveSystem options = exact_options(find_physics("maxwell", 2, "TM"), 2, mesh);
  add_incident_wave(options, mesh, options.exact);
  options.boundaries["border"].into = "nowhere";
  EXPECT_THROW(Wave(mesh, options), std::invalid_argument);
  options.boundaries["border"].into = "box2";
  EXPECT_NO_THROW(Wave(mesh, options));
  options.boundaries["xmin"] = options.boundaries["border"];
  EXPECT_THROW(Wave(mesh, options), MeshError) << "a face without a neighbour";
}

}  // namespace
}  // namespace dgsolve::test
