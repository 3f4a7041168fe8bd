/// The GPU backend itself without a GPU: transfers, recordings, tuning and memory, over an emulation of one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "tests/simt/configurations.hpp"
#include "tests/simt/device_run.hpp"
#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/programs.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/kernels/energy_reference.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

using cuda::StagePlan;

/// A folder for kernels and decisions, and no variant forced but where a test says so.
class EmulatedRuntime : public testing::TestWithParam<int> {
 protected:
  /// Makes a configuration's kernels loadable; the name of their variant.
  static std::string add_program(int configuration, const WaveProblem& problem) {
    const Configuration& c = configurations[configuration];
    const StagePlan plan(problem, c.precision);
    const cuda::Variant& variant = variant_of(c, plan);
    simt::add_program(plan.kernel_text(variant).prefix, programs[configuration]);
    return variant.name();
  }

  const TemporaryFolder folder_;
  const EnvironmentVariable cache_{"DGSOLVE_CACHE", folder_.path().string()};
  const EnvironmentVariable not_forced_{"DGSOLVE_VARIANT", {}};
};

/// The same run on two devices gives the same results.
void expect_agreement(const RunResult& result, const RunResult& expected, Precision precision) {
  const double tolerance = precision == Precision::single ? 1e-5 : 1e-12;
  EXPECT_TRUE(result.restored && expected.restored);
  EXPECT_LT(relative_difference(result.initial, expected.initial), tolerance);
  EXPECT_LT(relative_difference(result.final, expected.final), tolerance);
  EXPECT_LT(relative_difference(result.samples, expected.samples), 10 * tolerance);
  for (std::size_t i = 0; i < expected.transforms.size(); ++i) {
    EXPECT_EQ(result.transforms[i].taken, expected.transforms[i].taken);
    EXPECT_LT(relative_difference(result.transforms[i].values, expected.transforms[i].values),
              10 * tolerance);
  }
  EXPECT_NEAR(result.energy, expected.energy, tolerance * expected.energy);
  EXPECT_TRUE(result.steps.accepted > 2 && result.steps.rejected > 2) << result.steps.accepted;
  EXPECT_EQ(result.steps.accepted, expected.steps.accepted);
  EXPECT_NEAR(result.steps.spent, expected.steps.spent, 1e3 * tolerance * expected.steps.spent);
  // Their terms are of the kernels' precision, and added up in double: rounding errors, of either sign,
  // leave a few units in the last place of the largest part. Two are seen; the order of operations, which
  // compilers may change, makes more.
  const double rounding = 32 * (precision == Precision::single ? std::numeric_limits<float>::epsilon()
                                                               : std::numeric_limits<double>::epsilon());
  double scale = 0;
  for (const PowerTerm& part : power_terms) scale = std::max(scale, std::abs(expected.powers.*part.value));
  for (const PowerTerm& part : power_terms)
    EXPECT_NEAR(result.powers.*part.value, expected.powers.*part.value, rounding * scale) << part.name;
}

TEST_P(EmulatedRuntime, does_what_the_cpu_does) {
  const Configuration& c = configurations[GetParam()];
  with_problem(c, [&](auto& random) {
    make_quadrature_consistent(random);
    const std::string variant = add_program(GetParam(), random.problem);
    const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
    const auto gpu = simt::make_device(c.precision);
    EXPECT_EQ(gpu->wave(random.problem)->variant(), variant);
    host::HostDevice<double> cpu(with_kernels_of_tests());
    const std::vector<double> u = random.random_state();
    const int replays = simt::device.replays;
    const RunResult result = run(*gpu, random.problem, u), expected = run(cpu, random.problem, u);
    EXPECT_EQ(simt::device.replays, replays + 2 + n_tried_pairs);
    EXPECT_EQ(expected.initial, u);
    expect_agreement(result, expected, c.precision);
  });
}

/// A state in both of the forms in which it leaves a device.
struct StateOut {
  std::vector<double> canonical;
  std::vector<std::byte> raw;
  bool operator==(const StateOut&) const = default;
};

TEST_P(EmulatedRuntime, a_copy_is_read_by_another_thread_while_stages_go_on_and_nobody_waits_for_it) {
  const Configuration& c = configurations[GetParam()];
  with_problem(c, [&](auto& random) {
    const EnvironmentVariable forced("DGSOLVE_VARIANT", add_program(GetParam(), random.problem));
    const auto gpu = simt::make_device(c.precision);
    host::HostDevice<double> cpu(with_kernels_of_tests());
    for (Device* const device : {gpu.get(), static_cast<Device*>(&cpu)}) {
      const auto wave = device->wave(random.problem);
      const std::vector<double> u = random.random_state();
      const auto first = wave->allocate(), second = wave->allocate(), residual = wave->allocate();
      const auto stages = [&] {
        wave->stage({0, 0.3, 0}, *first, *residual, *second);
        wave->stage({-0.4, 0.2, 0.5}, *second, *residual, *first);
      };
      const auto copy = wave->allocate_copy();
      const auto read_copy = [&] {
        StateOut out{std::vector<double>(u.size()), copy->save()};
        copy->download(out.canonical);
        return out;
      };
      const auto read_first = [&] {
        StateOut out{std::vector<double>(u.size()), first->save()};
        first->download(out.canonical);
        return out;
      };
      wave->set_clock(0.2, 1e-4);
      first->upload(u);
      stages();
      const StateOut taken = read_first();
      stages();
      const StateOut later = read_first();
      ASSERT_FALSE(taken == later);

      for (int round = 0; round < 2; ++round) {  // the second finds the copy full
        first->upload(u);
        const int waits = simt::device.waits;
        stages();
        copy->take(*first);
        const auto recording = device->record(stages);
        recording->replay();
        EXPECT_EQ(simt::device.waits, waits);
        StateOut found;
        std::thread reader([&] { found = read_copy(); });
        EXPECT_TRUE(read_first() == later);
        reader.join();
        EXPECT_TRUE(found == taken);
      }
    }
  });
}

TEST_P(EmulatedRuntime, fields_that_go_in_and_come_out_in_runs_of_cells_are_those_of_whole_states) {
  const Configuration& c = configurations[GetParam()];
  with_problem(c, [&](auto& random) {
    const EnvironmentVariable forced("DGSOLVE_VARIANT", add_program(GetParam(), random.problem));
    const auto gpu = simt::make_device(c.precision);
    host::HostDevice<double> cpu(with_kernels_of_tests());
    const std::size_t of_cell = random.problem.n_fields * random.problem.reference.Np;
    std::vector<double> u = random.random_state();
    u.resize(random.problem.K * of_cell);  // fields alone
    const RunsOfCells runs(random.problem.K, 4096 / 7);
    for (Device* const device : {gpu.get(), static_cast<Device*>(&cpu)}) {
      const auto wave = device->wave(random.problem);
      const auto whole = wave->allocate(), in_runs = wave->allocate();
      whole->upload(u);
      in_runs->fill(runs, [&](int first, int, std::span<double> values) {
        std::copy_n(&u[first * of_cell], values.size(), values.begin());
      });
      EXPECT_TRUE(in_runs->save() == whole->save());
      std::vector<double> expected(u.size()), found(u.size());
      whole->download(expected);
      in_runs->visit(runs, [&](int first, int, std::span<const double> values) {
        std::ranges::copy(values, &found[first * of_cell]);
      });
      EXPECT_EQ(found, expected);
      EXPECT_THROW(in_runs->fill(runs, [](int, int, auto) { throw std::range_error("no values"); }),
                   std::range_error);
    }
  });
}

std::string name_of_number(const testing::TestParamInfo<int>& info) {
  return "configuration_" + std::to_string(info.param);
}

/// Straight and curved cells, sources, both precisions; the last three in covariant components, with states
/// that take more than one piece to move.
INSTANTIATE_TEST_SUITE_P(Configurations, EmulatedRuntime,
                         testing::Values(0, 4, 10, 15, 18, 24, with_model(14), with_model(15)),
                         name_of_number);

using EmulatedTuning = EmulatedRuntime;

TEST_F(EmulatedTuning, takes_what_the_device_can_run_and_remembers_it) {
  const Configuration& c = configurations[0];
  with_problem(c, [&](auto& random) {
    const std::string reference = add_program(0, random.problem);
    const auto first = simt::make_device(c.precision);
    const int before = simt::device.loads;
    const auto tuned_wave = first->wave(random.problem);
    EXPECT_EQ(tuned_wave->variant(), reference);
    const int tuned = simt::device.loads;
    EXPECT_GT(tuned, before);
    const auto state = tuned_wave->allocate();
    EXPECT_THROW(tuned_wave->tune(), std::logic_error);

    const auto second = simt::make_device(c.precision);
    const auto wave = second->wave(random.problem);
    EXPECT_EQ(simt::device.loads, tuned + 1) << "tuned again";
    const std::vector<TuningRow> rows = wave->tune();
    ASSERT_GT(rows.size(), 1U);
    EXPECT_EQ(rows[0].verdict, "chosen");
    EXPECT_GT(rows[0].seconds, 0);
    EXPECT_EQ(rows[0].registers, 64);
    for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_TRUE(rows[i].verdict.starts_with("declined"));
  });
}

void set_formulas(MeshProblem&, const Constants&) {}
template <class P>
void set_formulas(RandomProblem<P>& random, const Constants& constants) {
  random.set_formulas(constants);
}

TEST_F(EmulatedTuning, compiles_and_tunes_once_for_all_values_of_constants_in_formulas) {
  with_problem(configurations[0], [&](auto& random) {
    make_quadrature_consistent(random);
    add_program(0, random.problem);
    const std::vector<double> u = random.random_state();
    const auto run_with = [&](const Constants& constants) {
      set_formulas(random, constants);
      const auto gpu = simt::make_device(Precision::double_);
      host::HostDevice<double> cpu(with_kernels_of_tests());
      RunResult result = run(*gpu, random.problem, u);
      expect_agreement(result, run(cpu, random.problem, u), Precision::double_);
      return result;
    };
    const RunResult first = run_with(usual_constants);
    const int compilations = simt::device.compilations, loads = simt::device.loads;
    const RunResult second = run_with({{"slope", -0.7}, {"level", 3}, {"end", 0.25}});
    EXPECT_EQ(simt::device.compilations, compilations);
    EXPECT_EQ(simt::device.loads, loads + 2)
        << "the stage's kernels and those of powers, and no other variant's";
    EXPECT_GT(relative_difference(second.final, first.final), 1e-6);
    EXPECT_NE(second.powers.source, first.powers.source);
  });
}

TEST_F(EmulatedTuning, does_not_touch_the_variant_that_the_problem_asks_for) {
  const Configuration& c = configurations[18];
  with_problem(c, [&](auto& random) {
    WaveProblem problem = random.problem;
    problem.variant = add_program(18, problem);
    const auto gpu = simt::make_device(c.precision);
    const int before = simt::device.loads;
    const auto wave = gpu->wave(problem);
    EXPECT_EQ(wave->variant(), problem.variant);
    EXPECT_EQ(simt::device.loads, before + 1);
    EXPECT_NE(wave->layout().find(problem.variant), std::string::npos);
  });
}

TEST_F(EmulatedTuning, an_unknown_variant_is_an_error_that_names_those_there_are) {
  with_problem(configurations[0], [&](auto& random) {
    const std::string reference = add_program(0, random.problem);
    const EnvironmentVariable forced("DGSOLVE_VARIANT", "fastest");
    const auto gpu = simt::make_device(configurations[0].precision);
    try {
      gpu->wave(random.problem);
      FAIL() << "prepared with a variant that does not exist";
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find(reference), std::string::npos) << error.what();
    }
  });
}

/// After steps of two sizes from a state.
std::vector<double> after_steps(SpatialOperator& op, const std::vector<double>& initial) {
  RungeKutta integrator(op, initial);
  integrator.advance(0.1, 5e-3, 2);
  integrator.advance(0.11, 3e-3, 1);
  std::vector<double> state(initial.size());
  integrator.download(state);
  return state;
}

TEST_F(EmulatedTuning, takes_steps_by_every_scheme_as_the_cpu_does) {
  for (const int configuration : {19, 24, 25})
    for (const Scheme& scheme : schemes()) {
      const Configuration& c = configurations[configuration];
      if (scheme.form != c.form) continue;
      SCOPED_TRACE(scheme.name + ", configuration " + std::to_string(configuration));
      std::string variant;
      std::vector<double> initial;
      with_problem(c, [&](auto& shown) {
        variant = add_program(configuration, shown.problem);
        initial = shown.random_state();
      });
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
      const auto gpu = simt::make_device(c.precision);
      host::HostDevice<double> cpu(with_kernels_of_tests());
      std::vector<double> found, expected;
      with_operator(c, *gpu, scheme, [&](SpatialOperator& op) { found = after_steps(op, initial); });
      with_operator(c, cpu, scheme, [&](SpatialOperator& op) { expected = after_steps(op, initial); });
      EXPECT_LT(relative_difference(found, expected), c.precision == Precision::single ? 1e-4 : 1e-12);
      EXPECT_GT(relative_difference(expected, initial), 1e-2);
    }
}

/// As long as it lives the device has no more.
class FreeMemory {
 public:
  explicit FreeMemory(std::size_t bytes) : before_(std::exchange(simt::device.free_memory, bytes)) {}
  FreeMemory(const FreeMemory&) = delete;
  FreeMemory& operator=(const FreeMemory&) = delete;
  ~FreeMemory() { simt::device.free_memory = before_; }

 private:
  const std::size_t before_;
};

TEST_P(EmulatedRuntime, begins_where_all_that_is_held_fits_to_the_byte_and_nowhere_else) {
  const Configuration& c = configurations[GetParam()];
  with_problem(c, [&](auto& random) {
    const EnvironmentVariable forced("DGSOLVE_VARIANT", add_program(GetParam(), random.problem));
    for (const bool only_steps : {false, true}) {
      random.problem.steps.alone = only_steps;
      const auto gpu = simt::make_device(c.precision);
      const auto wave = gpu->wave(random.problem);
      // u, u_next, residual, and u0; of a run also one to go back to, and one to look into what went wrong
      std::vector<std::unique_ptr<WaveState>> states((c.form == StageForm::general ? 4 : 3) +
                                                     (only_steps ? 0 : 2));
      for (auto& state : states) state = wave->allocate();
      const std::unique_ptr<StateCopy> copy = only_steps ? nullptr : wave->allocate_copy();
      const auto begin = [&](std::size_t free_memory) {
        const FreeMemory free(free_memory);
        simt::make_device(c.precision)->wave(random.problem);
      };
      EXPECT_NO_THROW(begin(gpu->memory())) << only_steps;
      EXPECT_THROW(begin(gpu->memory() - 1), DeviceError) << only_steps;
    }
  });
}

TEST_F(EmulatedTuning, a_problem_that_does_not_fit_says_what_would) {
  with_problem(configurations[0], [&](auto& random) {
    add_program(0, random.problem);
    const auto gpu = simt::make_device(configurations[0].precision);
    const FreeMemory free(300'000);
    try {
      gpu->wave(random.problem);
      FAIL() << "took more memory than there is";
    } catch (const DeviceError& error) {
      for (const char* part : {"too small", "elements instead of 21", "lower order", "single"})
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  });
}

}  // namespace
}  // namespace dgsolve::test
