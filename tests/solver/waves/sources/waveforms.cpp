#include "solver/waves/sources/waveforms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace dgsolve {
namespace {

using Kind = Waveform::Kind;

Waveform with_default_delay(Waveform w) {
  w.delay = default_delay(w);
  return w;
}

const Waveform pulses[] = {with_default_delay({Kind::gaussian, 0, 2e9, 3}),
                           with_default_delay({Kind::modulated_gaussian, 10e9, 4e9, 3}),
                           with_default_delay({Kind::ricker, 1e9, 0, 3})};

TEST(Waveforms, begin_a_million_times_below_their_peak_and_reach_their_amplitude) {
  for (const Waveform& w : pulses) {
    const Expression f = formula_of(w);
    double before = 0, largest = 0;
    for (int i = 0; i <= 1000; ++i) {
      before = std::max(before, std::abs(f(0, 0, 0, -i * w.delay / 1000)));
      largest = std::max(largest, std::abs(f(0, 0, 0, 2 * i * w.delay / 1000)));
    }
    EXPECT_LT(before, 1e-6 * w.amplitude);
    EXPECT_LT(largest, 1.0001 * w.amplitude);
    EXPECT_GT(largest, 0.9 * w.amplitude);
  }
}

TEST(Waveforms, fill_the_band_that_was_asked_for) {
  const auto band = [](const Waveform& w) { return spectrum_of(formula_of(w), 2.2 * w.delay); };
  const WaveformSpectrum gaussian = band(pulses[0]), modulated = band(pulses[1]), ricker = band(pulses[2]);
  EXPECT_EQ(gaussian.peak, 0);
  EXPECT_EQ(gaussian.lower, 0);
  EXPECT_NEAR(gaussian.upper, 2e9, 0.1e9);
  EXPECT_NEAR(modulated.peak, 10e9, 0.2e9);
  EXPECT_NEAR(modulated.lower, 8e9, 0.2e9);
  EXPECT_NEAR(modulated.upper, 12e9, 0.2e9);
  EXPECT_NEAR(ricker.peak, 1e9, 0.1e9);
}

TEST(Waveforms, magnitude_of_a_spectrum_is_the_integral_of_the_pulse) {
  const Waveform& w = pulses[0];
  const WaveformSpectrum spectrum = spectrum_of(formula_of(w), 2 * w.delay);
  const double width = std::sqrt(std::log(100.0)) / (M_PI * w.bandwidth);
  EXPECT_NEAR(spectrum.magnitude[0], w.amplitude * width * std::sqrt(M_PI), 1e-6 * spectrum.magnitude[0]);
}

TEST(Waveforms, of_a_ramped_sine_rises_from_zero_and_goes_on_as_a_sine) {
  Waveform w{Kind::ramped_sine, 2, 0, 1, 0.25, 1.5};
  const Expression f = formula_of(w);
  EXPECT_EQ(f(0, 0, 0, 0.2), 0);
  EXPECT_LT(std::abs(f(0, 0, 0, 0.25 + 0.125)), 0.02);
  EXPECT_NEAR(f(0, 0, 0, 0.25 + 2 + 0.125), 1, 1e-12);
}

/// Sixteen samples a period of the band's upper edge.
TEST(Waveforms, have_the_spectrum_of_their_table) {
  const Waveform& w = pulses[1];
  const Expression f = formula_of(w);
  const double final = 2.2 * w.delay;
  std::vector<double> times, values;
  for (int i = 0; i <= static_cast<int>(16 * 12e9 * final); ++i) {
    times.push_back(i / (16 * 12e9));
    values.push_back(f(0, 0, 0, times.back()));
  }
  const Expression table = Expression::sampled(
      std::make_shared<SampledFunction>(times, values, SampledFunction::Interpolation::cubic));
  const WaveformSpectrum expected = spectrum_of(f, final), found = spectrum_of(table, final);
  EXPECT_EQ(found.peak, expected.peak);
  EXPECT_EQ(found.lower, expected.lower);
  EXPECT_EQ(found.upper, expected.upper);
  const double highest = std::ranges::max(expected.magnitude);
  for (std::size_t i = 0; i < expected.magnitude.size(); ++i)
    EXPECT_NEAR(found.magnitude[i], expected.magnitude[i], 1e-3 * highest);
}

TEST(Waveforms, of_other_figures_have_the_same_kernel_text) {
  for (Waveform w : pulses) {
    ConstantTable first, second;
    const std::string text = formula_of(w).c_text(first);
    if (w.frequency > 0) w.frequency *= 1.3;
    if (w.bandwidth > 0) w.bandwidth *= 0.7;
    w.delay *= 1.1;
    EXPECT_EQ(formula_of(w).c_text(second), text);
  }
}

}  // namespace
}  // namespace dgsolve
