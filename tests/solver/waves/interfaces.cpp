/// Waves that enter a region through faces inside the mesh.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/electromagnetics/incident/plane_waves.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

/// A box of which the middle is a region of its own, the first.
Mesh box_with_core(int dim, int cells, double lower, double upper, bool periodic) {
  Mesh mesh = make_box(box_of(dim, cells, lower, upper, periodic));
  mesh.region_names = {"total", "scattered"};
  const double middle = (lower + upper) / 2, half = (upper - lower) / 4;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int d = 0; d < dim; ++d) {
      double centre = 0;
      for (int v = 0; v <= dim; ++v) centre += mesh.vertex(e, v)[d] / (dim + 1);
      if (std::abs(centre - middle) > half) mesh.region[e] = 1;
    }
  return mesh;
}

struct Error {
  double inside, outside;  ///< root of the energy of the error
};

/// Runs with the exact solution entering the first region from time 0 on, where it is already; outside
/// nothing is to be seen.
Error error_of(const Mesh& mesh, const WaveSystem& options, double final, double dt) {
  Wave wave(mesh, options);
  const auto keep = [&](std::vector<double> state, int region) {
    const std::size_t n = state.size() / mesh.n_elements();
    for (int e = 0; e < mesh.n_elements(); ++e)
      if (mesh.region[e] != region) std::fill_n(&state[e * n], n, 0.0);
    return state;
  };
  const auto steps = divide_interval(final, dt);
  std::vector<double> state = wave.after_steps(keep(wave.project(options.exact, 0), 0), steps.dt, steps.n);
  const std::vector<double> outside = keep(state, 1), wanted = wave.project(options.exact, final);
  for (std::size_t i = 0; i < state.size(); ++i) state[i] -= wanted[i];
  return {std::sqrt(energy(wave.op, keep(state, 0))), std::sqrt(energy(wave.op, outside))};
}

class IncidentWave : public testing::TestWithParam<const Physics*> {};

INSTANTIATE_TEST_SUITE_P(Registry, IncidentWave, testing::ValuesIn(linear_physics()), name_of_physics);

TEST_P(IncidentWave, is_seen_in_its_region_and_leaks_out_of_it_at_the_order_of_the_scheme) {
  const Physics& physics = *GetParam();
  const ExactSolution& exact = physics.info.exact;
  const int dim = physics.info.dim, coarse = dim == 2 ? 8 : 4;
  for (int N = 1; N <= (dim == 2 ? 5 : 4); ++N) {
    const auto error = [&](int cells) {
      Mesh mesh = box_with_core(dim, cells, exact.lower, exact.upper, exact.boundary == "periodic");
      WaveSystem options = exact_options(physics, N, mesh);
      add_incident_wave(options, mesh, options.exact);
      return error_of(mesh, options, 0.3, 0.2 / (cells * N * N));
    };
    const Error before = error(coarse), after = error(2 * coarse);
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

/// A mesh and options in which a plane wave enters a region of ε_r = 2, μ_r = 3.
struct PlaneWaveCase {
  PlaneWaveCase(int dim, const std::string& formulation, const PlaneWave& wave)
      : physics(find_physics("maxwell", dim, formulation)),
        mesh(box_with_core(dim, dim == 2 ? 8 : 4, 0, 1, false)) {
    options.equation = "maxwell";
    options.formulation = formulation;
    for (const std::string& region : mesh.region_names)
      options.regions[region] = parse({{"epsilon_r", "2"}, {"mu_r", "3"}});
    set_walls(options, mesh, "pec");
    add_incident_wave(options, mesh, {});
    options.boundaries["border"].plane_wave = wave;
  }
  void set() { set_plane_waves(options, physics, mesh); }

  const Physics& physics;
  Mesh mesh;
  WaveSystem options;
};

TEST(PlaneWave, solves_the_equations_in_the_medium_at_the_boundary) {
  const Expression pulse = Expression::parse("sin(3*t)");
  struct Way {
    int dim;
    std::string formulation;
    PlaneWave wave;
  };
  for (const Way& way : std::vector<Way>{{2, "TM", {{3, 1, 0}, {0, 0, 2}, pulse}},
                                         {2, "TE", {{-1, 2, 0}, {2, 1, 0}, pulse}},
                                         {3, "", {{1, 2, -1}, {1, 0, 1}, pulse}}}) {
    PlaneWaveCase c(way.dim, way.formulation, way.wave);
    c.set();
    c.options.exact = c.options.boundaries["border"].data;
    const Error error = error_of(c.mesh, c.options, 0.5, 0.003);
    EXPECT_LT(error.inside, 2e-4) << way.formulation;
    EXPECT_LT(error.outside, 2e-4) << way.formulation;
  }
}

TEST(PlaneWave, is_refused_where_no_such_wave_can_be) {
  const Expression pulse = Expression::parse("sin(3*t)");
  const PlaneWave along_x{{1, 0, 0}, {0, 0, 1}, pulse};
  const auto expect_refused = [](PlaneWaveCase c, const char* why) {
    EXPECT_THROW(c.set(), std::invalid_argument) << why;
  };
  EXPECT_NO_THROW(PlaneWaveCase(2, "TM", along_x).set());
  expect_refused({2, "TE", along_x}, "the formulation has no Ez");
  expect_refused({3, "", {{1, 0, 0}, {1, 1, 0}, pulse}}, "a longitudinal part");
  expect_refused({2, "TM", {{1, 0, 1}, {0, 0, 1}, pulse}}, "out of the plane");
  PlaneWaveCase lossy(2, "TM", along_x), other(2, "TM", along_x), varying(2, "TM", along_x);
  for (auto& [region, parameters] : lossy.options.regions) parameters["sigma"] = Expression(1.0);
  expect_refused(lossy, "a lossy medium");
  other.options.regions["scattered"]["epsilon_r"] = Expression(1.0);
  expect_refused(other, "two media");
  for (auto& [region, parameters] : varying.options.regions)
    parameters["epsilon_r"] = Expression::parse("1 + x");
  expect_refused(varying, "a medium that varies");
}

}  // namespace
}  // namespace dgsolve::test
