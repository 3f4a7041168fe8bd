/// Means over time.

#include "solver/waves/diagnostics/running_means.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/base/names.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

class RunningMeansOf : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();
  const FieldSet fields = mean_fields(physics.info);
};

INSTANTIATE_TEST_SUITE_P(Registry, RunningMeansOf, testing::ValuesIn(all_physics()), name_of_physics);

TEST_P(RunningMeansOf, each_variable_has_a_mean_and_fluctuations_and_each_two_velocities_a_covariance) {
  std::vector<std::string> expected;
  for (const char* suffix : {"_mean", "_rms"})
    for (const std::string& name : variable_names(physics.info)) expected.push_back(name + suffix);
  if (physics.info.primitive) {
    expected.emplace_back("uv_covariance");
    if (physics.info.dim == 3) expected.insert(expected.end(), {"uw_covariance", "vw_covariance"});
  }
  EXPECT_EQ(fields.names, expected);
  ASSERT_EQ(fields.units.size(), fields.names.size());
  for (const VectorField& vector : fields.vectors)
    for (int axis = 0; axis < 3; ++axis)
      if (vector.fields[axis] >= 0) {
        EXPECT_TRUE(vector.name.starts_with("velocity") ? fields.names[vector.fields[axis]][0] == "uvw"[axis]
                                                        : fields.names[vector.fields[axis]][1] == "xyz"[axis])
            << vector.name;
      }
}

/// A state and the times of samples, unevenly apart, and its means by plain sums over all trapezoids.
TEST_P(RunningMeansOf, uneven_samples_are_the_integrals_of_trapezoids_over_the_time) {
  const Mesh mesh = half_curved_box(physics.info.dim);
  const Wave wave(mesh, options_with_everything(physics, mesh, 2));
  const std::size_t Np = wave.discretization.element.Np, n = variable_names(physics.info).size();
  RunningMeans means(physics, wave.op.coefficients, static_cast<int>(Np));
  const std::vector<double> times = {2, 2.5, 2.6, 3.6, 3.7};
  std::vector<std::vector<double>> samples;
  for (const double time : times) {
    samples.push_back(some_state(wave, static_cast<unsigned>(10 * time)));
    means.add(time, samples.back());
  }
  EXPECT_EQ(means.sums()->samples, 5);

  const int cell = 3, node = 2;
  const auto variables_at = [&](const std::vector<double>& state) {
    RunningMeans one(physics, wave.op.coefficients, static_cast<int>(Np));
    one.add(0, state);
    std::vector<double> all(fields.names.size() * Np), values;
    one.put(cell, all.data());
    for (std::size_t i = 0; i < n; ++i) values.push_back(all[i * Np + node]);
    for (std::size_t i = n; i < fields.names.size(); ++i) EXPECT_EQ(all[i * Np + node], 0);
    return values;
  };
  const auto integral = [&](const auto& value) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < times.size(); ++k)
      sum += (times[k + 1] - times[k]) / 2 *
             (value(variables_at(samples[k])) + value(variables_at(samples[k + 1])));
    return sum / (times.back() - times.front());
  };
  const auto mean_of = [&](std::size_t i) { return integral([=](const auto& x) { return x[i]; }); };
  const auto covariance = [&](std::size_t i, std::size_t j) {
    const double a = mean_of(i), b = mean_of(j);
    return integral([=](const auto& x) { return (x[i] - a) * (x[j] - b); });
  };
  std::vector<double> found(fields.names.size() * Np);
  means.put(cell, found.data());
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(found[i * Np + node], mean_of(i), 1e-13 * (1 + std::abs(mean_of(i)))) << fields.names[i];
    EXPECT_NEAR(found[(n + i) * Np + node], std::sqrt(covariance(i, i)), 1e-13) << fields.names[n + i];
  }
  const std::vector<std::string> variables = variable_names(physics.info);
  for (std::size_t k = 2 * n; k < fields.names.size(); ++k)
    EXPECT_NEAR(found[k * Np + node],
                covariance(index_of(variables, fields.names[k].substr(0, 1)),
                           index_of(variables, fields.names[k].substr(1, 1))),
                1e-13)
        << fields.names[k];
}

/// Fluctuations of 1e-6 about 1000: the mean of squares less the square of the mean would lose them.
TEST(RunningMeans, many_samples_keep_the_digits_of_small_fluctuations) {
  const Physics& physics = find_physics("advection", 2, "");
  const Mesh mesh = make_box(box_of(2, 1, 0, 1, false));
  const Wave wave(mesh, options_with_everything(physics, mesh, 1));
  const int Np = wave.discretization.element.Np;
  RunningMeans means(physics, wave.op.coefficients, Np);
  constexpr int n = 200'000, periods = 1000;
  std::vector<double> state(wave.discretization.n_dofs(1));
  for (int i = 0; i <= n; ++i) {
    std::ranges::fill(state, 1000 + 1e-6 * std::sin(2 * M_PI * periods * i / n));
    means.add(i, state);
  }
  std::vector<double> found(2 * Np);
  means.put(0, found.data());
  EXPECT_NEAR(found[0], 1000, 1e-10);
  EXPECT_NEAR(found[Np], 1e-6 / std::sqrt(2.0), 1e-12);
}

TEST_P(RunningMeansOf, sums_that_are_continued_give_the_same_bits_and_none_are_no_numbers) {
  const Mesh mesh = make_box(box_of(physics.info.dim, 1, 0, 1, false));
  const Wave wave(mesh, options_with_everything(physics, mesh, 1));
  const int Np = wave.discretization.element.Np, K = wave.discretization.K();
  const auto fresh = [&] { return RunningMeans(physics, wave.op.coefficients, Np); };
  std::vector<double> before(fields.names.size() * Np), whole = before, continued = before;
  fresh().put(0, before.data());
  for (const double value : before) EXPECT_TRUE(std::isnan(value));
  RunningMeans all = fresh(), first = fresh(), second = fresh();
  for (int i = 0; i < 6; ++i) {
    const std::vector<double> state = some_state(wave, i);
    all.add(0.3 * i, state);
    if (i == 2) {
      ASSERT_TRUE(second.set(*first.sums(), K));
    }
    (i < 2 ? first : second).add(0.3 * i, state);
  }
  all.put(0, whole.data());
  second.put(0, continued.data());
  EXPECT_EQ(whole, continued);
  EXPECT_FALSE(second.set(*first.sums(), K + 1));
}

}  // namespace
}  // namespace dgsolve::test
