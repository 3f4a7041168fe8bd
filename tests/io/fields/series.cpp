/// Series over time: thinned ones, and their spectra.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/report/results/spectrum.hpp"
#include "io/tables/thinned_series.hpp"

namespace dgsolve {
namespace {

TEST(ThinnedSeries, stays_small_keeps_both_ends_and_even_distances) {
  ThinnedSeries series;
  for (int i = 0; i <= 100000; ++i) {
    series.add(i, 2.0 * i);
    ASSERT_LE(series.time().size(), ThinnedSeries::most);
    ASSERT_EQ(series.time().front(), 0);
    ASSERT_EQ(series.time().back(), i) << "the newest is there";
    if (i >= 1000) {
      ASSERT_GE(series.time().size(), ThinnedSeries::most / 2);
    }
  }
  const std::vector<double>& t = series.time();
  for (std::size_t i = 0; i < t.size(); ++i) EXPECT_EQ(series.values()[i], 2 * t[i]);
  for (std::size_t i = 2; i + 1 < t.size(); ++i) EXPECT_EQ(t[i] - t[i - 1], t[1] - t[0]);
}

TEST(ThinnedSeries, goes_on_as_if_it_had_never_been_stored) {
  ThinnedSeries whole, split;
  for (int i = 0; i < 5000; ++i) {
    whole.add(i, i);
    if (i % 777 == 0) split = {split.time(), split.values(), split.n_given()};
    split.add(i, i);
    split.add(i, -1);  // measured again where a run goes on
  }
  EXPECT_EQ(whole.time(), split.time());
  EXPECT_EQ(whole.values(), split.values());
}

/// 3 sin 2π·5t + 0.5 sin 2π·12t + 7 at n times up to 4.
struct Signal {
  Signal(int n, double jitter) {
    for (int i = 0; i < n; ++i) {
      const double t = 4.0 * i / (n - 1) + jitter * (i > 0 && i + 1 < n ? std::sin(i * 0.7) * 4.0 / n : 0);
      time.push_back(t);
      values.push_back(3 * std::sin(10 * std::numbers::pi * t) + 0.5 * std::sin(24 * std::numbers::pi * t) +
                       7);
    }
  }
  std::vector<double> time, values;
};

double largest_between(const Spectrum& s, double from, double to, double& where) {
  double largest = 0;
  for (std::size_t k = 0; k < s.frequency.size(); ++k)
    if (s.frequency[k] >= from && s.frequency[k] <= to && s.amplitude[k] > largest) {
      largest = s.amplitude[k];
      where = s.frequency[k];
    }
  return largest;
}

TEST(Spectrum, has_peaks_at_the_frequencies_and_with_the_amplitudes_of_the_signals_sines) {
  for (const double jitter : {0.0, 0.3})
    for (const int n : {400, 1024, 997}) {
      const Signal signal(n, jitter);
      const Spectrum spectrum = amplitude_spectrum(signal.time, signal.values);
      EXPECT_EQ(spectrum.resampled, jitter > 0);
      double where = 0;
      EXPECT_NEAR(largest_between(spectrum, 0, 8, where), 3, 0.15);
      EXPECT_NEAR(where, 5, 0.1);
      EXPECT_NEAR(largest_between(spectrum, 8, 20, where), 0.5, 0.05);
      EXPECT_NEAR(where, 12, 0.1);
      EXPECT_LT(largest_between(spectrum, 7, 10, where), 0.02) << "nothing between the two";
      EXPECT_LT(spectrum.amplitude.front(), 0.02) << "the mean is out";
    }
}

/// 1/T is 0.25 here: the lines of the spectrum alone would leave errors of a tenth of it.
TEST(Spectrum, tells_peaks_of_sines_to_a_small_part_of_the_distance_of_its_lines) {
  for (const double f : {2.31, 2.4, 2.5}) {
    std::vector<double> time, values;
    for (int i = 0; i < 1000; ++i) {
      time.push_back(0.004 * i);
      values.push_back(2 * std::cos(2 * std::numbers::pi * f * time[i] + 0.3) + 1 +
                       0.2 * std::sin(2 * std::numbers::pi * 8.77 * time[i]));
    }
    const std::vector<SpectralPeak> peaks = amplitude_spectrum(time, values).peaks;
    ASSERT_EQ(peaks.size(), 2u) << f;
    EXPECT_NEAR(peaks[0].frequency, f, 3e-4);
    EXPECT_NEAR(peaks[0].amplitude, 2, 3e-3);
    EXPECT_NEAR(peaks[1].frequency, 8.77, 3e-4);
    EXPECT_NEAR(peaks[1].amplitude, 0.2, 1e-3);
  }
}

TEST(Spectrum, there_is_none_of_constants_short_signals_and_of_what_is_not_finite) {
  const std::vector<double> time = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<double> values(10, 0.1);
  EXPECT_TRUE(amplitude_spectrum(time, values).frequency.empty());
  values[3] = NAN;
  EXPECT_TRUE(amplitude_spectrum(time, values).frequency.empty());
  EXPECT_TRUE(amplitude_spectrum({0, 1, 2}, {0, 1, 0}).frequency.empty());
  EXPECT_TRUE(amplitude_spectrum({}, {}).frequency.empty());
}

}  // namespace
}  // namespace dgsolve
