/// Shipped cases of dispersive media, as their manuals promise: what is reflected, transmitted, scattered and
/// absorbed over a band meets the theory.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "tests/support/exact/cylinder_series.hpp"
#include "tests/support/exact/slab.hpp"
#include "tests/support/exact/vacuum.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;
using Column = std::vector<double>;

/// A column of a monitor's table.
Column column(const CaseRun& run, const std::string& monitor, const std::string& name) {
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  const auto lines = read_csv(run.results / "monitors" / (monitor + ".csv"));
  const auto at = std::ranges::find(lines[0], name) - lines[0].begin();
  EXPECT_LT(at, std::ssize(lines[0])) << name;
  Column values;
  for (std::size_t i = 1; i < lines.size(); ++i) values.push_back(std::stod(lines[i].at(at)));
  EXPECT_GE(values.size(), 10u) << monitor;
  return values;
}

/// exact: of a frequency, Hz.
void expect_shares(const CaseRun& run, double tolerance, bool absorbs,
                   const std::function<SlabPower(double)>& exact) {
  const Column f = column(run, "reflected", "frequency (Hz)"), R = column(run, "reflected", "share"),
               T = column(run, "transmitted", "share"),
               A = absorbs ? column(run, "absorbed", "share") : Column(f.size(), 0);
  for (std::size_t i = 0; i < f.size(); ++i) {
    const auto [reflected, transmitted] = exact(f[i]);
    EXPECT_NEAR(-R[i], reflected, tolerance) << f[i] << " Hz";
    EXPECT_NEAR(T[i], transmitted, tolerance) << f[i] << " Hz";
    EXPECT_NEAR(A[i], 1 - reflected - transmitted, tolerance) << f[i] << " Hz";
  }
}

CaseRun run_in_double(const std::string& name, const std::vector<std::string>& settings) {
  return CaseRun(shipped_cases / name / "case.yaml", settings);
}

/// Δω²/(ω² + s(s + Γ)), a Lorentz pole's share, in any unit.
Complex lorentz(Complex s, double delta, double frequency, double damping) {
  return delta * frequency * frequency / (frequency * frequency + s * (s + damping));
}

/// s in eV.
Complex gold(Complex s) {
  Complex epsilon = 1.0 + 0.760 * 9.03 * 9.03 / (s * (s + 0.053));
  for (const auto& [f, damping, w] : {std::array{0.024, 0.241, 0.415},
                                      {0.010, 0.345, 0.830},
                                      {0.071, 0.870, 2.969},
                                      {0.601, 2.494, 4.304},
                                      {4.384, 2.214, 13.32}})
    epsilon += lorentz(s, f * 9.03 * 9.03 / (w * w), w, damping);
  return epsilon;
}
constexpr double electron_volt = 2.417989242e14;  // Hz

TEST(Theory, a_gold_film_reflects_transmits_and_absorbs_what_its_poles_say) {
  const CaseRun run = run_in_double("gold_film", {"order=3", "output={}"});
  expect_shares(run, 1e-4, true, [](double f) {
    const Complex index = std::sqrt(gold(Complex(0, f / electron_volt)));
    return slab_power(index, index * 2.0 * pi * f / c0 * 30e-9);
  });
}

TEST(Theory, a_slab_of_water_reflects_transmits_and_absorbs_what_its_pole_says) {
  const CaseRun run = run_in_double("water_slab", {"order=3", "output={}"});
  expect_shares(run, 1e-3, true, [](double f) {
    const Complex index = std::sqrt(5.2 + 73.2 / (1.0 + Complex(0, 2 * pi * f * 8.27e-12)));
    return slab_power(index, index * 2.0 * pi * f / c0 * 1e-3);
  });
}

TEST(Theory, a_mirror_of_layers_reflects_a_band_as_their_sellmeier_formulas_say) {
  const CaseRun run = run_in_double("bragg_mirror_2d", {"output={}", "time.final=250 fs"});
  expect_shares(run, 1e-3, false, [](double f) {
    const double square = std::pow(c0 / f * 1e6, 2);  // of the wavelength in micrometres
    double low = 1;
    for (const auto& [strength, at] :
         {std::array{0.6961663, 0.0684043}, {0.4079426, 0.1162414}, {0.8974794, 9.896161}})
      low += strength * square / (square - at * at);
    const Layer of_high{std::sqrt(5.913 + 0.2441 / (square - 0.0803)), 51.9e-9},
        of_low{std::sqrt(low), 94.2e-9};
    std::vector<Layer> layers = {of_high};
    for (int i = 0; i < 6; ++i) layers.insert(layers.end(), {of_low, of_high});
    return layers_power(layers, 2 * pi * f / c0);
  });
}

TEST(Theory, a_silver_wire_scatters_and_absorbs_what_its_series_says) {
  const CaseRun run = run_in_double("silver_particle_2d", {"order=3", "output={}", "time.final=40 fs"});
  const Column f = column(run, "heat", "frequency (Hz)"), heat = column(run, "heat", "cross_section (m)"),
               scattering = column(run, "width_power", "scattering (m)"),
               extinction = column(run, "width_power", "extinction (m)"),
               absorption = column(run, "width_power", "absorption (m)");
  for (std::size_t i = 0; i < f.size(); ++i) {
    const Complex s(0, f[i] / electron_volt);
    const Complex epsilon = 3.01871 + 8.2711934 * 8.2711934 / (s * (s + 0.035159975)) +
                            2.5919787 * 2.5919787 / (s * (s + 3.5395804)) +
                            lorentz(s, 0.58926309, 4.5209115, 0.47321320);
    const auto exact = cylinder_efficiencies(2 * pi * f[i] / c0 * 25e-9, std::sqrt(epsilon));
    constexpr double diameter = 50e-9;
    EXPECT_NEAR(scattering[i] / (exact.scattering * diameter), 1, 1e-2) << f[i] << " Hz";
    EXPECT_NEAR(extinction[i] / (exact.extinction * diameter), 1, 1e-2) << f[i] << " Hz";
    EXPECT_NEAR(heat[i] / ((exact.extinction - exact.scattering) * diameter), 1, 1e-2) << f[i] << " Hz";
    EXPECT_NEAR(absorption[i] / heat[i], 1, 1e-2) << f[i] << " Hz";
  }
}

}  // namespace
}  // namespace dgsolve::test
