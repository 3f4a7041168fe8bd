// The CPU's wave operator against plain scalar loops, on random problems.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "kernels/devices.hpp"
#include "kernels/host/host_device.hpp"
#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"
#include "tests/support/kernels/energy_reference.hpp"
#include "tests/support/kernels/rate_reference.hpp"
#include "tests/support/sample.hpp"

namespace dgsolve::test {
namespace {

using host::HostDevice;
using host::HostOptions;
using host::InstructionSet;

std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> sets;
  for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
    if (host::is_available(set)) sets.push_back(set);
  return sets;
}

double largest(const std::vector<double>& values) {
  double max = 0;
  for (const double value : values) max = std::max(max, std::abs(value));
  return max;
}

/// Largest difference over the largest value; infinite where a value is not finite.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double max = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i])) return std::numeric_limits<double>::infinity();
    max = std::max(max, std::abs(a[i] - b[i]));
  }
  return max / largest(b);
}

constexpr double start = 0.3, dt = 0.1;

/// residual and u_next after one stage of the second step, canonical.
struct StageResult {
  std::vector<double> residual, u_next;
};

/// u0: canonical, where the stage has one; it stands where u_next goes, as in the last stage of a step.
template <class T, class P>
StageResult run_stage(const HostOptions& options, const RandomProblem<P>& random, Stage stage,
                      const std::vector<double>& u, const std::vector<double>& residual,
                      const std::vector<double>& u0 = {}) {
  HostDevice<T> device(options);
  const auto wave = device.wave(random.problem);
  wave->set_clock(start, dt);
  wave->advance_clock(1);
  const auto u_array = wave->allocate(), residual_array = wave->allocate(), next = wave->allocate();
  u_array->upload(u);
  residual_array->upload(residual);
  if (!u0.empty()) {
    next->upload(u0);
    stage.u0 = next.get();
  }
  wave->stage(stage, *u_array, *residual_array, *next);
  StageResult result{std::vector<double>(u.size()), std::vector<double>(u.size())};
  residual_array->download(result.residual);
  next->download(result.u_next);
  return result;
}

/// What an operator measures in a state: measure(operator, state).
template <class T, class P, class Measure>
auto measured(const HostOptions& options, const RandomProblem<P>& random, const std::vector<double>& u,
              Measure measure) {
  HostDevice<T> device(options);
  const auto wave = device.wave(random.problem);
  const auto array = wave->allocate();
  array->upload(u);
  return measure(*wave, *array);
}

template <class T, class P>
double energy_of(const HostOptions& options, const RandomProblem<P>& random, const std::vector<double>& u) {
  return measured<T>(options, random, u,
                     [](WaveOperator& wave, const WaveState& state) { return wave.energy(state); });
}

template <class T, class P>
void expect_stage_follows_formula(InstructionSet set, const Shape& shape, bool with_source,
                                  StageForm form = StageForm::low_storage) {
  SCOPED_TRACE(std::string(P::type) + ", " + host::name_of(set) + ", " + std::to_string(sizeof(T)) +
               " bytes, N = " + std::to_string(shape.N) + ", K = " + std::to_string(shape.K) +
               ", curved: " + std::to_string(shape.n_curved));
  RandomProblem<P> random(shape, with_source);
  random.problem.steps.form = form;
  const auto u = random.random_state(), residual = random.random_state();
  Stage stage{-0.4, 0.3, 0.5, 2};
  std::vector<double> u0;
  if (form == StageForm::general) {
    u0 = random.random_state();
    stage.p = 0.7;
    stage.q = -0.6;
    stage.e = 0.9;
  }
  const std::vector<double> rate = WrittenOutRate(random, u).rate(start + (1 + stage.step + stage.c) * dt);
  StageResult expected{residual, u};
  for (std::size_t i = 0; i < u.size(); ++i) {
    expected.residual[i] = stage.a * residual[i] + dt * rate[i];
    expected.u_next[i] = stage.q * u[i] + stage.b * expected.residual[i] + stage.e * dt * rate[i];
    if (form == StageForm::general) expected.u_next[i] += stage.p * u0[i];
  }
  // Round-off grows with the number of terms in a sum.
  const double tolerance = 200 * std::numeric_limits<T>::epsilon() * std::sqrt(random.Np);
  HostOptions options;
  options.instruction_set = set;
  options.threads = 2;
  const StageResult result = run_stage<T>(options, random, stage, u, residual, u0);
  EXPECT_LT(relative_difference(result.residual, expected.residual), tolerance);
  EXPECT_LT(relative_difference(result.u_next, expected.u_next), tolerance);
  if (form == StageForm::low_storage) return;
  stage.keeps_residual = false;
  const StageResult alone = run_stage<T>(options, random, stage, u, residual, u0);
  EXPECT_EQ(alone.u_next, result.u_next);
  EXPECT_LT(relative_difference(alone.residual, residual), tolerance) << "it was written";
}

template <class P>
class HostStage : public testing::Test {};
using AllSystems = testing::Types<Maxwell<Formulation::full>, Maxwell<Formulation::tm>,
                                  Maxwell<Formulation::te>, Advection<2>, Advection<3>>;
TYPED_TEST_SUITE(HostStage, AllSystems);

TYPED_TEST(HostStage, on_straight_cells_is_the_formula_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape :
         {Shape{1, 37, 0}, Shape{2, 5, 0}, Shape{3, 16, 0, true}, Shape{4, 9, 0}, Shape{6, 1, 0}}) {
      expect_stage_follows_formula<double, TypeParam>(set, shape, shape.K == 9);
      expect_stage_follows_formula<float, TypeParam>(set, shape, shape.K == 9);
    }
}

TYPED_TEST(HostStage, on_curved_and_mixed_cells_is_the_formula_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape : {Shape{1, 9, 9}, Shape{2, 21, 6}, Shape{3, 11, 3}, Shape{4, 5, 5}}) {
      expect_stage_follows_formula<double, TypeParam>(set, shape, shape.K == 21);
      expect_stage_follows_formula<float, TypeParam>(set, shape, shape.K == 21);
    }
}

TYPED_TEST(HostStage, with_interfaces_is_the_formula_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape : {Shape{3, 16, 0, true, true}, Shape{2, 21, 6, false, true}}) {
      expect_stage_follows_formula<double, TypeParam>(set, shape, true);
      expect_stage_follows_formula<float, TypeParam>(set, shape, true);
    }
}

TYPED_TEST(HostStage, with_terms_of_data_on_faces_is_the_formula_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape : {Shape{3, 16, 0, true, false, true}, Shape{2, 21, 6, false, true, true}}) {
      expect_stage_follows_formula<double, TypeParam>(set, shape, true);
      expect_stage_follows_formula<float, TypeParam>(set, shape, true);
    }
}

TYPED_TEST(HostStage, in_the_general_form_is_the_formula_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape : {Shape{3, 16, 0, true}, Shape{2, 21, 6}}) {
      expect_stage_follows_formula<double, TypeParam>(set, shape, true, StageForm::general);
      expect_stage_follows_formula<float, TypeParam>(set, shape, true, StageForm::general);
    }
}

TYPED_TEST(HostStage, does_not_depend_on_the_number_of_threads) {
  RandomProblem<TypeParam> random({2, 300, 70}, true);
  const auto u = random.random_state(), residual = random.random_state();
  HostOptions options;
  options.threads = 1;
  const StageResult one = run_stage<double>(options, random, {0.2, 0.3, 0.5}, u, residual);
  for (const int threads : {2, 3}) {
    options.threads = threads;
    const StageResult many = run_stage<double>(options, random, {0.2, 0.3, 0.5}, u, residual);
    EXPECT_EQ(many.residual, one.residual);
    EXPECT_EQ(many.u_next, one.u_next);
  }
}

TYPED_TEST(HostStage, goes_with_the_energy_written_out) {
  for (const auto set : available_sets())
    for (const Shape& shape : {Shape{1, 37, 5}, Shape{2, 21, 0}, Shape{3, 11, 11}, Shape{5, 6, 2}}) {
      RandomProblem<TypeParam> random(shape, false);
      make_quadrature_consistent(random);
      const auto u = random.random_state();
      const double expected = written_out_energy(random, u);
      HostOptions options;
      options.instruction_set = set;
      EXPECT_NEAR(energy_of<double>(options, random, u), expected, 1e-12 * expected);
      EXPECT_NEAR(energy_of<float>(options, random, u), expected, 1e-5 * expected);
    }
}

template <class T, class P>
Powers powers_of(const HostOptions& options, const RandomProblem<P>& random, const std::vector<double>& u) {
  return measured<T>(options, random, u,
                     [](WaveOperator& wave, const WaveState& state) { return wave.powers(state, start); });
}

TYPED_TEST(HostStage, has_the_same_powers_with_every_instruction_set_and_precision) {
  for (const Shape& shape :
       {Shape{1, 37, 5}, Shape{2, 21, 0}, Shape{3, 11, 11}, Shape{5, 6, 2}, Shape{2, 21, 6, false, true}}) {
    RandomProblem<TypeParam> random(shape, true);
    make_quadrature_consistent(random);
    const auto u = random.random_state();
    const Powers expected = powers_of<double>({InstructionSet::baseline, 1}, random, u);
    double scale = 0;
    for (const PowerTerm& part : power_terms) scale = std::max(scale, std::abs(expected.*part.value));
    for (const auto set : available_sets()) {
      const Powers in_double = powers_of<double>({set, 2}, random, u),
                   in_single = powers_of<float>({set, 2}, random, u);
      for (const PowerTerm& part : power_terms) {
        EXPECT_NEAR(in_double.*part.value, expected.*part.value, 1e-12 * scale) << part.name;
        EXPECT_NEAR(in_single.*part.value, expected.*part.value, 1e-4 * scale) << part.name;
      }
    }
  }
}

TYPED_TEST(HostStage, has_no_finite_energy_where_any_value_is_not_finite) {
  RandomProblem<TypeParam> random({2, 21, 8}, false);
  make_quadrature_consistent(random);
  const auto finite = random.random_state();
  ASSERT_TRUE(std::isfinite(energy_of<double>({}, random, finite)));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const std::size_t at : {std::size_t{0}, finite.size() / 2, finite.size() - 1}) {
      auto u = finite;
      u[at] = bad;
      EXPECT_FALSE(std::isfinite(energy_of<double>({}, random, u))) << at;
    }
}

TEST(HostWaveOperator, covariant_and_generic_form_of_the_curl_agree_to_round_off) {
  static_assert(has_curl_pair<Maxwell<Formulation::full>>);
  const Stage stage{0.2, 0.3, 0.5};
  for (const bool simplices : {false, true}) {
    RandomProblem<Maxwell<Formulation::full>> random({5, 19, 0, simplices}, false);
    const auto u = random.random_state(), residual = random.random_state();
    for (const auto set : available_sets()) {
      HostOptions options;
      options.instruction_set = set;
      const StageResult covariant = run_stage<double>(options, random, stage, u, residual);
      options.use_traits = false;
      const StageResult generic = run_stage<double>(options, random, stage, u, residual);
      EXPECT_LT(relative_difference(covariant.residual, generic.residual), 1e-13) << host::name_of(set);
      EXPECT_NE(covariant.residual, generic.residual) << "one form was compared with itself";
    }
  }
}

TEST(HostWaveOperator, does_not_read_the_residual_where_a_is_zero) {
  RandomProblem<Advection<2>> random({2, 11, 4}, false);
  const auto u = random.random_state();
  const std::vector<double> unset(u.size(), std::numeric_limits<double>::quiet_NaN());
  const StageResult result = run_stage<double>({}, random, {0, 0.3, 0.5}, u, unset);
  EXPECT_TRUE(std::isfinite(largest(result.residual)));
  for (const double value : result.residual) EXPECT_FALSE(std::isnan(value));
  random.problem.steps.form = StageForm::general;
  const StageResult general = run_stage<double>({}, random, {0, 0.3, 0.5}, u, unset, unset);
  for (const double value : general.u_next) ASSERT_FALSE(std::isnan(value)) << "u0 is not read where p is 0";
}

TEST(HostWaveOperator, gives_back_what_was_uploaded) {
  RandomProblem<Maxwell<Formulation::tm>> random({3, 29, 10}, false);
  HostDevice<double> device;
  const auto wave = device.wave(random.problem);
  const auto array = wave->allocate();
  const auto u = random.random_state();
  array->upload(u);
  std::vector<double> back(u.size());
  array->download(back);
  EXPECT_EQ(back, u);
  back.pop_back();
  EXPECT_THROW(array->download(back), std::invalid_argument);
}

TEST(HostWaveOperator, samples_the_fields_with_the_given_weights) {
  using P = Maxwell<Formulation::te>;
  RandomProblem<P> random({2, 13, 5}, false);
  HostDevice<double> device;
  const auto wave = device.wave(random.problem);
  const auto array = wave->allocate();
  const auto u = random.random_state();
  array->upload(u);
  const std::vector<int> elements = {12, 0, 4};
  std::vector<double> weights(elements.size() * random.Np);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::cos(1.0 + i);
  const std::vector<double> values = sample(*wave, *array, elements, weights);
  for (std::size_t p = 0; p < elements.size(); ++p)
    for (int f = 0; f < P::n_fields; ++f) {
      double expected = 0;
      for (int k = 0; k < random.Np; ++k)
        expected += weights[p * random.Np + k] * u[(elements[p] * P::n_fields + f) * random.Np + k];
      EXPECT_NEAR(values[p * P::n_fields + f], expected, 1e-13);
    }
}

TEST(HostWaveOperator, counts_the_memory_of_living_arrays) {
  RandomProblem<Advection<3>> random({3, 64, 0}, false);
  HostDevice<double> device;
  const auto wave = device.wave(random.problem);
  const std::size_t before = device.memory();
  const auto array = wave->allocate();
  EXPECT_EQ(device.memory() - before, 64 * random.Np * sizeof(double));
}

TEST(HostWaveOperator, refuses_a_stage_onto_itself) {
  RandomProblem<Advection<2>> random({1, 8, 0}, false);
  HostDevice<double> device;
  const auto wave = device.wave(random.problem);
  const auto u = wave->allocate(), residual = wave->allocate();
  EXPECT_THROW(wave->stage({0, 0, 0}, *u, *residual, *u), std::invalid_argument);
}

TEST(HostWaveOperator, refuses_a_stage_in_another_form_than_the_problems) {
  RandomProblem<Advection<2>> random({1, 8, 0}, false);
  HostDevice<double> device;
  const auto low_storage = device.wave(random.problem);
  random.problem.steps.form = StageForm::general;
  const auto general = device.wave(random.problem);
  const auto stage_of = [](WaveOperator& wave, const Stage& stage) {
    const auto u = wave.allocate(), residual = wave.allocate(), next = wave.allocate();
    wave.stage(stage, *u, *residual, *next);
  };
  for (const Stage& stage : {Stage{.a = 0, .b = 1, .c = 0, .q = 0}, Stage{.a = 0, .b = 1, .c = 0, .e = 1}}) {
    EXPECT_THROW(stage_of(*low_storage, stage), std::invalid_argument);
    EXPECT_NO_THROW(stage_of(*general, stage));
  }
  EXPECT_THROW(stage_of(*general, {.a = 0, .b = 1, .c = 0, .p = 1}), std::invalid_argument) << "without u0";
}

TEST(HostWaveOperator, names_the_equations_it_has_no_kernels_for) {
  RandomProblem<Advection<2>> random({1, 8, 0}, false);
  random.problem.type = "Burgers<2>";
  HostDevice<double> device;
  try {
    device.wave(random.problem);
    FAIL() << "prepared a problem without kernels";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("Burgers<2>"), std::string::npos);
  }
}

TEST(InstructionSets, the_environment_chooses_among_those_available) {
  ASSERT_EQ(setenv("DGSOLVE_ISA", "baseline", 1), 0);
  EXPECT_EQ(host::choose_instruction_set(), InstructionSet::baseline);
  EXPECT_NE(make_device("cpu", Precision::double_)->description().find("baseline"), std::string::npos);
  ASSERT_EQ(setenv("DGSOLVE_ISA", "mmx", 1), 0);
  EXPECT_THROW(host::choose_instruction_set(), DeviceError);
  ASSERT_EQ(unsetenv("DGSOLVE_ISA"), 0);
  EXPECT_EQ(host::choose_instruction_set(), available_sets().back());
}

TEST(MakeDevice, names_the_devices_there_are_when_it_refuses_one) {
  try {
    make_device("abacus", Precision::double_);
    FAIL() << "made a device for an unknown device";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("abacus"), std::string::npos);
    for (const std::string& name : device_names())
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos);
  }
}

TEST(MakeDevice, refuses_a_gpu_that_is_named_twice) {
  try {
    make_device("cuda:0,1,0", Precision::double_);
    FAIL() << "made a device of a GPU and itself";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("cuda:0 is named twice"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace dgsolve::test
