/// What the manuals of shipped cases in open space promise: cross-sections, power and patterns meet the
/// theory.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "tests/support/exact/sphere_series.hpp"
#include "tests/support/exact/vacuum.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

using std::numbers::pi;

constexpr double radius = 47.713e-3;  // of both spheres

/// In single precision: its errors are a hundredth of what is allowed here, and it takes half the time.
CaseRun run_shipped(const std::string& name, std::vector<std::string> settings = {}) {
  settings.emplace_back("precision=single");
  return CaseRun(shipped_cases / name / "case.yaml", settings);
}

/// The numbers in a monitor's table.
std::vector<std::vector<double>> table(const CaseRun& run, const std::string& name) {
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  std::vector<std::vector<double>> rows = numbers_in(run.results / "monitors" / (name + ".csv"));
  EXPECT_GE(rows.size(), 4u) << name;
  return rows;
}

/// By frequency, theta, phi, …, rcs.
void expect_rcs(const CaseRun& run, std::optional<double> index, double decibels) {
  for (const std::vector<double>& row : table(run, "rcs")) {
    const SphereSeries series(2 * pi * row[0] / c0 * radius, index);
    const double theta = row[1] * pi / 180;
    const double exact = pi * radius * radius * (row[2] == 0 ? series.e_plane(theta) : series.h_plane(theta));
    EXPECT_NEAR(10 * std::log10(row[7] / exact), 0, decibels) << row[0] << " Hz, theta " << row[1];
  }
}

TEST(Theory, a_conducting_sphere_has_the_pattern_of_its_series_over_the_band) {
  const CaseRun run = run_shipped("mie_pec_sphere", {"order=3", "time.final=3.8 ns"});
  expect_rcs(run, {}, 0.15);
}

TEST(LongTheory, a_dielectric_sphere_scatters_what_it_takes_out_of_the_wave) {
  const CaseRun run =
      run_shipped("mie_dielectric_sphere",
                  {"time.final=4 ns", "monitors[0].frequencies=[1 GHz, 1.5 GHz, 1.75 GHz, 2 GHz]"});
  for (const std::vector<double>& row : table(run, "rcs_power")) {
    const double exact = pi * radius * radius * SphereSeries(2 * pi * row[0] / c0 * radius, 1.5).scattering();
    EXPECT_NEAR(row[1] / exact, 1, 2e-3) << row[0];
    EXPECT_NEAR((row[1] + row[3]) / row[2], 1, 2e-3) << row[0];
  }
}

TEST(Theory, a_dipole_radiates_its_power_in_its_pattern) {
  const CaseRun run = run_shipped("dipole_radiation");
  constexpr double p = 1e-12;
  for (const std::vector<double>& row : table(run, "radiation_power")) {
    const double omega = 2 * pi * row[0], exact = mu0 * std::pow(omega, 4) * p * p / (12 * pi * c0);
    EXPECT_NEAR(row[1] / exact, 1, 2e-3) << row[0];
  }
  for (const std::vector<double>& row : table(run, "radiation")) {
    const double omega = 2 * pi * row[0], sine = std::sin(row[1] * pi / 180);
    const double unit = omega * omega * mu0 * p / (4 * pi);
    EXPECT_NEAR(std::abs(std::complex(row[3], row[4]) / unit + sine), 0, 2e-3) << row[0] << ' ' << row[1];
    EXPECT_NEAR(row[7], 1.5 * sine * sine, 2e-3) << row[0] << ' ' << row[1];
  }
}

/// The directivity of a current sin(k(h − |z|)): Balanis, Antenna Theory, 4th ed., Wiley 2016, section 4.5.
double directivity_of_thin_antenna(double kh) {
  constexpr int n = 2000;
  double integral = 0;
  for (int i = 0; i < n; ++i) {
    const double theta = (i + 0.5) * pi / n;
    integral += std::pow(std::cos(kh * std::cos(theta)) - std::cos(kh), 2) / std::sin(theta) * pi / n;
  }
  return 2 * std::pow(1 - std::cos(kh), 2) / integral;
}

TEST(Theory, an_antenna_of_a_narrow_strip_has_nearly_the_directivity_of_a_thin_one) {
  const CaseRun run = run_shipped("half_wave_antenna", {"order=2"});
  for (const std::vector<double>& row : table(run, "radiation")) {
    if (row[1] != 90 || row[0] > 1.55e9) continue;
    const double thin = directivity_of_thin_antenna(pi * row[0] / c0 * 0.1);
    EXPECT_GT(row[7], thin) << row[0];
    EXPECT_LT(row[7], 1.03 * thin) << row[0];
  }
}

}  // namespace
}  // namespace dgsolve::test
