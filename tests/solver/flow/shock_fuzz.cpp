/// Shock tubes at random: each run ends, or stops with a reason.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/base/number_text.hpp"
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
    const auto methods = methods_for_shocks();
    options.shocks = methods[static_cast<std::size_t>(share() * methods.size())].second;
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
  try {
    const LimitedRun run = run_limited(wave, 100 * choose_time_step(wave.op, {}).dt);
    EXPECT_TRUE(is_admissible(wave, run.state)) << "seed " << seed;
    return true;
  } catch (const std::runtime_error& stopped) {
    EXPECT_EQ(std::string(stopped.what()).find("shocks: at t = "), 0) << stopped.what();
    return false;
  }
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
