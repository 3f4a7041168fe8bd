/// Flows with shocks: Riemann problems, smooth flow with the method on, conservation, positivity.

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/number_text.hpp"
#include "tests/support/exact/riemann_problem.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

std::map<std::string, Expression> state_text(const GasState& state) {
  return {{"rho", Expression(state.rho)},
          {"u", Expression(state.u)},
          {"v", Expression(0.0)},
          {"p", Expression(state.p)}};
}

/// Methods that treat oscillations.
std::vector<std::pair<std::string, ShockMethod>> sharp_methods() {
  auto methods = methods_for_shocks();
  std::erase_if(methods, [](const auto& method) { return method.second == ShockMethod::positivity; });
  return methods;
}

/// Two gases that meet at x = middle, in a tube three squares wide and periodic across.
struct ShockTube {
  GasState left, right;
  double from, to, middle, final;
  double jitter = 0.15;  ///< of the mesh
};

struct TubeRun {
  TubeRun(const ShockTube& tube, int order, int cells, ShockMethod shocks)
      : tube(tube), wave(of(tube, order, cells, shocks)), state(run_limited(wave, tube.final).state) {}

  static Wave of(const ShockTube& tube, int order, int cells, ShockMethod shocks) {
    const double h = (tube.to - tube.from) / cells;
    Mesh mesh = make_box({.dim = 2,
                          .cells = {cells, 3, 1},
                          .lower = {tube.from, 0, 0},
                          .upper = {tube.to, 3 * h, 0},
                          .periodic = {false, true, false},
                          .jitter = tube.jitter});
    WaveSystem options = flow_options("euler", order, mesh);
    options.shocks = shocks;
    std::map<std::string, Expression> left = state_text(tube.left), right = state_text(tube.right);
    options.boundaries["xmin"] = {"far_field", "", left};
    options.boundaries["xmax"] = {"far_field", "", right};
    for (const auto& [name, value] : left)
      options.initial[name] = Expression::parse("if(x < " + number_text(tube.middle) + ", " + value.text() +
                                                ", " + right[name].text() + ")");
    return {std::move(mesh), options, Precision::double_, "cpu", find_scheme("ssprk43")};
  }

  /// Calls body(x, ρ, weight) at points of all cells; weights add up to 1.
  template <class Body>
  void for_densities(Body body) const {
    const Discretization& d = wave.discretization;
    const std::size_t Np = d.element.Np, Ns = d.element.data_rule.size(), n = wave.physics.n_fields;
    const std::vector<double> points = map_points(d.mesh, d.element.data_rule.points);
    for (std::size_t e = 0; e < static_cast<std::size_t>(d.K()); ++e)
      for (std::size_t q = 0; q < Ns; ++q) {
        double rho = 0;
        for (std::size_t i = 0; i < Np; ++i)
          rho += d.element.data_V(static_cast<int>(q), static_cast<int>(i)) * state[e * n * Np + i];
        body(points[(e * Ns + q) * 2], rho, d.element.data_rule.weights[q] / 2 / d.K());
      }
  }
  /// Mean |ρ − exact| over the tube.
  double error() const {
    const RiemannProblem exact(tube.left, tube.right);
    double sum = 0;
    for_densities([&](double x, double rho, double weight) {
      sum += weight * std::abs(rho - exact.at((x - tube.middle) / tube.final).rho);
    });
    return sum;
  }
  struct Range {
    double least = 1e300, largest = -1e300, sum = 0, weight = 0;
    double mean() const { return sum / weight; }
  };
  Range between(double from, double to) const {
    Range range;
    for_densities([&](double x, double rho, double weight) {
      if (x < from || x > to) return;
      range.least = std::min(range.least, rho);
      range.largest = std::max(range.largest, rho);
      range.sum += weight * rho;
      range.weight += weight;
    });
    return range;
  }

  const ShockTube tube;
  Wave wave;
  const std::vector<double> state;
};

const ShockTube sod{{1, 0, 1}, {0.125, 0, 0.1}, 0, 1, 0.5, 0.2, 0};

/// Faces stand where the gases meet: a jump within cells leaves noise in the density, which the contact
/// carries. An entropy filter does not see waves of pressure, which leave the entropy as it is.
TEST(ShockTubes, of_sod_have_exact_star_states_without_wiggles) {
  const RiemannProblem exact(sod.left, sod.right);
  for (const auto& [name, method] : sharp_methods())
    for (const int N : {3, 5}) {
      SCOPED_TRACE(name + ", N = " + std::to_string(N));
      const double waves = method == ShockMethod::entropy_filter ? 2 : 1;
      const TubeRun run(sod, N, 40, method);
      EXPECT_LE(run.error(), waves * 4e-3);
      const struct {
        double from, to, rho;
      } stars[] = {{0.56, 0.64, exact.at(0.5).rho}, {0.72, 0.82, exact.at(1.3).rho}};
      for (const auto& star : stars) {
        const TubeRun::Range found = run.between(star.from, star.to);
        EXPECT_NEAR(found.mean(), star.rho, waves * 0.005 * star.rho);
        EXPECT_LT(found.largest - found.least, waves * 0.03 * star.rho);
      }
    }
}

TEST(ShockTubes, of_mach_10_stay_near_the_density_behind_the_shock) {
  const ShockTube tube{{8, 8.25, 116.5}, {1.4, 0, 1}, 0, 4, 1, 0.16};
  for (const auto& [name, method] : sharp_methods())
    for (const auto& [N, least, largest] : {std::tuple{3, 7.3, 8.2}, {5, 7.0, 8.4}}) {
      const TubeRun::Range behind = TubeRun(tube, N, 40, method).between(1.6, 2.45);
      EXPECT_GT(behind.least, least) << name << ", N = " << N;
      EXPECT_LT(behind.largest, largest) << name << ", N = " << N;
    }
}

/// Toro, section 4.3.3.
TEST(ShockTubes, of_toro_end_near_their_exact_solutions) {
  const struct {
    ShockTube tube;
    double error;  ///< of the largest density
  } tests[] = {
      {{{1, 0.75, 1}, {0.125, 0, 0.1}, 0, 1, 0.3, 0.2}, 0.01},
      {{{1, -2, 0.4}, {1, 2, 0.4}, 0, 1, 0.5, 0.15}, 0.03},
      {{{1, 0, 1000}, {1, 0, 0.01}, 0, 1, 0.5, 0.012}, 0.05},
      {{{5.99924, 19.5975, 460.894}, {5.99242, -6.19633, 46.0950}, 0, 1, 0.4, 0.035}, 0.05},
      {{{1, -19.59745, 1000}, {1, -19.59745, 0.01}, 0, 1, 0.8, 0.012}, 0.05},
  };
  for (const auto& [name, method] : sharp_methods())
    for (const auto& [tube, error] : tests)
      for (const auto& [N, cells] : {std::pair(3, 40), {5, 27}}) {
        const TubeRun run(tube, N, cells, method);
        const TubeRun::Range all = run.between(0, 1);
        EXPECT_GT(all.least, 0);
        EXPECT_LT(run.error(), error * all.largest)
            << name << ", p on the left " << tube.left.p << ", N = " << N;
      }
}

/// An isentropic vortex, whose width is √2, that a uniform flow carries through a periodic box of 14 (Shu,
/// NASA CR-97-206253).
double vortex_error(int N, int cells, ShockMethod shocks) {
  const std::string r2 = "((x-7-t)^2 + (y-7-t)^2)", T = "(1 - 0.4*25/(8*1.4*pi^2)*exp(1 - " + r2 + "))",
                    swirl = "5/(2*pi)*exp(0.5*(1 - " + r2 + "))";
  Mesh mesh = make_box(box_of(2, cells, 0, 14, true));
  WaveSystem options = flow_options("euler", N, mesh);
  options.shocks = shocks;
  options.initial = options.exact = parse({{"rho", T + "^2.5"},
                                           {"u", "1 - " + swirl + "*(y-7-t)"},
                                           {"v", "1 + " + swirl + "*(x-7-t)"},
                                           {"p", T + "^3.5"}});
  Wave wave(mesh, options, Precision::double_, "cpu", find_scheme("ssprk43"));
  constexpr double final = 0.5;
  return wave.total_error(final, wave.run(final, 0.2 * 14 / cells / ((N + 1) * (N + 1))));
}

TEST(SmoothFlow, is_as_right_with_the_method_as_without) {
  for (const auto& [N, cells] : {std::pair(3, 28), {3, 42}, {5, 28}}) {
    const double without = vortex_error(N, cells, ShockMethod::none);
    for (const auto& [name, method] : methods_for_shocks())
      EXPECT_LT(vortex_error(N, cells, method), 1.05 * without) << name << ", N = " << N << ", " << cells;
  }
}

/// A state whose pressure and density jump within cells, on cells of a geometric order.
Wave rough_flow(int dim, int geometry_order, const std::string& equation, double depth,
                ShockMethod method = ShockMethod::positivity) {
  const Mesh mesh = wavy_periodic_box(dim, 3, geometry_order);
  WaveSystem options = flow_options(equation, 3, mesh, {{"viscosity", 0.001}});
  options.shocks = method;
  const std::string inside = "if((x-0.5)^2 + (y-0.5)^2 < 0.1, 1, " + number_text(depth) + ")";
  options.initial = parse({{"rho", inside}, {"u", "0.3*sin(2*pi*y)"}, {"v", "0.2"}, {"p", inside}});
  return {mesh, options, Precision::double_, "cpu", find_scheme("ssprk43")};
}

/// 20 steps, and each limits something.
void expect_conserved(Wave& wave) {
  const auto start = wave.op.wave->allocate();
  start->upload(wave.project(wave.options.initial, 0));
  const std::vector<double> before = wave.op.wave->integrals(*start);
  wave.op.wave->limit(*start);
  RungeKutta integrator(wave.op, [&](WaveState& u) { u.assign(*start); });
  constexpr long n = 20;
  integrator.advance(0, 2e-4, n);
  const std::vector<double> after = wave.op.wave->integrals(integrator.state());
  for (int i = 0; i < wave.physics.n_fields; ++i)
    EXPECT_NEAR(after[i], before[i], 1e-13 * n * (std::abs(before[i]) + 1))
        << wave.physics.info.integrals.named[i].name;
  EXPECT_TRUE(std::ranges::any_of(wave.op.wave->limited(), [](double share) { return share > 0; }));
}

TEST(Limiter, conserves_mass_momentum_and_energy_to_round_off) {
  for (const auto& [name, method] : methods_for_shocks())
    for (const int dim : {2, 3})
      for (const int g : {1, 3})
        for (const char* equation : {"euler", "navier_stokes"}) {
          SCOPED_TRACE(name + ", " + equation + ", " + std::to_string(dim) + "D, geometric order " +
                       std::to_string(g));
          Wave wave = rough_flow(dim, g, equation, 0.01, method);
          expect_conserved(wave);
        }
}

TEST(Limiter, squeezes_projections_of_jumps_until_they_are_positive) {
  for (const int dim : {2, 3})
    for (const int g : {1, 3})
      for (const double depth : {1e-2, 1e-5}) {
        Wave wave = rough_flow(dim, g, "euler", depth);
        const auto u = wave.op.wave->allocate();
        u->upload(wave.project(wave.options.initial, 0));
        EXPECT_GT(wave.op.wave->limit(*u), 0);
        std::vector<double> state(wave.discretization.n_dofs(wave.physics.n_fields));
        u->download(state);
        EXPECT_TRUE(is_admissible(wave, state));
        const auto again = wave.op.wave->allocate();
        again->assign(*u);
        std::vector<double> twice(state.size());
        wave.op.wave->limit(*again);
        again->download(twice);
        for (std::size_t i = 0; i < state.size(); ++i) EXPECT_NEAR(twice[i], state[i], 1e-12);
      }
}

/// Steps beyond what keeps means positive.
TEST(Limiter, rejects_steps_that_leave_an_inadmissible_mean_and_tries_smaller_ones) {
  const ShockTube tube{{1, 0, 1000}, {1, 0, 0.01}, 0, 1, 0.5, 0.012};
  for (const auto& [name, method] : methods_for_shocks()) {
    Wave wave = TubeRun::of(tube, 3, 20, method);
    const LimitedRun run = run_limited(wave, tube.final, 40);
    EXPECT_GT(run.steps.rejected, 0) << name;
    EXPECT_TRUE(is_admissible(wave, run.state)) << name;
    for (const double time : wave.op.wave->limited()) EXPECT_TRUE(std::isfinite(time)) << name;
  }
}

/// Its diffusion adds to the rate by which a state limits the steps.
TEST(ArtificialViscosity, takes_part_in_the_limit_of_the_step_where_cells_are_rough) {
  const auto rate_in = [](const ShockTube& tube, ShockMethod method) {
    Wave wave = TubeRun::of(tube, 3, 20, method);
    const auto u = wave.op.wave->allocate();
    u->upload(wave.project(wave.options.initial, 0));
    wave.op.wave->limit(*u);
    return wave.op.wave->step_rate(*u);
  };
  const ShockTube rough{{1, 0, 1}, {0.125, 0, 0.1}, 0, 1, 0.51, 0.2},
      at_rest{{1, 0, 1}, {1, 0, 1}, 0, 1, 0.5, 0.2};
  EXPECT_GT(rate_in(rough, ShockMethod::artificial_viscosity), 1.5 * rate_in(rough, ShockMethod::positivity));
  EXPECT_DOUBLE_EQ(rate_in(at_rest, ShockMethod::artificial_viscosity),
                   rate_in(at_rest, ShockMethod::positivity));
}

TEST(Shocks, need_a_scheme_of_convex_combinations) {
  const Mesh mesh = wavy_periodic_box(2, 2, 1);
  WaveSystem options = flow_options("euler", 2, mesh);
  options.shocks = ShockMethod::positivity;
  for (const Scheme& scheme : schemes()) {
    const auto make = [&] { Wave(mesh, options, Precision::double_, "cpu", scheme); };
    if (scheme.is_convex)
      EXPECT_NO_THROW(make());
    else
      EXPECT_THROW(make(), std::invalid_argument);
  }
}

}  // namespace
}  // namespace dgsolve::test
