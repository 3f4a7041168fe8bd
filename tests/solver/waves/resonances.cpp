/// Resonances in samples made of known exponentials.

#include "solver/waves/monitors/resonances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace dgsolve {
namespace {

struct Mode {
  double frequency, decay;
  std::vector<double> amplitudes;  ///< [signal]
};

ResonanceFindings findings_of(const std::vector<Mode>& modes, std::array<double, 2> band, double dt, long n,
                              std::size_t n_signals, double noise = 0) {
  ResonanceFinder finder(band, {dt, n, std::vector<int>(n_signals)}, std::max(noise, 1e-8));
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (long i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) * dt;
    std::vector<double> values(n_signals);
    for (std::size_t k = 0; k < modes.size(); ++k)
      for (std::size_t s = 0; s < n_signals; ++s)
        values[s] += modes[k].amplitudes[s] * std::exp(-modes[k].decay * t) *
                     std::cos(2 * std::numbers::pi * modes[k].frequency * t + static_cast<double>(k + s));
    for (double& value : values) value += noise * normal(random);
    finder.add(values);
  }
  return finder.find();
}

std::vector<Resonance> resonances_of(const std::vector<Mode>& modes, std::array<double, 2> band, double dt,
                                     long n, std::size_t n_signals, double noise = 0) {
  return findings_of(modes, band, dt, n, n_signals, noise).resonances;
}

void expect_modes(const std::vector<Resonance>& found, const std::vector<Mode>& modes, double tolerance) {
  ASSERT_EQ(found.size(), modes.size());
  for (std::size_t k = 0; k < modes.size(); ++k) {
    SCOPED_TRACE(modes[k].frequency);
    EXPECT_NEAR(found[k].frequency, modes[k].frequency, tolerance * modes[k].frequency);
    EXPECT_NEAR(found[k].decay, modes[k].decay, 10 * tolerance * modes[k].frequency);
    for (std::size_t s = 0; s < modes[k].amplitudes.size(); ++s)
      EXPECT_NEAR(found[k].amplitudes[s], modes[k].amplitudes[s], 100 * tolerance);
  }
}

const std::vector<Mode> modes = {{0.8, 0.001, {1, 0.2}},
                                 {1.0, 0, {0.5, 0.9}},
                                 {1.01, 0.02, {0.3, -0.0}},  // a fifth of 1/T from the one before
                                 {1.9, 0.004, {0.1, 0.7}}};

TEST(Resonances, nearer_than_the_resolution_of_the_record_are_told_apart) {
  for (const double dt : {0.01, 0.05, 0.2})
    expect_modes(resonances_of(modes, {0.5, 2.1}, dt, std::lround(20 / dt), 2), modes, 1e-6);
}

TEST(Resonances, of_a_long_record_are_found_in_parts_of_the_band) {
  std::vector<Mode> many;
  for (int k = 0; k < 30; ++k) many.push_back({1 + 0.041 * k, 1e-4 * k, {1.0 / (1 + k % 5)}});
  expect_modes(resonances_of(many, {0.9, 2.3}, 0.05, 12'000, 1), many, 1e-7);
}

TEST(Resonances, outside_the_band_leave_no_trace_in_it) {
  std::vector<Mode> all = modes;
  all.push_back({0.1, 0, {5, 5}});
  for (const double f : {3.1, 4.4, 7.3, 9.0}) all.push_back({f, 0.01, {1, 1}});
  expect_modes(resonances_of(all, {0.5, 2.1}, 0.01, 3000, 2), modes, 1e-6);
}

/// Of a box with more than one resonance in 1/T, in two signals.
std::vector<Mode> dense_modes() {
  std::vector<Mode> all;
  for (int m = 1; m < 7; ++m)
    for (int k = 1; k < 7; ++k)
      all.push_back({std::hypot(m, k / 0.83) / 2, 1e-3, {std::sin(0.7 * m + k), std::cos(m - 0.4 * k)}});
  return all;
}

TEST(Resonances, that_a_record_does_not_determine_are_counted) {
  const auto all = dense_modes();
  const ResonanceFindings few = findings_of(all, {0.7, 3.1}, 0.02, 600, 2);
  EXPECT_LT(few.resonances.size(), 15u);
  EXPECT_GT(few.undetermined, 5);
  const ResonanceFindings enough = findings_of(all, {0.7, 3.1}, 0.02, 2400, 2);
  EXPECT_EQ(enough.resonances.size(), 20u);
  EXPECT_EQ(enough.undetermined, 0);
}

TEST(Resonances, of_a_band_are_those_that_a_wider_band_has_there) {
  const auto all = dense_modes();
  for (const long n : {600, 900}) {
    const std::vector<Resonance> wide = resonances_of(all, {0.7, 3.1}, 0.02, n, 2);
    const std::vector<Resonance> narrow = resonances_of(all, {1.5, 2.2}, 0.02, n, 2);
    std::size_t found = 0;
    for (const Resonance& r : wide)
      if (r.frequency > 1.5 && r.frequency < 2.2) {
        EXPECT_EQ(narrow.at(found++).frequency, r.frequency);
      }
    EXPECT_EQ(found, narrow.size());
    EXPECT_GT(found, 1u);
  }
}

/// Parts of a record of 100 are 1 wide, and begin at 0.
TEST(Resonances, on_the_line_between_two_parts_are_found_once) {
  for (const double f : {1.0, 1 - 1e-13, 1 + 1e-11})
    for (const double decay : {0.0, 0.01}) {
      const auto found = resonances_of({{f, decay, {1}}, {1.3, 0, {0.1}}}, {0.5, 1.5}, 0.05, 2000, 1);
      ASSERT_EQ(found.size(), 2u) << f << ' ' << decay;
      EXPECT_NEAR(found[0].frequency, f, 1e-9);
    }
}

TEST(Resonances, that_are_gone_before_the_record_ends_and_weak_ones_are_counted_too) {
  std::vector<Mode> all = {{1.0, 0, {1}}, {1.4, 0, {1e-5}}};
  const ResonanceFindings weak = findings_of(all, {0.5, 2}, 0.05, 2000, 1);
  EXPECT_EQ(weak.resonances.size(), 1u);
  EXPECT_EQ(weak.weak, 1);
  // A pulse that radiates at first is no resonance, and few exponentials do not make it.
  for (int k = 0; k < 12; ++k) all.push_back({1.2 + 0.05 * k, 3 + 0.1 * k, {k % 2 ? 1.0 : -1.0}});
  const ResonanceFindings radiating = findings_of(all, {0.5, 2}, 0.05, 2000, 1);
  EXPECT_EQ(radiating.resonances.size(), 1u);
  EXPECT_EQ(radiating.undetermined, radiating.brief);
}

TEST(Resonances, that_grow_are_told_from_those_that_are_steady_but_for_errors) {
  const std::vector<Resonance> found =
      resonances_of({{1.0, -1e-4, {1}}, {1.5, 0, {1}}, {1.7, 1e-3, {1}}}, {0.5, 2}, 0.05, 2000, 1);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].grows(100));
  EXPECT_FALSE(found[1].grows(100));
  EXPECT_FALSE(found[2].grows(100));
}

TEST(Resonances, in_noise_have_errors_that_are_estimated) {
  const std::vector<Resonance> found = resonances_of(modes, {0.7, 2.1}, 0.05, 4000, 2, 1e-4);
  ASSERT_GE(found.size(), 4u);
  for (const Mode& mode : modes) {
    bool is_there = false;
    for (const Resonance& r : found)
      is_there = is_there || std::abs(r.frequency - mode.frequency) < 10 * r.frequency_error + 1e-9;
    EXPECT_TRUE(is_there) << mode.frequency;
  }
}

TEST(Resonances, without_decay_have_no_Q_and_others_have_theirs) {
  const std::vector<Resonance> found = resonances_of({{1.5, 0.03, {1}}}, {1, 2}, 0.01, 2000, 1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].q().value_or(0), std::numbers::pi * 1.5 / 0.03, 1e-3);
  EXPECT_FALSE((Resonance{1.5, 0, 1e-9, 1e-8, {}}).q());
}

TEST(Resonances, of_a_record_that_is_too_short_or_nothing_are_none) {
  EXPECT_TRUE(resonances_of(modes, {0.5, 2.1}, 0.01, 20, 2).empty());
  EXPECT_TRUE(resonances_of({}, {0.5, 2.1}, 0.01, 2000, 2).empty());
}

}  // namespace
}  // namespace dgsolve
