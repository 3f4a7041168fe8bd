/// Errors of what the end of a run cuts off, for signals whose transforms are known.

#include "solver/waves/monitors/cut_off_tail.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;

/// Real waves that ring from t = 0 on, whose transforms are watched: value i is of wave i modulo their
/// number.
struct Ringing {
  struct Resonance {
    Complex rate;
    std::vector<Complex> amplitudes;  ///< [wave]
  };
  std::vector<Resonance> resonances;
  std::vector<double> omega;  ///< [value]

  /// [value]: ∫exp(−iωt) Σ c exp(st) dt from 0 to t, over conjugate pairs s, c.
  std::vector<Complex> transforms(double t) const {
    std::vector<Complex> values;
    for (std::size_t i = 0; i < omega.size(); ++i) {
      Complex& sum = values.emplace_back();
      for (const auto& [s, amplitudes] : resonances)
        for (const bool conjugate : {false, true}) {
          const Complex c = amplitudes[i % amplitudes.size()],
                        exponent = (conjugate ? std::conj(s) : s) - Complex(0, omega[i]);
          const Complex grown = std::isinf(t) ? 0 : std::exp(exponent * t);
          sum += (conjugate ? std::conj(c) : c) * (grown - 1.0) / exponent;
        }
    }
    return values;
  }
  /// n windows up to t.
  std::vector<TailSample> samples(double t, double window, int n) const {
    std::vector<TailSample> all;
    for (int k = n; k >= 0; --k) all.push_back({t - k * window, transforms(t - k * window)});
    return all;
  }
};

TEST(CutOffTail, of_several_resonances_is_extrapolated_from_windows_before_the_end) {
  const Ringing ringing{{{{-0.05, 2.1}, {1}}, {{-0.02, 2.4}, {2}}, {{-0.09, 2.7}, {3}}},
                        {1.9, 2.2, 2.4, 2.6, 2.9}};
  const auto samples = ringing.samples(30, 0.5, 24);
  const std::vector<Complex> limits = ringing.transforms(HUGE_VAL);
  const ExtrapolatedTail tail = *extrapolated_tail(samples, ringing.omega);
  for (std::size_t i = 0; i < limits.size(); ++i) {
    EXPECT_GT(std::abs(samples.back().values[i] - limits[i]), 0.5);
    EXPECT_LT(std::abs(tail.limits[i] - limits[i]), 1e-3);
    EXPECT_LE(std::abs(tail.limits[i] - limits[i]), tail.errors[i] + 1e-9);
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
  const Complex rate(-0.3, 2), limit(1, 1), amplitude(0.2, 0.1);
  const auto at = [&](double t) { return std::vector{limit - amplitude * std::exp(rate * t)}; };
  const CutOffTail tail = tail_of(at(6), at(5), at(4));
  EXPECT_NEAR(tail.left, std::abs(amplitude * std::exp(rate * 6.0)), 1e-12);
  EXPECT_NEAR(tail.ratio.value(), std::exp(-0.3), 1e-12);
}

/// Two waves that ring in the same resonances, of periods near 1, up to an end. Their transforms are watched
/// at several frequencies, over the last part of the run, which is half a period to twelve periods long.
class RandomRinging {
 public:
  explicit RandomRinging(unsigned seed) : generator_(seed) {
    const double watched = 0.5 * std::pow(24, random(0, 1));
    end_ = watched / share_watched_at_ports;
    const int n = 1 + static_cast<int>(random(0, 4));
    for (int j = 0; j < n; ++j) {
      const double decays = std::pow(10, random(-0.7, 1));  // of the amplitude, over the whole run
      Ringing::Resonance& resonance = ringing.resonances.emplace_back(Ringing::Resonance{
          {-decays / end_, 2 * std::numbers::pi * random(0.67, 1.33)}, std::vector<Complex>(2)});
      for (Complex& amplitude : resonance.amplitudes)
        amplitude = std::polar(std::pow(10, random(-1.5, 0)), random(0, 2 * std::numbers::pi));
    }
    const int n_frequencies = 1 + static_cast<int>(random(0, 9));
    for (int f = 0; f < n_frequencies; ++f)
      ringing.omega.insert(ringing.omega.end(), 2, 2 * std::numbers::pi * random(0.75, 1.25));
  }

  /// Values with errors of this share of the largest one.
  std::vector<TailSample> samples(double noise) {
    const double window = end_ * share_watched_at_ports / windows_at_ports;
    std::vector<TailSample> all = ringing.samples(end_, window, windows_at_ports);
    double largest = 0;
    for (const Complex& value : all.back().values) largest = std::max(largest, std::abs(value));
    for (TailSample& sample : all)
      for (Complex& value : sample.values) value += noise * largest * Complex(random(-1, 1), random(-1, 1));
    return all;
  }

  Ringing ringing;

 private:
  double random(double from, double to) { return from + (to - from) * generator_() / 4294967296.0; }

  std::mt19937 generator_;
  double end_ = 0;
};

TEST(CutOffTail, has_an_error_that_holds_whatever_rings_and_however_short_it_is_watched) {
  int n_known = 0, n_small = 0;
  const int n_draws = 200;
  for (const double noise : {0.0, 1e-9, 1e-6})
    for (int draw = 0; draw < n_draws; ++draw) {
      RandomRinging drawn(draw);
      const std::vector<TailSample> samples = drawn.samples(noise);
      const std::vector<Complex> limits = drawn.ringing.transforms(HUGE_VAL);
      const ExtrapolatedTail tail = *extrapolated_tail(samples, drawn.ringing.omega);
      if (std::ranges::any_of(tail.errors, [](double error) { return std::isnan(error); })) continue;
      ++n_known;
      double largest = 0, left = 0;
      for (std::size_t i = 0; i < limits.size(); ++i) {
        EXPECT_GE(tail.errors[i], 0.3 * std::abs(tail.limits[i] - limits[i]) - 1e-12 * std::abs(limits[i]))
            << "noise " << noise << ", draw " << draw << ", value " << i;
        largest = std::max(largest, tail.errors[i]);
        left = std::max(left, std::abs(samples.back().values[i] - limits[i]));
      }
      if (largest < 0.01 * left) ++n_small;
    }
  // Most are known, and of most of these nearly all of what is left.
  EXPECT_GT(n_known, 3 * n_draws / 2);
  EXPECT_GT(n_small, n_known / 2);
}

/// Rounding, or a resonance that hardly loses anything.
TEST(CutOffTail, that_does_not_fall_is_unknown_unless_it_is_small) {
  const auto samples = [](double amplitude) {
    std::vector<TailSample> all;
    for (int k = 0; k < 6; ++k) all.push_back({1.0 * k, {Complex(1 + amplitude * (k % 2))}});
    return all;
  };
  const std::vector<double> omega = {0};
  EXPECT_TRUE(std::isnan(extrapolated_tail(samples(1e-3), omega)->errors[0]));
  EXPECT_NEAR(extrapolated_tail(samples(1e-7), omega)->errors[0], 5e-5, 1e-9);
  EXPECT_NEAR(extrapolated_tail(samples(1e-3), omega, 1e4)->errors[0], 0.5, 1e-9)
      << "beside waves that are larger";
}

}  // namespace
}  // namespace dgsolve::test
