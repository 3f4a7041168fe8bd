// The GPU's kernels without a GPU: the same text, read by g++ and run by an emulation, against the host
// backend.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/host/host_backend.hpp"
#include "tests/simt/configurations.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::test {
namespace {

using cuda::StageArguments;
using cuda::StagePlan;
using simt::Order;

/// Memory as the device has it: blocks of bytes without a type.
struct DeviceMemory {
  explicit DeviceMemory(const WaveProblem& problem, Precision precision) : plan(problem, precision) {
    tables = plan.take_tables();
    arguments = plan.arguments();
    for (StagePlan::Table& table : tables) set_pointer(table.offset, table.bytes.data());
  }
  void set_pointer(std::size_t offset, void* to) {
    std::memcpy(reinterpret_cast<std::byte*>(&arguments) + offset, &to, sizeof to);
  }
  std::vector<std::byte> state(const std::vector<double>& canonical) const {
    std::vector<std::byte> bytes(plan.state_bytes());
    plan.to_device(canonical, bytes);
    return bytes;
  }
  std::vector<double> canonical(const std::vector<std::byte>& state) const {
    std::vector<double> values(plan.n_dofs());
    plan.to_canonical(state, values);
    return values;
  }

  StagePlan plan;
  std::vector<StagePlan::Table> tables;
  StageArguments<void> arguments;
};

/// residual and u_next after a stage, canonical.
using Result = std::array<std::vector<double>, 2>;
using Launcher = void (*)(const StagePlan::Launch&, const StageArguments<void>&, Order);

Result run_emulated(Launcher run, const WaveProblem& problem, Precision precision, Order order,
                    const Stage& stage, const std::vector<double>& u, const std::vector<double>& residual) {
  DeviceMemory device(problem, precision);
  std::vector<std::byte> u_bytes = device.state(u), residual_bytes = device.state(residual);
  std::vector<std::byte> next_bytes(u_bytes.size());
  StageArguments<void>& arguments = device.arguments;
  arguments.a = stage.a;
  arguments.b = stage.b;
  arguments.dt = stage.dt;
  arguments.t = stage.t;
  arguments.u = u_bytes.data();
  arguments.residual = residual_bytes.data();
  arguments.u_next = next_bytes.data();
  for (const StagePlan::Launch& launch : device.plan.launches()) run(launch, arguments, order);
  return {device.canonical(residual_bytes), device.canonical(next_bytes)};
}

Result run_on_host(const WaveProblem& problem, const Stage& stage, const std::vector<double>& u,
                   const std::vector<double>& residual) {
  host::HostBackend<double> backend;
  backend.prepare(problem);
  const auto u_array = backend.allocate(), residual_array = backend.allocate(), next = backend.allocate();
  backend.upload(u, *u_array);
  backend.upload(residual, *residual_array);
  backend.stage(stage, *u_array, *residual_array, *next);
  Result result{std::vector<double>(u.size()), std::vector<double>(u.size())};
  backend.download(*residual_array, result[0]);
  backend.download(*next, result[1]);
  return result;
}

/// Largest difference over the largest value; infinite where a value is not finite.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i])) return INFINITY;
    difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(b[i]));
  }
  return difference / largest;
}

template <int... i>
constexpr std::array<Launcher, sizeof...(i)> all_launchers(std::integer_sequence<int, i...>) {
  return {simt::run_emulated<i>...};
}
constexpr auto launchers = all_launchers(std::make_integer_sequence<int, std::size(configurations)>());

class EmulatedStage : public testing::TestWithParam<int> {};

TEST_P(EmulatedStage, does_what_the_host_backend_does_in_whatever_order_threads_run) {
  const Configuration& configuration = configurations[GetParam()];
  const double tolerance = configuration.precision == Precision::single ? 5e-6 : 1e-12;
  with_problem(configuration, [&](auto& random) {
    const auto u = random.random_state(), residual = random.random_state();
    for (const Stage& stage : {Stage{0, 0.3, 0.01, 0.2}, Stage{-0.4, 0.3, 0.01, 0.7}}) {
      const Result expected = run_on_host(random.problem, stage, u, residual);
      Result emulated[2];
      for (const Order order : {Order::forward, Order::backward})
        emulated[static_cast<int>(order)] = run_emulated(launchers[GetParam()], random.problem,
                                                         configuration.precision, order, stage, u, residual);
      for (int i = 0; i < 2; ++i) {
        EXPECT_LT(relative_difference(emulated[0][i], expected[i]), tolerance);
        EXPECT_EQ(emulated[0][i], emulated[1][i]) << "a race between threads";
      }
    }
  });
}

std::string name_of(const testing::TestParamInfo<int>& info) {
  const Configuration& c = configurations[info.param];
  constexpr const char* systems[] = {"maxwell", "maxwell_tm", "maxwell_te", "advection_2d", "advection_3d"};
  return std::string(systems[static_cast<int>(c.system)]) + "_order_" + std::to_string(c.shape.N) + "_" +
         std::to_string(c.shape.K - c.shape.n_curved) + "_straight_" + std::to_string(c.shape.n_curved) +
         "_curved" + (c.with_source ? "_source" : "") + (c.use_traits ? "" : "_generic") +
         (c.precision == Precision::single ? "_single" : "_double");
}

INSTANTIATE_TEST_SUITE_P(Configurations, EmulatedStage,
                         testing::Range(0, static_cast<int>(std::size(configurations))), name_of);

TEST(EmulatedStage, does_not_read_the_residual_where_a_is_zero) {
  with_problem(configurations[0], [](auto& random) {
    const auto u = random.random_state();
    const std::vector<double> unset(u.size(), NAN);
    const Result result = run_emulated(launchers[0], random.problem, configurations[0].precision,
                                       Order::forward, {0, 0.3, 0.1, 0.5}, u, unset);
    for (const auto& values : result)
      for (const double value : values) ASSERT_TRUE(std::isfinite(value));
  });
}

TEST(StagePlan, gives_back_the_states_it_was_given) {
  for (const Precision precision : {Precision::double_, Precision::single}) {
    RandomProblem<Maxwell<Formulation::te>> random({3, 29, 10}, false);
    const DeviceMemory device(random.problem, precision);
    auto u = random.random_state();
    if (precision == Precision::single)
      for (double& value : u) value = static_cast<float>(value);
    EXPECT_EQ(device.canonical(device.state(u)), u);
    u.pop_back();
    EXPECT_THROW(device.state(u), std::invalid_argument);
  }
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

TEST(Simt, finds_a_barrier_that_not_all_threads_reach) {
  EXPECT_THROW(simt::launch(1, 4, Order::forward,
                            [] {
                              if (threadIdx.x > 0) __syncthreads();
                            }),
               std::logic_error);
}

TEST(Simt, shows_a_missing_barrier_by_the_order_of_threads) {
  const auto shifted = [](bool with_barrier, Order order) {
    std::array<int, 8> shared{}, result{};
    simt::launch(1, 8, order, [&] {
      shared[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
      if (with_barrier) __syncthreads();
      result[threadIdx.x] = shared[(threadIdx.x + 1) % 8];
    });
    return result;
  };
  EXPECT_EQ(shifted(true, Order::forward), shifted(true, Order::backward));
  EXPECT_NE(shifted(false, Order::forward), shifted(false, Order::backward));
}

}  // namespace
}  // namespace dgsolve::test
