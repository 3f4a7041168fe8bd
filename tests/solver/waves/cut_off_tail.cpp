/// Ends that transforms over a run cut off, of signals made of known exponentials.

#include "solver/waves/monitors/cut_off_tail.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

namespace dgsolve {
namespace {

/// ∫exp(−iωt) Σ c exp(st) dt of real signals: conjugate pairs s, from 0 to t.
struct RingingSignals {
  static constexpr std::complex<double> s[] = {{-0.05, 2.1}, {-0.02, 2.4}, {-0.09, 2.7}};
  const std::vector<double> omega = {1.9, 2.2, 2.4, 2.6, 2.9};

  std::complex<double> transform(double omega, double t) const {
    std::complex<double> sum = 0;
    for (int j = 0; j < 3; ++j)
      for (const std::complex<double> rate : {s[j], std::conj(s[j])}) {
        const std::complex<double> exponent = rate - std::complex(0.0, omega);
        sum += (1.0 + j) * (std::exp(exponent * t) - 1.0) / exponent;
      }
    return sum;
  }
  /// n windows up to t.
  std::vector<TailSample> samples(double t, double window, int n) const {
    std::vector<TailSample> all;
    for (int k = 0; k <= n; ++k) {
      TailSample& sample = all.emplace_back(TailSample{t - (n - k) * window, {}});
      for (const double w : omega) sample.values.push_back(transform(w, sample.time));
    }
    return all;
  }
};

TEST(CutOffTail, of_several_resonances_is_extrapolated_from_windows_before_the_end) {
  const RingingSignals signals;
  const auto samples = signals.samples(30, 0.5, 24);
  const ExtrapolatedTail tail = *extrapolated_tail(samples, signals.omega);
  for (std::size_t i = 0; i < signals.omega.size(); ++i) {
    const std::complex<double> limit = signals.transform(signals.omega[i], 1e4);
    EXPECT_GT(std::abs(samples.back().values[i] - limit), 0.5);
    EXPECT_LT(std::abs(tail.limits[i] - limit), 1e-3);
    EXPECT_LE(std::abs(tail.limits[i] - limit), tail.errors[i] + 1e-9);
    EXPECT_LT(tail.errors[i], 1e-2);
  }
}

TEST(CutOffTail, of_too_few_samples_is_an_error_of_the_last_and_unknown_where_it_grows) {
  const auto samples = [](double rate) {
    std::vector<TailSample> all;
    for (int k = 0; k < 5; ++k) all.push_back({1.0 * k, {std::complex(std::exp(rate * k))}});
    return all;
  };
  const auto falls = samples(-0.1), grows = samples(0.1);
  const ExtrapolatedTail tail = *extrapolated_tail(falls, std::vector{0.0});
  EXPECT_EQ(tail.limits[0], falls.back().values[0]);
  EXPECT_GE(tail.errors[0], 0.999 * std::abs(falls.back().values[0]));
  EXPECT_TRUE(std::isnan(extrapolated_tail(grows, std::vector{0.0})->errors[0]));
  EXPECT_FALSE(extrapolated_tail(std::span(falls).first(2), std::vector{0.0}));
}

TEST(CutOffTail, of_a_decaying_exponential_is_exact) {
  const std::complex<double> rate(-0.3, 2), limit(1, 1), amplitude(0.2, 0.1);
  const auto at = [&](double t) { return std::vector{limit - amplitude * std::exp(rate * t)}; };
  const CutOffTail tail = tail_of(at(6), at(5), at(4));
  EXPECT_NEAR(tail.left, std::abs(amplitude * std::exp(rate * 6.0)), 1e-12);
  EXPECT_NEAR(tail.ratio.value(), std::exp(-0.3), 1e-12);
}

}  // namespace
}  // namespace dgsolve
