/// The tuner's decisions, with variants and a clock that are made up: it needs no GPU.

#include "kernels/cuda/waves/tuning/tuner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/gpu/kernel_cache.hpp"
#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"
#include "tests/support/kernels/random_problem.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

using cuda::KernelCache;
using cuda::StageSample;
using cuda::Tuning;

struct FakeVariant {
  std::string name;
  double seconds;             ///< a stage
  double error = 0;           ///< added to one value of its results
  std::string declines = {};  ///< why it cannot be loaded
  double compiling = 0.01;    ///< s, and as long again to run and measure
};

class FakeTrial : public cuda::Trial {
 public:
  explicit FakeTrial(std::vector<FakeVariant> variants) : variants_(std::move(variants)) {}

  double elapsed() override { return clock_; }
  void load(std::size_t variant, TuningRow& row) override {
    clock_ += variants_[variant].compiling;
    if (!variants_[variant].declines.empty()) throw DeviceError(variants_[variant].declines);
    row.registers = 64;
    loaded = static_cast<int>(variant);
    tried.insert(variants_[variant].name);
  }
  /// Two groups of very different size; the error is in the small one.
  StageSample run() override { return {{1e9, -3e9}, {1e-3, 2e-3 * (1 + variants_[loaded].error)}}; }
  double measure(double) override {
    clock_ += variants_[loaded].compiling;
    return variants_[loaded].seconds;
  }

  Tuning tune(double tolerance = 1e-12, double budget = 2) {
    return cuda::tune(names(), *this, tolerance, budget);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const FakeVariant& variant : variants_) list.push_back(variant.name);
    return list;
  }

  int loaded = -1;
  std::set<std::string> tried;

 private:
  std::vector<FakeVariant> variants_;
  double clock_ = 0;
};

TEST(Tuner, keeps_the_fastest_and_leaves_it_loaded) {
  FakeTrial trial({{"reference", 3}, {"fast", 1}, {"middling", 2}});
  const Tuning tuning = trial.tune();
  EXPECT_EQ(tuning.winner, 1U);
  EXPECT_EQ(trial.loaded, 1);
  EXPECT_EQ(tuning.rows[1].verdict, "chosen");
  EXPECT_EQ(tuning.rows[2].seconds, 2);
  EXPECT_EQ(tuning.rows[2].registers, 64);
}

TEST(Tuner, does_not_change_for_what_may_be_chance) {
  FakeTrial trial({{"reference", 1}, {"hardly faster", 0.998}});
  EXPECT_EQ(trial.tune().winner, 0U);
  EXPECT_EQ(trial.loaded, 0);
}

TEST(Tuner, trusts_small_differences_only_where_it_measured_in_turns) {
  FakeTrial in_turns({{"reference", 1}, {"faster", 0.99}});
  EXPECT_EQ(in_turns.tune().winner, 1U);
  FakeTrial once({{"reference", 1}, {"faster", 0.99, 0, {}, 5}});
  EXPECT_EQ(once.tune().winner, 0U);
  FakeTrial clearly({{"reference", 1}, {"faster", 0.97, 0, {}, 5}});
  EXPECT_EQ(clearly.tune().winner, 1U);
}

TEST(Tuner, measures_close_ones_again_so_that_one_slow_measurement_does_not_decide) {
  struct Uneasy : FakeTrial {
    using FakeTrial::FakeTrial;
    double measure(double enough) override {
      const double seconds = FakeTrial::measure(enough);
      return loaded == 2 && !std::exchange(was_slow, true) ? 1.05 * seconds : seconds;
    }
    bool was_slow = false;
  } trial({{"reference", 3}, {"likeliest", 1}, {"faster", 0.95}, {"out of the question", 2}});
  const Tuning tuning = trial.tune();
  EXPECT_EQ(tuning.winner, 2U);
  EXPECT_EQ(trial.loaded, 2);
  EXPECT_EQ(tuning.rows[2].seconds, 0.95);
}

TEST(Tuner, takes_no_variant_whose_results_are_wrong_however_fast_it_is) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double error : {1e-9, -1e-9, 1e300 * 1e300, nan}) {
    FakeTrial trial({{"reference", 1}, {"wrong", 0.1, error}});
    const Tuning tuning = trial.tune();
    EXPECT_EQ(tuning.winner, 0U) << error;
    EXPECT_TRUE(contains(tuning.rows[1].verdict, "wrong")) << tuning.rows[1].verdict;
  }
  FakeTrial single({{"reference", 1}, {"rounded", 0.1, 1e-6}});
  EXPECT_EQ(single.tune(5e-6).winner, 1U);
}

TEST(Tuner, lets_a_variant_decline_with_its_reason) {
  FakeTrial trial(
      {{"reference", 1}, {"large", 0.1, 0, "too many resources\nand a long story"}, {"small", 0.5}});
  const Tuning tuning = trial.tune();
  EXPECT_EQ(tuning.winner, 2U);
  EXPECT_EQ(tuning.rows[1].verdict, "declined: too many resources");
  EXPECT_EQ(trial.loaded, 2);
}

TEST(Tuner, loads_the_best_so_far_again_where_the_last_declined) {
  FakeTrial trial({{"reference", 1}, {"large", 0.1, 0, "too many resources"}});
  EXPECT_EQ(trial.tune().winner, 0U);
  EXPECT_EQ(trial.loaded, 0);
}

TEST(Tuner, fails_where_the_reference_cannot_run) {
  FakeTrial trial({{"reference", 1, 0, "no GPU"}, {"other", 0.1}});
  EXPECT_THROW(trial.tune(), DeviceError);
}

TEST(Tuner, names_the_variant_after_which_nothing_runs_any_more) {
  struct Broken : FakeTrial {
    using FakeTrial::FakeTrial;
    void load(std::size_t variant, TuningRow& row) override {
      if (!tried.contains("faulty")) return FakeTrial::load(variant, row);
      throw DeviceError("useless");
    }
    StageSample run() override {
      if (tried.contains("faulty")) throw DeviceError("illegal address");
      return FakeTrial::run();
    }
  } trial({{"reference", 2}, {"good", 1}, {"faulty", 1}, {"another", 1}});
  try {
    trial.tune();
    FAIL() << "tuned with a GPU that is useless";
  } catch (const DeviceError& error) {
    for (const char* part : {"useless", "faulty: declined: illegal address", "variant: good"})
      EXPECT_TRUE(contains(error.what(), part)) << error.what();
  }
}

TEST(Tuner, stops_when_its_time_is_spent_with_the_best_so_far) {
  std::vector<FakeVariant> variants = {{"reference", 1}, {"first guess", 0.5}};
  for (int i = 0; i < 20; ++i) variants.push_back({"variant " + std::to_string(i), 0.1, 0, {}, 0.3});
  variants[1].compiling = 1.1;
  FakeTrial trial(variants);
  const Tuning tuning = trial.tune();
  EXPECT_EQ(trial.tried, (std::set<std::string>{"reference", "first guess"}));
  EXPECT_EQ(tuning.winner, 1U);
  EXPECT_TRUE(contains(tuning.rows.back().verdict, "not tried")) << tuning.rows.back().verdict;
}

TEST(Tuner, tries_the_likeliest_variant_however_long_the_reference_takes) {
  FakeTrial trial({{"reference", 1, 0, {}, 5}, {"likeliest", 0.5}, {"another", 0.1}});
  EXPECT_EQ(trial.tune().winner, 1U);
  EXPECT_EQ(trial.tried, (std::set<std::string>{"reference", "likeliest"}));
}

TEST(Tuner, does_not_count_the_wait_for_the_references_compiler) {
  struct SlowCompiler : FakeTrial {
    using FakeTrial::FakeTrial;
    double elapsed() override { return FakeTrial::elapsed() + 10; }
  } trial({{"reference", 1}, {"likeliest", 0.5}, {"another", 0.1}});
  EXPECT_EQ(trial.tune().winner, 2U);
}

TEST(TuningDecision, is_found_again_and_only_among_the_variants_there_are) {
  FakeTrial trial({{"reference", 3e-6}, {"tensor, 5 warps, 3 blocks", 1e-6}, {"tensor, 5 warps", 2e-6}});
  const std::string text = cuda::decision_text(trial.tune());
  EXPECT_EQ(cuda::decided_variant(text, trial.names()), 1U);
  EXPECT_EQ(cuda::decided_variant(text, {"tensor, 5 warps, 3 blocks"}), 0U);
  EXPECT_FALSE(cuda::decided_variant(text, {"reference", "tensor, 5 warps"}));
  for (const std::string& name : trial.names()) EXPECT_TRUE(contains(text, name));
  for (const char* damaged : {"", "variant: ", "tensor, 5 warps, 3 blocks", "\n"})
    EXPECT_FALSE(cuda::decided_variant(damaged, trial.names())) << damaged;
}

TEST(TuningDecision, damaged_on_disk_counts_as_none) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  FakeTrial trial({{"reference", 3}, {"fast", 1}});
  const std::string text = cuda::decision_text(trial.tune());
  cache.store("key.tuning", text);
  ASSERT_EQ(cache.find("key.tuning"), text);
  const std::filesystem::path file = std::filesystem::directory_iterator(folder.path())->path();
  std::fstream(file, std::ios::in | std::ios::out | std::ios::ate).seekp(-3, std::ios::end) << 'x';
  EXPECT_FALSE(cache.find("key.tuning"));
}

/// How often each boundary condition, and each coefficient row, meets straight (false) and curved cells.
template <class P>
std::set<std::tuple<char, bool, int>> kinds_of(const RandomProblem<P>& random,
                                               const std::vector<int>& elements) {
  std::set<std::tuple<char, bool, int>> kinds;
  for (const int e : elements) {
    const bool curved = random.curved_index[e] >= 0;
    if (!random.coefficient_row.empty()) kinds.insert({'r', curved, random.coefficient_row[e]});
    for (int face = 0; face < random.n_faces; ++face)
      kinds.insert({'b', curved, random.boundary[e * random.n_faces + face]});
  }
  return kinds;
}

template <class P>
void set_number_of_rows(RandomProblem<P>& random, int n) {
  random.coefficients.resize(static_cast<std::size_t>(n) * P::n_coefficients);
  random.problem.coefficients.values = random.coefficients;
}

TEST(TuningSample, meets_all_that_occurs_in_few_elements) {
  RandomProblem<Maxwell<Formulation::full>> random({1, 50'000, 60}, false);
  // What occurs once, where no even spread would find it.
  random.boundary[4 * 31'415] = 1;
  random.coefficient_row[27'183] = 77;
  set_number_of_rows(random, 78);
  std::vector<int> all(random.K);
  for (int e = 0; e < random.K; ++e) all[e] = e;
  const std::vector<int> sample = cuda::sample_elements(random.problem, 1000);
  EXPECT_LE(sample.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
  EXPECT_EQ(kinds_of(random, sample), kinds_of(random, all));
  EXPECT_GT(sample.back(), 49'000);
}

TEST(TuningSample, of_a_small_mesh_is_all_of_it_and_of_many_rows_no_more_than_asked_for) {
  RandomProblem<Advection<2>> small({1, 30, 10}, false);
  EXPECT_EQ(cuda::sample_elements(small.problem, 1000).size(), 30U);
  RandomProblem<Maxwell<Formulation::te>> rows({1, 5000, 10}, false);
  for (int e = 0; e < rows.K; ++e) rows.coefficient_row[e] = e;
  set_number_of_rows(rows, rows.K);
  EXPECT_LE(cuda::sample_elements(rows.problem, 1000).size(), 1000U);
}

}  // namespace
}  // namespace dgsolve::test
