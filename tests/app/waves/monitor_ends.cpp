/// Results of monitors that cannot be right: of runs that end too early, and of sources that radiate nothing.

#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/monitors/cut_off_tail.hpp"
#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/strip_case.hpp"

namespace dgsolve::test {
namespace {

std::string warnings_of(const CaseRun& run) {
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json summary = run.summary();
  return summary["warnings"].dump();
}

void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(MonitorEnds, of_a_run_that_ends_too_early_are_warned_of_with_the_time_that_would_do) {
  const StripCase strip;
  const CaseRun whole(strip.file);
  EXPECT_EQ(warnings_of(whole), "[]");
  const double right = strip.first_of(whole, "reflected", "share");
  const auto error_of = [&](const CaseRun& run) {
    return std::abs(strip.first_of(run, "reflected", "share") / right - 1);
  };
  const CaseRun early(strip.file, {"time.final=24"});
  const std::string said = warnings_of(early);
  EXPECT_GT(error_of(early), 1e-3);
  expect_in(said, {"monitor reflected: the run ends too early: at frequency 0.",
                   "expected time.final: ", "time: {stop: {decay: 1e-8}} ends a longer run"});
  const double enough = std::stod(behind(said, "expected time.final: "));
  EXPECT_LT(enough, 35);
  const CaseRun longer(strip.file, {"time.final=" + std::to_string(enough)});
  EXPECT_LT(error_of(longer), 1e-3) << "the time that the warning names";
  const CaseRun decayed(strip.file, {"time={final: 1000, stop: {decay: 1e-8}}"});
  EXPECT_EQ(warnings_of(decayed), "[]");
  EXPECT_LT(error_of(decayed), 1e-3);
}

TEST(MonitorEnds, amid_a_pulse_miss_what_is_reflected_and_transmitted) {
  const StripCase strip;
  const CaseRun run(strip.file, {"time.final=17"});
  expect_in(warnings_of(run), {"monitors reflected and transmitted: at frequency 0.", "together not 1"});
}

TEST(MonitorEnds, of_dipoles_below_a_cut_off_and_of_empty_sources_are_warned_of) {
  const StripCase strip;
  const std::vector<std::string> guide = {
      "boundaries.sides=pec",
      "boundaries.*_end=absorbing",
      "regions.slab={}",
      "monitors=[{name: box, type: flux, surface: slab, frequencies: [0.3, 0.4]}]",
      "output.ledger=true",
      "time.final=25",
      "sources=[{type: dipole, at: [0.26, 0.13], moment: [0, 0, 1], waveform: pulse}]"};
  const CaseRun below(strip.file, guide);
  expect_in(warnings_of(below),
            {"monitor box: at frequency 0.3 and 1 others the power out of the surface is ", "below a cut-off",
             "the ledger's source is no radiated power"});
  std::vector<std::string> empty = guide;
  empty.back() =
      "sources=[{type: current, region: slab, density: [0, 0, \"if(x > 9, 1, 0)\"], waveform: pulse}]";
  expect_in(check(strip.file, empty), {"sources[0]: it puts nothing in: its density is 0 in slab"});
}

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
}  // namespace dgsolve::test
