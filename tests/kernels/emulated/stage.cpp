// The GPU's kernels without a GPU: the same text, read by g++ and run by an emulation, against the
// CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tests/kernels/emulated/emulated_device.hpp"
#include "tests/support/kernels/energy_reference.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/record_digest.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/sample.hpp"

namespace dgsolve::test {
namespace {

using cuda::Sample;

constexpr Clock clock{0.1, 0.01, 20};

/// residual and u_next after a stage, canonical, and how its limiter acted, [K].
using Result = std::array<std::vector<double>, 3>;

/// Before a stage, canonical. u0 stands where u_next goes, as in the last stage of a step.
struct States {
  std::vector<double> u, residual, u0;
};

Result run_emulated(int configuration, const WaveProblem& problem, Order order, const Stage& stage,
                    const States& before) {
  EmulatedDevice device(configuration, problem, order);
  device.set_clock(clock);
  const std::vector<std::byte> u_bytes = device.state(before.u);
  std::vector<std::byte> residual_bytes = device.state(before.residual), next_bytes = device.state(before.u0);
  device.arguments = cuda::with_stage(device.arguments, stage);
  StageArguments<void>& arguments = device.arguments;
  arguments.u0 = next_bytes.data();
  arguments.u = u_bytes.data();
  arguments.residual = residual_bytes.data();
  arguments.u_next = next_bytes.data();
  for (const cuda::KernelLaunch& launch : device.plan.first_launches()) device.run(launch);
  const cuda::Variant& variant = variant_of(configurations[configuration], device.plan);
  for (const StagePlan::GroupLaunch& launch : device.plan.gradient_launches(variant)) device.run(launch);
  for (const StagePlan::StageLaunch& launch : device.plan.stage_launches(variant))
    device.run(launch.of_group);
  for (StagePlan::StageLaunch launch : device.plan.limiter_launches()) {
    // A block takes up to Np rounds, so that few are enough.
    std::size_t& blocks = launch.of_group.kernel.blocks;
    if (order == Order::backward) blocks = (blocks + device.plan.Np - 1) / device.plan.Np;
    device.run(launch.of_group);
  }
  std::vector<double> limited;
  for (int e = 0; e < problem.K && !device.acted.empty(); ++e)
    limited.push_back(device.acted[device.plan.numbering.slot_of(e)]);
  return {device.canonical(residual_bytes), device.canonical(next_bytes), limited};
}

Result run_on_host(const WaveProblem& problem, Stage stage, const States& before) {
  host::HostDevice<double> cpu(with_kernels_of_tests());
  const auto wave = cpu.wave(problem);
  wave->set_clock(clock.start, clock.dt);
  wave->advance_clock(static_cast<long>(clock.steps));
  const auto u_array = wave->allocate(), residual_array = wave->allocate(), next = wave->allocate();
  u_array->upload(before.u);
  residual_array->upload(before.residual);
  next->upload(before.u0);
  stage.u0 = next.get();
  wave->stage(stage, *u_array, *residual_array, *next);
  Result result{before.residual, before.u, wave->limited()};
  residual_array->download(result[0]);
  next->download(result[1]);
  return result;
}

/// The CPU's energy is held to the one written out.
double written_out_energy(const MeshProblem& shown, const std::vector<double>& u) {
  host::HostDevice<double> cpu(with_kernels_of_tests());
  const auto wave = cpu.wave(shown.problem);
  const auto array = wave->allocate();
  array->upload(u);
  return wave->energy(*array);
}

double scale_of(const Powers& powers) {
  double largest = 0;
  for (const PowerTerm& part : power_terms) largest = std::max(largest, std::abs(powers.*part.value));
  return largest;
}

/// For every configuration.
class EmulatedStage : public testing::TestWithParam<int> {
 protected:
  /// What storing values of size 1 may cost.
  static double round_off() {
    const Configuration& c = configurations[GetParam()];
    return (c.precision == Precision::single ? 1e-6 : 1e-15) * (c.tensor > 0 ? 10 : 1);
  }
};

/// Takes a tenth of the energy, the last field, away, by which the entropy falls.
void cool(std::vector<double>& state, const WaveProblem& problem) {
  const std::size_t Np = problem.reference.Np, n = problem.n_fields;
  for (std::size_t i = 0; i < state.size(); ++i)
    if (i / Np % n == n - 1) state[i] *= 0.9;
}

/// Takes so much energy from two cells of three that the pressure at a node is hardly positive, or not, in
/// the mean of the state as it was and as it is with this weight.
void drain(std::vector<double>& state, double weight, const WaveProblem& problem) {
  const int Np = problem.reference.Np, n = problem.n_fields;
  for (int e = 0; e < problem.K; ++e) {
    double* const of_cell = &state[static_cast<std::size_t>(e) * n * Np];
    double least = std::numeric_limits<double>::infinity();
    for (int node = 0; node < Np; ++node) {
      double kinetic = 0;
      for (int f = 1; f < n - 1; ++f) kinetic += std::pow(of_cell[f * Np + node], 2) / 2 / of_cell[node];
      least = std::min(least, of_cell[(n - 1) * Np + node] - kinetic);
    }
    constexpr double shares[] = {0, 0.99, 1.01};
    for (int node = 0; node < Np; ++node) of_cell[(n - 1) * Np + node] -= shares[e % 3] * least / weight;
  }
}

TEST_P(EmulatedStage, does_what_the_host_does_in_whatever_order_threads_run) {
  const Configuration& configuration = configurations[GetParam()];
  const double tolerance = configuration.precision == Precision::single ? 5e-6 : 1e-12;
  with_problem(configuration, [&](auto& random) {
    States before{random.random_state(), random.random_state(), {}};
    before.u0 = random.random_state();
    if (configuration.flow.shocks == ShockMethod::entropy_filter) cool(before.u0, random.problem);
    if (configuration.flow.shocks == ShockMethod::positivity) {
      before.u0 = before.u;
      drain(before.u0, 0.4, random.problem);
    }
    for (Stage stage : {Stage{0, 0.3, 0.2}, Stage{-0.4, 0.3, 0.7, 3}}) {
      if (configuration.form == StageForm::general) {
        stage.p = stage.a;
        stage.q = 0.6;
        stage.e = -0.9;
      }
      if (configuration.flow.shocks != ShockMethod::none)
        stage = {0, 0.3, 0.2, stage.step, 0.4, 0.6};  // convex
      const Result expected = run_on_host(random.problem, stage, before);
      Result emulated[2];
      for (const Order order : {Order::forward, Order::backward})
        emulated[static_cast<int>(order)] = run_emulated(GetParam(), random.problem, order, stage, before);
      constexpr const char* names[] = {"residual", "state", "limited"};
      for (int i = 0; i < (configuration.flow.shocks == ShockMethod::none ? 2 : 3); ++i) {
        const std::string of_stage = stage.a == 0 ? "_of_the_first_stage" : "_of_a_later_stage";
        record_digest(names[i] + of_stage, emulated[0][i]);
        EXPECT_LT(relative_difference(emulated[0][i], expected[i]), tolerance);
        EXPECT_EQ(emulated[0][i], emulated[1][i]) << "a race between threads";
      }
    }
  });
}

TEST_P(EmulatedStage, does_not_write_a_residual_that_nobody_reads_but_in_the_largest_cells) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    const bool spares = cuda::spares_residuals(random.problem.reference.Np,
                                               configurations[GetParam()].form == StageForm::general);
    States before{random.random_state(), random.random_state(), random.random_state()};
    Stage stage{.a = 0, .b = 0.3, .c = 0.2, .p = 0.4, .q = 0.6};
    const auto result = [&] {
      return run_emulated(GetParam(), random.problem, Order::forward, stage, before);
    };
    const Result expected = result();
    stage.keeps_residual = false;
    EXPECT_EQ(result()[1], expected[1]);
    EXPECT_LT(relative_difference(result()[0], spares ? before.residual : expected[0]), round_off());
  });
}

TEST_P(EmulatedStage, gives_back_the_states_it_was_given) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    EmulatedDevice device(GetParam(), random.problem);
    const auto u = random.random_state();
    const auto state = device.state(u);
    EXPECT_LT(relative_difference(device.canonical(state), u), round_off());
    const std::vector<int> elements{random.problem.K - 1, 0, random.problem.K / 2};
    const std::size_t n = u.size() / random.problem.K;
    std::vector<double> of_elements;
    for (const int e : elements) of_elements.insert(of_elements.end(), &u[e * n], &u[e * n] + n);
    EXPECT_LT(relative_difference(device.canonical(state, elements), of_elements), round_off());
  });
}

TEST_P(EmulatedStage, goes_with_the_energy_written_out) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    make_quadrature_consistent(random);
    const auto u = random.random_state();
    EmulatedDevice forward(GetParam(), random.problem, Order::forward);
    EmulatedDevice backward(GetParam(), random.problem, Order::backward);
    const double energy = forward.energy(forward.state(u)), expected = written_out_energy(random, u);
    EXPECT_NEAR(energy, expected, 1000 * round_off() * expected);
    EXPECT_EQ(backward.energy(backward.state(u)), energy) << "a race between threads";
  });
}

TEST_P(EmulatedStage, has_the_hosts_integrals_in_whatever_order_threads_run) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    make_quadrature_consistent(random);
    auto u = random.random_state();
    if (random.problem.linear)
      for (double& value : u) value = std::abs(value);
    host::HostDevice<double> cpu(with_kernels_of_tests());
    const auto wave = cpu.wave(random.problem);
    const auto array = wave->allocate();
    array->upload(u);
    const std::vector<double> expected = wave->integrals(*array);
    EXPECT_EQ(expected[0] != 0, configurations[GetParam()].system >= System::advection_2d);
    for (const Order order : {Order::forward, Order::backward}) {
      EmulatedDevice device(GetParam(), random.problem, order);
      const auto state = device.state(u);
      device.arguments.u = state.data();
      const std::vector<double> integrals = device.reduce(StateMeasure::integrals);
      ASSERT_EQ(integrals.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(integrals[i], expected[i], 1000 * round_off() * std::abs(expected[i]));
    }
  });
}

TEST_P(EmulatedStage, has_no_finite_energy_where_any_value_is_not_finite) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    make_quadrature_consistent(random);
    EmulatedDevice device(GetParam(), random.problem);
    const auto finite = random.random_state();
    for (const double bad : {NAN, INFINITY})
      for (const std::size_t at : {std::size_t{0}, finite.size() / 2, finite.size() - 1}) {
        auto u = finite;
        u[at] = bad;
        EXPECT_FALSE(std::isfinite(device.energy(device.state(u)))) << at;
      }
  });
}

TEST_P(EmulatedStage, has_the_hosts_powers_in_whatever_order_threads_run) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    if (!random.problem.linear) GTEST_SKIP() << "a flux that is not linear has no powers";
    make_quadrature_consistent(random);
    const auto u = random.random_state();
    host::HostDevice<double> cpu(with_kernels_of_tests());
    const auto wave = cpu.wave(random.problem);
    const auto array = wave->allocate();
    array->upload(u);
    const double t = 0.37;
    const Powers expected = wave->powers(*array, t);
    EmulatedDevice forward(GetParam(), random.problem, Order::forward);
    EmulatedDevice backward(GetParam(), random.problem, Order::backward);
    const Powers powers = forward.powers(forward.state(u), t), again = backward.powers(backward.state(u), t);
    for (const PowerTerm& part : power_terms) {
      SCOPED_TRACE(part.name);
      EXPECT_NEAR(powers.*part.value, expected.*part.value, 1000 * round_off() * scale_of(expected));
      EXPECT_EQ(again.*part.value, powers.*part.value) << "a race between threads";
    }
  });
}

/// SplitMix64's number n (Steele, Lea & Flood 2014), from −1 to 1.
double split_mix(std::uint64_t n) {
  std::uint64_t z = (n + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
}

/// Physics::random_field of an equation that refuses states; null: it admits all.
using RandomField = double (*)(int, double);
template <class P>
RandomField field_of(const RandomProblem<P>&) {
  return nullptr;
}
RandomField field_of(const MeshProblem& shown) { return shown.field; }

TEST_P(EmulatedStage, makes_random_states_that_are_the_same_however_they_are_stored) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    EmulatedDevice device(GetParam(), random.problem);
    std::vector<std::byte> state(device.plan.state_bytes());
    device.arguments.u_next = state.data();
    const unsigned long long seed = 3;
    cuda::Randomisation randomisation = device.plan.randomisation(seed);
    device.run(device.plan.transfer_launch("randomise_state", random.problem.K), &randomisation);
    const std::vector<double> values = device.canonical(state);
    std::vector<double> expected(values.size());
    const std::size_t Np = random.problem.reference.Np, n_fields = random.problem.n_fields;
    const auto admissible = field_of(random);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t node = i % Np, field = i / Np % n_fields, element = i / (Np * n_fields);
      const double value = split_mix((seed << 40) + (element * Np + node) * n_fields + field);
      expected[i] = admissible ? admissible(static_cast<int>(field), value) : value;
    }
    EXPECT_LT(relative_difference(values, expected), round_off());
  });
}

TEST_P(EmulatedStage, samples_the_fields_with_the_given_weights) {
  with_problem(configurations[GetParam()], [&](auto& random) {
    const auto u = random.random_state();
    std::vector<int> elements{random.problem.K - 1, 0,
                              random.problem.K / 2};  // curved cells and straight ones
    const int n_points = static_cast<int>(elements.size());
    std::vector<double> weights(n_points * random.problem.reference.Np);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::cos(1.0 + i);
    host::HostDevice<double> cpu(with_kernels_of_tests());
    const auto wave = cpu.wave(random.problem);
    const auto array = wave->allocate();
    array->upload(u);
    const std::vector<double> once = sample(*wave, *array, elements, weights);

    EmulatedDevice device(GetParam(), random.problem);
    const auto state = device.state(u);
    std::vector<double> expected = once, rows(2 * expected.size());
    expected.insert(expected.end(), once.begin(), once.end());
    std::vector<long long> n_rows(n_points, 0);
    Sample points{elements.data(), weights.data(), n_rows.data(), rows.data(), n_points, 2};
    device.arguments.u = state.data();
    for (int row = 0; row < 3; ++row) device.run(device.plan.sample_launch(n_points), &points);
    EXPECT_EQ(n_rows, std::vector<long long>(n_points, 3)) << "the third row has no room";
    EXPECT_LT(relative_difference(rows, expected), 10 * round_off());
  });
}

std::string name_of(const testing::TestParamInfo<int>& info) {
  const Configuration& c = configurations[info.param];
  constexpr const char* systems[] = {"maxwell",      "maxwell_tm",       "maxwell_te",         "advection_2d",
                                     "advection_3d", "burgers_2d",       "burgers_2d_godunov", "euler_2d",
                                     "euler_3d",     "navier_stokes_2d", "navier_stokes_3d"};
  const auto method =
      std::ranges::find(shock_methods, c.flow.shocks, &std::pair<const char*, ShockMethod>::second);
  return std::string(systems[static_cast<int>(c.system)]) + "_order_" + std::to_string(c.shape.N) + "_" +
         std::to_string(c.shape.K - c.shape.n_curved) + "_straight_" + std::to_string(c.shape.n_curved) +
         "_curved" + (c.form == StageForm::general ? "_general_form" : "") +
         (c.shape.interfaces ? "_interfaces" : "") + (c.shape.terms ? "_terms" : "") +
         (c.flow.shocks == ShockMethod::none ? "" : std::string("_") + method->first) +
         (c.with_source ? "_source" : "") + (c.use_traits ? "" : "_generic") +
         (c.tensor == operators_ahead ? "_operators_ahead"
          : c.tensor > 0              ? "_tensor" + std::to_string(c.tensor)
                                      : "") +
         (c.precision == Precision::single ? "_single" : "_double");
}

INSTANTIATE_TEST_SUITE_P(Configurations, EmulatedStage, testing::Range(0, n_plain_configurations), name_of);

TEST(EmulatedStage, does_not_read_the_residual_where_a_is_zero_nor_u0_where_p_is) {
  for (const int configuration : {0, 23, 24})
    with_problem(configurations[configuration], [&](auto& random) {
      States before{random.random_state(), {}, {}};
      before.residual = before.u0 = std::vector<double>(before.u.size(), NAN);
      const Result result =
          run_emulated(configuration, random.problem, Order::forward, {0, 0.3, 0.5}, before);
      for (const auto& values : result)
        for (const double value : values) ASSERT_TRUE(std::isfinite(value));
    });
}

TEST(StagePlan, needs_at_most_300_bytes_a_straight_element_beside_the_state) {
  RandomProblem<Maxwell<Formulation::full>> few({3, 1000, 0}, false), many({3, 3000, 0}, false);
  for (RandomProblem<Maxwell<Formulation::full>>* random : {&few, &many})
    for (int& condition : random->boundary) condition = -1;  // their points belong to the surface
  const auto bytes = [](const auto& random) {
    std::size_t sum = 0;
    for (const auto& table : StagePlan(random.problem, Precision::double_).take_tables())
      sum += table.bytes.size();
    return sum;
  };
  EXPECT_LE(bytes(many) - bytes(few), 300u * 2000);
}

}  // namespace
}  // namespace dgsolve::test
