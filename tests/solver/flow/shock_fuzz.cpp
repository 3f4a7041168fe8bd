/// Shock tubes at random: each run ends, or stops with a reason.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/base/number_text.hpp"
#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

/// Two gases whose densities and pressures differ by factors up to 1e8, on a small mesh at random.
class RandomTube {
 public:
  explicit RandomTube(unsigned seed) : generator_(seed) {}

  Wave wave() {
    const int N = 1 + static_cast<int>(5 * share());
    Mesh mesh = make_box({.dim = 2,
                          .cells = {6, 2, 1},
                          .lower = {0, 0, 0},
                          .upper = {1, 0.2 + share(), 0},
                          .periodic = {false, true, false},
                          .jitter = 0.25 * share()});
    WaveSystem options = flow_options("euler", N, mesh, {}, riemann_);
    options.shocks = share() < 0.5 ? ShockMethod::automatic : ShockMethod::positivity;
    const std::map<std::string, Expression> left = state(), right = state();
    options.boundaries["xmin"] = {"far_field", "", left};
    options.boundaries["xmax"] = {"far_field", "", right};
    const std::string middle = number_text(0.3 + 0.4 * share());
    for (const auto& [name, value] : left)
      options.initial[name] =
          Expression::parse("if(x < " + middle + ", " + value.text() + ", " + right.at(name).text() + ")");
    return {std::move(mesh), options, Precision::double_, "cpu", find_scheme("ssprk43")};
  }

 private:
  double share() { return generator_() / 4294967296.0; }
  std::map<std::string, Expression> state() {
    const double rho = std::pow(10, 4 * (2 * share() - 1)), p = std::pow(10, 4 * (2 * share() - 1));
    const double speed = 3 * (2 * share() - 1) * std::sqrt(1.4 * p / rho);
    return {{"rho", Expression(rho)},
            {"u", Expression(speed)},
            {"v", Expression(speed * share())},
            {"p", Expression(p)}};
  }

  std::mt19937 generator_;
  const std::string riemann_ = generator_() % 2 == 0 ? "hllc" : "lax_friedrichs";
};

/// Whether the run came to its end, all of it positive; else it said why.
bool ends(unsigned seed) {
  Wave wave = RandomTube(seed).wave();
  ControlledRungeKutta integrator(
      wave.op,
      [&](WaveState& u) {
        u.upload(wave.project(wave.options.initial, 0));
        wave.op.wave->limit(u);
      },
      control_by_state(wave.op, 1));
  const double final = 100 * choose_time_step(wave.op, {}).dt;
  integrator.set_clock(0, final, 0);
  try {
    integrator.advance(1);
  } catch (const std::runtime_error& stopped) {
    EXPECT_EQ(std::string(stopped.what()).find("shocks: at t = "), 0) << stopped.what();
    return false;
  }
  std::vector<double> state(wave.discretization.n_dofs(wave.physics.n_fields)),
      at_node(wave.physics.n_fields);
  integrator.download(state);
  const std::size_t Np = wave.discretization.element.Np, n = at_node.size();
  for (std::size_t e = 0; e < state.size() / n / Np; ++e)
    for (std::size_t node = 0; node < Np; ++node) {
      for (std::size_t f = 0; f < n; ++f) at_node[f] = state[(e * n + f) * Np + node];
      EXPECT_TRUE(wave.physics.admissible(at_node.data(), wave.op.coefficients.cell(static_cast<int>(e), 1)))
          << "seed " << seed;
    }
  return true;
}

void fuzz(unsigned n) {
  unsigned n_ended = 0;
  for (unsigned seed = 0; seed < n; ++seed) n_ended += ends(seed);
  EXPECT_GE(n_ended, n - n / 100);
}

TEST(ShockFuzz, of_a_hundred_tubes_at_random_99_end_positive) { fuzz(100); }
TEST(LongShockFuzz, of_a_thousand_tubes_at_random_990_end_positive) { fuzz(1000); }

}  // namespace
}  // namespace dgsolve::test
