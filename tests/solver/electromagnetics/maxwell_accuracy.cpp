/// Maxwell against exact solutions: the best-approximation table of a 2D cavity, orders in 3D, a circular
/// cavity.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "mesh/base/faces.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

test::WaveSystem maxwell_options(const std::string& formulation, int order, const Mesh& mesh,
                                 const std::string& wall) {
  test::WaveSystem options;
  options.equation = "maxwell";
  options.formulation = formulation;
  options.order = order;
  for (const std::string& region : mesh.region_names) options.regions[region] = {};
  test::set_walls(options, mesh, wall);
  return options;
}

/// L2 best-approximation error of sin πx sin πy on [−1,1]², M × M squares cut in two triangles, N = 1…8.
constexpr double best_approximation[2][8] = {
    {1.46e-1, 3.26e-2, 5.72e-3, 8.27e-4, 1.01e-4, 1.07e-5, 9.94e-7, 8.27e-8},
    {3.90e-2, 4.33e-3, 3.79e-4, 2.72e-5, 1.65e-6, 8.70e-8, 4.04e-9, 1.67e-10}};

TEST(MaxwellCavity2d, error_of_Ez_stays_within_three_times_the_best_approximation) {
  for (const int level : {0, 1})
    for (int N = 1; N <= 8; ++N) {
      Mesh mesh = make_box(test::box_of(2, 4 << level, -1, 1, false));
      test::WaveSystem options = maxwell_options("TM", N, mesh, "pec");
      options.initial = test::parse({{"Ez", "sin(pi*x)*sin(pi*y)"}});
      options.exact = test::parse({{"Ez", "sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)"}});
      test::Wave wave(std::move(mesh), options);
      // The time error here is about 5.8 dt⁴; a tenth of the bound is left to it.
      const double bound = 3 * best_approximation[level][N - 1];
      const double dt = std::min(choose_time_step(wave.op, {}).dt, std::pow(0.1 * bound / 5.8, 0.25));
      EXPECT_LE(wave.total_error(1, wave.run(1, dt)), bound) << "N = " << N << ", M = " << (4 << level);
    }
}

/// [−1,1]² with the faces on x = 0 in a group of their own.
Mesh square_with_sheet(int cells) {
  Mesh mesh = make_box(test::box_of(2, cells, -1, 1, false));
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < 3; ++f)
      if (std::abs(face_center(mesh, {e, f})[0]) < 1e-12)
        mesh.boundary[side_index(mesh, {e, f})] = static_cast<int>(mesh.boundary_names.size());
  mesh.boundary_names.emplace_back("sheet");
  return mesh;
}

TEST(MaxwellCavity2d, a_sheet_of_pec_or_pmc_keeps_a_mode_on_its_side) {
  constexpr int N = 3;
  // Ez vanishes on a sheet that conducts electrically, its normal derivative on one that does magnetically.
  for (const auto& [sheet, mode, omega] : {std::array{"pec", "sin(pi*x)*sin(pi*y)", "sqrt(2)*pi"},
                                           std::array{"pmc", "cos(pi*x/2)*sin(pi*y)", "sqrt(5)/2*pi"}}) {
    const std::string left = "if(x<0, " + std::string(mode) + ", 0)";
    double error[2];
    for (const int level : {0, 1}) {
      Mesh mesh = square_with_sheet(4 << level);
      test::WaveSystem options = maxwell_options("TM", N, mesh, "pec");
      options.boundaries["sheet"].type = sheet;
      options.initial = test::parse({{"Ez", left}});
      options.exact = test::parse({{"Ez", left + "*cos(" + omega + "*t)"}});
      test::Wave wave(std::move(mesh), options);
      error[level] = wave.total_error(1, wave.run(1));
    }
    EXPECT_GE(test::observed_order(error[0], error[1]), N + 0.8) << sheet;
  }
}

/// A cavity, a space that goes on, and a cavity of curved cells: the same box, mapped onto itself.
enum class Space { cavity, periodic, curved_cavity };

Mesh mesh_of(Space space, int N, int cells) {
  BoxOptions box = test::box_of(3, cells, 0, 1, space == Space::periodic);
  if (space != Space::curved_cavity) return make_box(box);
  box.geometry_order = std::min(N + 1, 4);
  Mesh mesh = make_box(box);
  bend(mesh, [p = box.geometry_order](Point x) {  // a polynomial of degree p
    Point y = x;
    for (int d = 0; d < 3; ++d) y[d] += 0.25 * x[d] * (1 - x[d]) * std::pow(2 * x[(d + 1) % 3] - 1, p - 2);
    return y;
  });
  return mesh;
}

/// Observed order of a 3D problem on [0,1]³ between cells and 2·cells a side.
double order_3d(int N, int cells, Space space, const std::map<std::string, std::string>& exact) {
  double error[2];
  double dt = 0;
  for (const int level : {1, 0}) {  // the finer mesh first: its step serves both
    Mesh mesh = mesh_of(space, N, cells << level);
    test::WaveSystem options = maxwell_options("", N, mesh, space == Space::periodic ? "periodic" : "pec");
    options.initial = options.exact = test::parse(exact);
    test::Wave wave(std::move(mesh), options);
    if (level == 1) dt = choose_time_step(wave.op, {}).dt * (N >= 5 ? 0.5 : 1);
    error[level] = wave.total_error(0.1, wave.run(0.1, dt));
  }
  return test::observed_order(error[0], error[1]);
}

class MaxwellOrders : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(N, MaxwellOrders, testing::Range(1, 7));

// Cells a side of the coarser mesh, by order: fine enough for the asymptotic range.
constexpr int coarse_cells[7] = {0, 8, 4, 4, 3, 2, 2};

/// The (1,1,1) mode with Ez = 0: a combination that satisfies ∇·E = 0; ω = π√3.
const std::map<std::string, std::string> mode_of_cavity = {
    {"Ex", "cos(pi*x)*sin(pi*y)*sin(pi*z)*cos(sqrt(3)*pi*t)"},
    {"Ey", "-sin(pi*x)*cos(pi*y)*sin(pi*z)*cos(sqrt(3)*pi*t)"},
    {"Hx", "-sin(pi*x)*cos(pi*y)*cos(pi*z)*sin(sqrt(3)*pi*t)/sqrt(3)"},
    {"Hy", "-cos(pi*x)*sin(pi*y)*cos(pi*z)*sin(sqrt(3)*pi*t)/sqrt(3)"},
    {"Hz", "2*cos(pi*x)*cos(pi*y)*sin(pi*z)*sin(sqrt(3)*pi*t)/sqrt(3)"}};

TEST_P(MaxwellOrders, of_the_3d_cavity_are_at_least_N_plus_0_8) {
  const int N = GetParam();
  EXPECT_GE(order_3d(N, coarse_cells[N], Space::cavity, mode_of_cavity), N + 0.8);
}

TEST_P(MaxwellOrders, of_the_3d_cavity_are_at_least_N_plus_0_8_on_curved_cells) {
  const int N = GetParam();
  EXPECT_GE(order_3d(N, std::max(3, coarse_cells[N]), Space::curved_cavity, mode_of_cavity), N + 0.8);
}

TEST_P(MaxwellOrders, of_a_periodic_plane_wave_are_at_least_N_plus_0_8) {
  const int N = GetParam();
  // k = 2π(1,1,0)/…: E along z, H = k×E/|k|.
  const std::string wave = "cos(2*pi*(x+y-sqrt(2)*t))";
  const double order = order_3d(N, coarse_cells[N] * (N <= 3 ? 1 : 2), Space::periodic,
                                {{"Ez", wave}, {"Hx", wave + "/sqrt(2)"}, {"Hy", "-" + wave + "/sqrt(2)"}});
  EXPECT_GE(order, N + 0.8);
}

/// The disc of radius 1 with a PEC wall: Ez = J0(j r) cos(j t) with j the first zero of J0.
test::WaveSystem disc_options(const Mesh& mesh, int N) {
  test::WaveSystem options = maxwell_options("TM", N, mesh, "pec");
  std::erase_if(options.boundaries, [](const auto& boundary) { return boundary.first != "rim"; });
  options.initial = test::parse({{"Ez", "besselj(0, 2.404825557695773*sqrt(x^2+y^2))"}});
  options.exact =
      test::parse({{"Ez", "besselj(0, 2.404825557695773*sqrt(x^2+y^2))*cos(2.404825557695773*t)"}});
  return options;
}

/// A disc of cubic cells, of the size that its parameter says.
Mesh disc(const std::string& file, const std::string& parameter, double value) {
  MeshOptions options;
  options.file = test::source_folder() / "tests/meshes" / file;
  options.parameters[parameter] = value;
  options.geometry_order = 3;
  return read_mesh(options);
}

TEST(MaxwellCircularCavity, converges_with_order_four_for_N_3_and_cubic_cells) {
  double error[2];
  for (const int level : {0, 1}) {
    Mesh mesh = disc("disk_structured.geo", "n", 8 << level);
    const test::WaveSystem options = disc_options(mesh, 3);
    test::Wave wave(std::move(mesh), options);
    ASSERT_GT(wave.discretization.factors.n_curved, 0);
    error[level] = wave.total_error(1, wave.run(1, 0.5 * choose_time_step(wave.op, {}).dt));
  }
  EXPECT_GE(test::observed_order(error[0], error[1]), 3.8) << error[0] << " " << error[1];
}

TEST(MaxwellCircularCavity, never_gains_energy_over_20000_steps) {
  for (const double alpha : {0.0, 1.0}) {
    Mesh mesh = disc("disk.geo", "h", 0.7);
    test::WaveSystem options = disc_options(mesh, 3);
    options.flux_parameters["alpha"] = alpha;
    test::Wave wave(std::move(mesh), options);
    std::vector<double> state = wave.random_state(3);
    RungeKutta integrator(wave.op, state);
    const double dt = choose_time_step(wave.op, {}).dt;
    double before = energy(wave.op, state);
    for (int block = 0; block < 20; ++block) {
      integrator.advance(0, dt, 1000);
      integrator.download(state);
      const double now = energy(wave.op, state);
      ASSERT_LE(now, before * (1 + 1e-12)) << "after " << 1000 * (block + 1) << " steps, alpha " << alpha;
      before = now;
    }
    EXPECT_GT(before, 0);
  }
}

}  // namespace
}  // namespace dgsolve
