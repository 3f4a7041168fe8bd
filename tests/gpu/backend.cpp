/// The GPU against the CPU.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <thread>
#include <tuple>

#include "solver/reference/reference_element.hpp"
#include "solver/waves/diagnostics/diagnostics.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/kernels/gpu_tolerance.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

using Parameters = std::tuple<const Physics*, int, Precision>;

class GpuAgainstCpu : public testing::TestWithParam<Parameters> {
 protected:
  void SetUp() override { cpu = std::make_unique<Wave>(mesh, options); }
  Wave on_gpu() const { return {mesh, options, precision, "cuda"}; }

  const Physics& physics = *std::get<const Physics*>(GetParam());
  const Precision precision = std::get<Precision>(GetParam());
  const Mesh mesh = half_curved_box(physics.info.dim);
  const WaveSystem options = options_with_everything(physics, mesh, std::get<int>(GetParam()));
  std::unique_ptr<Wave> cpu;
};

/// The root of the difference's energy over the initial one, or, where the energy is no square of the fields,
/// of the sums of the values' squares.
double relative_difference(const Wave& wave, std::vector<double> a, const std::vector<double>& b,
                           const std::vector<double>& initial) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  if (wave.physics.info.linear) return std::sqrt(energy(wave.op, a) / energy(wave.op, initial));
  const auto square = [](const std::vector<double>& v) {
    return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  };
  return std::sqrt(square(a) / square(initial));
}

TEST_P(GpuAgainstCpu, a_hundred_steps_of_everything_agree) {
  Wave gpu = on_gpu();
  ASSERT_GT(cpu->discretization.factors.n_curved, 0);
  ASSERT_LT(cpu->discretization.factors.n_curved, cpu->discretization.K());
  const std::vector<double> initial = some_state(*cpu, 3);
  const double initial_energy = energy(cpu->op, initial);
  EXPECT_NEAR(energy(gpu.op, initial), initial_energy, tolerance(precision) * initial_energy);
  const double dt = some_time_step(cpu->op);
  EXPECT_LT(relative_difference(*cpu, gpu.after_steps(initial, dt, 100), cpu->after_steps(initial, dt, 100),
                                initial),
            tolerance(precision));
}

TEST_P(GpuAgainstCpu, powers_agree_and_are_the_same_each_time) {
  if (!physics.info.linear) return;  // no powers are known then
  const std::vector<double> initial = cpu->random_state(5);
  const auto on_cpu = cpu->op.wave->allocate();
  on_cpu->upload(initial);
  const double t = 0.4;
  const Powers expected = cpu->op.wave->powers(*on_cpu, t);
  double scale = 0;
  for (const PowerTerm& part : power_terms) scale = std::max(scale, std::abs(expected.*part.value));
  Wave gpu = on_gpu();
  const auto state = gpu.op.wave->allocate();
  state->upload(initial);
  const Powers powers = gpu.op.wave->powers(*state, t), again = gpu.op.wave->powers(*state, t);
  for (const PowerTerm& part : power_terms) {
    EXPECT_NEAR(powers.*part.value, expected.*part.value, 10 * tolerance(precision) * scale) << part.name;
    EXPECT_EQ(again.*part.value, powers.*part.value) << part.name;
  }
}

TEST_P(GpuAgainstCpu, integrals_and_the_largest_rate_agree_and_are_the_same_each_time) {
  if (physics.info.integrals.named.empty()) return;
  const std::vector<double> initial = some_state(*cpu, 5);
  Wave gpu = on_gpu();
  const auto expected_state = cpu->op.wave->allocate(), state = gpu.op.wave->allocate();
  expected_state->upload(initial);
  state->upload(initial);
  for (const StateMeasure which : {StateMeasure::integrals, StateMeasure::step_rate}) {
    if (physics.info.linear && which == StateMeasure::step_rate) continue;  // no state limits steps
    const std::vector<double> expected = cpu->op.wave->measure(which, *expected_state, 0);
    const std::vector<double> found = gpu.op.wave->measure(which, *state, 0);
    EXPECT_LT(test::relative_difference(found, expected), 10 * tolerance(precision)) << info(which).name;
    EXPECT_EQ(gpu.op.wave->measure(which, *state, 0), found) << info(which).name;
  }
}

TEST_P(GpuAgainstCpu, data_on_faces_by_terms_and_sampled_waveforms_agree) {
  if (!physics.info.linear || std::get<int>(GetParam()) > 3) return;
  WaveSystem by_terms = options;
  Mesh joined = mesh;
  add_incident_wave(by_terms, joined, some_data(physics));
  const Mesh with_border = joined;
  const Discretization d(joined, by_terms.order, apply_boundaries(joined, by_terms));
  give_data_by_terms(by_terms, physics, d);
  std::vector<double> times, values;
  for (int i = 0; i <= 10'000; ++i) {
    times.push_back(5e-4 * i);
    values.push_back(std::sin(3 * times.back()));
  }
  if (!by_terms.waveforms.empty())
    by_terms.waveforms["drive"] = Expression::sampled(
        std::make_shared<SampledFunction>(times, values, SampledFunction::Interpolation::cubic));
  Wave host(with_border, by_terms), gpu(with_border, by_terms, precision, "cuda");
  const std::vector<double> initial = host.random_state(3);
  const double dt = choose_time_step(host.op, {}).dt;
  EXPECT_LT(relative_difference(host, gpu.after_steps(initial, dt, 100), host.after_steps(initial, dt, 100),
                                initial),
            tolerance(precision));
}

/// States at random are rough in all cells. Few steps: what is rough is a matter of the last digit in some.
/// In single precision a digit more decides whether a cell is counted, so that maps are compared in double.
TEST_P(GpuAgainstCpu, the_limiter_does_the_same_to_states_and_says_so) {
  if (!physics.info.admitted.has_limiter) return;
  for (const auto& [name, method] : shock_methods) {
    if (method == ShockMethod::none || method == ShockMethod::positivity) continue;
    SCOPED_TRACE(name);
    WaveSystem with_shocks = options;
    with_shocks.shocks = method;
    const Scheme& scheme = find_scheme("auto", false);
    Wave host(mesh, with_shocks, Precision::double_, "cpu", scheme),
        gpu(mesh, with_shocks, precision, "cuda", scheme);
    const std::vector<double> initial = host.random_state(7);
    const double dt = some_time_step(host.op);
    static_cast<void>(gpu.op.wave->tune());
    EXPECT_LT(
        relative_difference(host, gpu.after_steps(initial, dt, 2), host.after_steps(initial, dt, 2), initial),
        tolerance(precision));
    const std::vector<double> expected = host.op.wave->limited();
    if (precision == Precision::double_) {
      EXPECT_LT(test::relative_difference(gpu.op.wave->limited(), expected), 100 * tolerance(precision));
    }
    EXPECT_GT(*std::ranges::max_element(expected), 0);
  }
}

/// Those that the tuner did not choose too. They are laid out for compute capability 9.0, where none
/// declines.
TEST_P(GpuAgainstCpu, every_variant_agrees) {
  const std::vector<double> initial = some_state(*cpu, 4);
  const double dt = some_time_step(cpu->op);
  const std::vector<double> expected = cpu->after_steps(initial, dt, 20);
  Wave tuned = on_gpu();
  std::vector<TuningRow> rows = tuned.op.wave->tune();
  if (rows.empty()) rows.push_back({.variant = tuned.op.wave->variant(), .verdict = "the only one"});
  const bool all_have_room = tuned.device->description().find("sm_90") != std::string::npos;
  for (const TuningRow& row : rows) {
    EXPECT_EQ(row.verdict.find("wrong"), std::string::npos) << row.variant << ": " << row.verdict;
    if (row.verdict.starts_with("declined")) {
      EXPECT_FALSE(all_have_room) << row.variant << ": " << row.verdict;
      continue;
    }
    const EnvironmentVariable forced("DGSOLVE_VARIANT", row.variant);
    Wave gpu = on_gpu();
    EXPECT_EQ(gpu.op.wave->variant(), row.variant);
    EXPECT_LT(relative_difference(*cpu, gpu.after_steps(initial, dt, 20), expected, initial),
              tolerance(precision))
        << row.variant;
  }
}

/// The library adds up in an order of its own. Curved cells have one quadrature; of the other two each order
/// takes one, at low orders, since kernels are compiled for each.
TEST_P(GpuAgainstCpu, dense_products_have_the_rates_of_the_plain_variant) {
  const int order = std::get<int>(GetParam());
  if (physics.info.linear || order > 4) return;
  const Mesh straight = make_box({.dim = mesh.dim, .cells = {2, 2, 2}, .jitter = 0.2}, true);
  for (const VolumeQuadrature quadrature :
       {VolumeQuadrature::over_integrated,
        order % 2 == 0 ? VolumeQuadrature::nodal : VolumeQuadrature::cell}) {
    WaveSystem of_form = options;
    of_form.quadrature = quadrature;
    const auto rates_by = [&](const std::optional<std::string>& variant) {
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
      Wave gpu(quadrature == VolumeQuadrature::over_integrated ? mesh : straight, of_form, precision, "cuda");
      EXPECT_EQ(gpu.op.wave->variant() == "dense products", variant.has_value());
      const std::vector<double> state = some_state(gpu, 4);
      std::vector<double> rates(state.size());
      evaluate(gpu.op, state, 0.3, rates);
      return rates;
    };
    const std::vector<double> plain = rates_by({});
    try {
      EXPECT_LT(test::relative_difference(rates_by("dense products"), plain),
                precision == Precision::single ? 1e-5 : 1e-13);
    } catch (const DeviceError& error) {
      if (std::string(error.what()).find("needs NVIDIA's cuBLAS") == std::string::npos) throw;
      GTEST_SKIP() << error.what();
    }
  }
}

std::string name_of_case(const testing::TestParamInfo<Parameters>& info) {
  const auto [physics, order, precision] = info.param;
  return name_of(*physics) + "_N" + std::to_string(order) +
         (precision == Precision::single ? "_single" : "_double");
}

INSTANTIATE_TEST_SUITE_P(Registry, GpuAgainstCpu,
                         testing::Combine(testing::ValuesIn(all_physics()),
                                          testing::Range(1, ReferenceElement::max_order + 1),
                                          testing::Values(Precision::double_, Precision::single)),
                         name_of_case);

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    wave = std::make_unique<Wave>(
        half_curved_box(3), options_with_everything(find_physics("maxwell", 3, ""), half_curved_box(3), 3),
        Precision::double_, "cuda");
  }
  std::unique_ptr<Wave> wave;
};

TEST_F(Gpu, a_state_comes_back_as_it_was_sent_but_for_round_off) {
  const std::vector<double> sent = wave->random_state(1);
  std::vector<double> received(sent.size());
  const auto array = wave->op.wave->allocate();
  array->upload(sent);
  array->download(received);
  for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_NEAR(sent[i], received[i], 1e-13);
  EXPECT_THROW(array->upload(std::span(sent).first(5)), std::invalid_argument);
}

TEST_F(Gpu, samples_are_the_weighted_sums_of_the_nodes) {
  const std::vector<double> state = wave->random_state(2);
  const auto array = wave->op.wave->allocate();
  array->upload(state);
  const int Np = wave->discretization.element.Np, n_fields = wave->physics.n_fields;
  const std::vector<int> elements{wave->discretization.K() - 1, 0, 17};  // curved cells and straight ones
  std::vector<double> weights(elements.size() * Np);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::sin(static_cast<double>(i));
  const std::vector<double> values = sample(*wave->op.wave, *array, elements, weights);
  for (std::size_t point = 0; point < elements.size(); ++point)
    for (int field = 0; field < n_fields; ++field) {
      double sum = 0;
      for (int node = 0; node < Np; ++node)
        sum += weights[point * Np + node] *
               state[(static_cast<std::size_t>(elements[point]) * n_fields + field) * Np + node];
      EXPECT_NEAR(values[point * n_fields + field], sum, 1e-13);
    }
}

TEST_F(Gpu, goes_on_in_another_operator_from_the_raw_state_with_the_same_bits) {
  const auto state_of = [&](const Integrator& integrator) {
    std::vector<double> state(wave->discretization.n_dofs(wave->physics.n_fields));
    integrator.download(state);
    return state;
  };
  RungeKutta integrator(wave->op, wave->random_state(6));
  integrator.advance(0.2, 1e-3, 37);
  const std::vector<std::byte> raw = integrator.state().save();
  integrator.keep();
  integrator.advance(36);
  const std::vector<double> expected = state_of(integrator);
  integrator.go_back();
  integrator.set_clock(0.2, 1e-3, 37);
  integrator.advance(36);
  EXPECT_EQ(state_of(integrator), expected);

  const auto device = make_device("cuda", Precision::double_);
  SpatialOperator op(wave->discretization, wave->physics, wave->options, *device, wave->op.wave->variant());
  ASSERT_EQ(op.wave->layout(), wave->op.wave->layout());
  RungeKutta other(op, [&](WaveState& state) { state.restore(raw); });
  other.set_clock(0.2, 1e-3, 37);
  other.advance(36);
  EXPECT_EQ(state_of(other), expected);
}

TEST_F(Gpu, a_copy_stays_as_it_was_taken_while_another_thread_reads_it_and_steps_go_on) {
  std::vector<double> expected(wave->discretization.n_dofs(wave->physics.n_fields));
  RungeKutta integrator(wave->op, wave->random_state(7));
  integrator.advance(0.2, 1e-3, 37);
  integrator.download(expected);
  const std::vector<std::byte> raw = integrator.state().save();
  const auto copy = wave->op.wave->allocate_copy();
  copy->take(integrator.state());
  integrator.advance(500);
  int n_others = 0;
  std::thread reader([&] {
    for (int i = 0; i < 20; ++i) {
      std::vector<double> found(expected.size());
      copy->download(found);
      n_others += found != expected || copy->save() != raw;
    }
  });
  integrator.advance(500);
  wave->device->synchronise();
  reader.join();
  EXPECT_EQ(n_others, 0);
}

TEST_F(Gpu, replays_recorded_steps_with_the_same_bits) {
  const std::vector<double> initial = wave->random_state(5);
  const auto run = [&](const std::vector<long>& batches) {
    RungeKutta integrator(wave->op, initial);
    integrator.advance(0.2, 1e-3, 0);
    for (const long n : batches) integrator.advance(n);
    std::vector<double> state(initial.size());
    integrator.download(state);
    return state;
  };
  const std::vector<double> plainly = run(std::vector<long>(73, 1));
  EXPECT_EQ(run({73}), plainly);
  EXPECT_EQ(run({1, 40, 32}), plainly);
}

TEST_F(Gpu, memory_is_that_of_the_tables_and_of_the_states_alive) {
  const std::size_t tables = wave->device->memory();
  EXPECT_GT(tables, 0U);
  {
    const auto one = wave->op.wave->allocate(), two = wave->op.wave->allocate();
    // Slots may lie apart, by a 16th, and there are a few more of them.
    const std::size_t state = one->save().size(), values = sizeof(double) * wave->random_state(1).size(),
                      element = values / wave->discretization.K();
    EXPECT_GE(state, values);
    EXPECT_LE(state, (values + 8 * element) * 17 / 16);
    EXPECT_EQ(wave->device->memory(), tables + 2 * state);
  }
  EXPECT_EQ(wave->device->memory(), tables);
}

TEST_F(Gpu, a_device_that_is_not_there_is_an_error_that_names_those_that_are) {
  try {
    make_device("cuda:1000", Precision::double_);
    FAIL() << "made a device for a device that is not there";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("cuda:1000"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("cuda:0"), std::string::npos);
  }
}

}  // namespace
}  // namespace dgsolve::test
