/// Poles for rows of ε: media that have such poles are found again, rows with noise get no more than they
/// tell of, and all fits are passive.

#include "solver/electromagnetics/media/pole_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/electromagnetics/media/pole_slots.hpp"

namespace dgsolve {
namespace {

PermittivityRows rows_of(const Dispersion& medium, double from, double to, int n) {
  PermittivityRows rows;
  for (int i = 0; i < n; ++i) {
    rows.omega.push_back(from * std::pow(to / from, double(i) / (n - 1)));
    rows.epsilon.push_back(permittivity(medium, rows.omega.back()));
  }
  return rows;
}

void add_noise(PermittivityRows& rows, double size) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal(0, size / std::sqrt(2.0));
  for (std::complex<double>& epsilon : rows.epsilon)
    epsilon += std::abs(epsilon) * std::complex<double>(normal(random), normal(random));
}

const Dispersion metal = {.drude = {{5, 0.1}}, .lorentz = {{1.5, 3, 0.6}}, .epsilon_infinity = 2};
const Dispersion liquid = {.debye = {{70, 8}, {3, 0.5}}, .epsilon_infinity = 4, .conductivity_rate = 0.05};
const Dispersion glass = {.lorentz = {{0.7, 27, 0}, {0.4, 16, 0}, {0.9, 0.19, 0}}};

TEST(PoleFit, finds_a_medium_again_that_has_such_poles) {
  const auto expect_found = [](const Dispersion& medium, double from, double to, const PoleCounts& counts) {
    const std::optional<PoleFit> fit = fit_poles(rows_of(medium, from, to, 60), counts);
    ASSERT_TRUE(fit);
    EXPECT_LT(fit->largest, 1e-6);
    require_passive(fit->medium);
    // Between the rows and somewhat beyond them too.
    for (double omega = 0.7 * from; omega < 1.3 * to; omega *= 1.01)
      EXPECT_LT(std::abs(permittivity(fit->medium, omega) / permittivity(medium, omega) - 1.0), 1e-4);
  };
  expect_found(metal, 1, 5, {1, 1, false});
  expect_found(liquid, 0.01, 10, {2, 0, false});
  expect_found(glass, 1, 5, {0, 3, true});
}

TEST(PoleFit, tells_as_many_poles_as_the_noise_lets_it) {
  PermittivityRows rows = rows_of(metal, 1, 5, 61);
  const PoleFit clean = fit_by_noise(rows, most_slots_on_host);
  EXPECT_EQ(clean.counts.pairs, 1);
  EXPECT_LT(clean.error, 1e-3);
  add_noise(rows, 0.01);
  const PoleFit noisy = fit_by_noise(rows, most_slots_on_host);
  EXPECT_EQ(noisy.counts.pairs, 1);
  EXPECT_LT(noisy.error, 0.011);
  EXPECT_LT(compared(noisy.medium, rows_of(metal, 1, 5, 61)).error, 0.005);  // the noise averages out
}

TEST(PoleFit, takes_the_fewest_poles_that_a_tolerance_needs) {
  const PermittivityRows rows = rows_of(metal, 0.5, 2, 61);
  const std::optional<PoleFit> loose = fit_to_tolerance(rows, 0.3, 12),
                               tight = fit_to_tolerance(rows, 1e-3, 12);
  ASSERT_TRUE(loose && tight);
  EXPECT_LE(loose->largest, 0.3);
  EXPECT_LE(tight->largest, 1e-3);
  EXPECT_EQ(tight->counts.real + 2 * tight->counts.pairs, 3);
  EXPECT_LT(loose->counts.real + 2 * loose->counts.pairs, 3);
  EXPECT_FALSE(fit_to_tolerance(rows, 1e-3, 2));
}

// A table with noise has rows with gain, and a fit near to them may have some between and beyond the rows.
TEST(PoleFit, of_noisy_rows_is_passive_at_all_frequencies) {
  for (const Dispersion* medium : {&metal, &liquid}) {
    PermittivityRows rows = medium == &metal ? rows_of(metal, 1, 12, 61) : rows_of(liquid, 0.01, 10, 61);
    add_noise(rows, 0.05);
    for (int pairs = 0; pairs <= 4; ++pairs) {
      const std::optional<PoleFit> fit = fit_poles(rows, {1, pairs, false});
      ASSERT_TRUE(fit) << pairs;
      require_passive(fit->medium);
      if (pairs > 0) pole_slots(fit->medium);  // finds the energy that the medium stores
      EXPECT_GE(fit->medium.epsilon_infinity, 1 - 1e-12);
    }
  }
}

TEST(PoleFit, of_rows_without_loss_has_none) {
  const PermittivityRows rows = rows_of(glass, 1, 5, 40);
  const PoleFit fit = fit_by_noise(rows, most_slots_on_host);
  EXPECT_LT(fit.largest, 1e-2);
  for (const LorentzPole& pole : fit.medium.lorentz) EXPECT_EQ(pole.damping, 0);
  EXPECT_TRUE(fit.medium.pairs.empty() && fit.medium.drude.empty() && fit.medium.debye.empty());
  EXPECT_EQ(fit.medium.conductivity_rate, 0);
}

TEST(PoleFit, of_few_rows_has_few_poles) {
  EXPECT_FALSE(fit_poles(rows_of(metal, 1, 5, 3), {1, 1, false}));
  EXPECT_TRUE(fit_poles(rows_of(metal, 1, 5, 4), {1, 1, false}));
}

}  // namespace
}  // namespace dgsolve
