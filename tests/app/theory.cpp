/// What the manuals of shipped cases promise: figures from probes and conductors meet the theory.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

#include "tests/support/exact/vacuum.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

/// The one field of a probe over time, in equal steps.
struct Record {
  Record(const CaseRun& run, const std::string& probe) {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    for (const std::vector<std::string>& row : read_csv(run.results / "probes" / (probe + ".csv")))
      if (row.size() == 2 && std::isdigit(static_cast<unsigned char>(row[0][0]))) {
        time.push_back(std::stod(row[0]));
        value.push_back(std::stod(row[1]));
      }
    EXPECT_GT(time.size(), 100u) << probe;
  }

  /// The complex amplitude of a wave of this frequency, after t = from.
  Complex amplitude(double frequency, double from) const {
    Complex sum = 0;
    int n = 0;
    for (std::size_t i = 0; i < time.size(); ++i)
      if (time[i] > from) {
        sum += value[i] * std::polar(1.0, -2 * pi * frequency * time[i]);
        ++n;
      }
    return 2.0 / n * sum;
  }

  /// Line k of the spectrum under a Hann window; the lines are 1 / duration apart.
  double line(int k) const {
    Complex sum = 0;
    const double N = static_cast<double>(value.size());
    for (std::size_t i = 0; i < value.size(); ++i)
      sum += value[i] * (1 - std::cos(2 * pi * i / N)) * std::polar(1.0, -2 * pi * k * i / N);
    return std::abs(sum);
  }

  /// The frequency of the peak next to this one, between lines by the shape of the window.
  double peak_near(double frequency) const {
    const double duration = time[1] * static_cast<double>(time.size());
    int k = static_cast<int>(std::lround(frequency * duration));
    while (line(k + 1) > line(k)) ++k;
    while (line(k - 1) > line(k)) --k;
    const double left = line(k - 1), here = line(k), right = line(k + 1), larger = std::max(left, right);
    const double shift = (2 * larger - here) / (larger + here);
    return (k + (right > left ? shift : -shift)) / duration;
  }

  std::vector<double> time, value;
};

/// The zero of a function that changes its sign once in the interval.
template <class F>
double zero_between(double a, double b, const F& f) {
  const bool below = f(a) < 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (a + b) / 2;
    ((f(middle) < 0) == below ? a : b) = middle;
  }
  return (a + b) / 2;
}

const std::filesystem::path guide = shipped_cases / "waveguide_wr90/case.yaml";
constexpr double cut_off_wavenumber = pi / 22.86e-3;

TEST(Theory, a_waveguide_carries_its_mode_with_the_wavelength_of_the_guide) {
  const CaseRun run(guide);
  const double f = 10e9, from = 2e-9, k = 2 * pi * f / c0;
  const Complex near = Record(run, "z10").amplitude(f, from), far = Record(run, "z25").amplitude(f, from),
                end = Record(run, "z40").amplitude(f, from);
  for (const Complex& at : {near, far, end}) EXPECT_NEAR(std::abs(at), 1, 1e-3);
  const double beta = std::sqrt(k * k - cut_off_wavenumber * cut_off_wavenumber);
  EXPECT_NEAR(std::arg(near / far) / 15e-3, beta, 2e-4 * beta);
  // |B/A| of waves A exp(−iβz) + B exp(iβz) at 10 and 40 mm: what the layers at the end reflect.
  const Complex i(0, 1), step = std::exp(i * beta * 30e-3);
  const Complex forwards = (near * step - end) / (step - 1.0 / step), backwards = near - forwards;
  EXPECT_LT(20 * std::log10(std::abs(backwards / forwards)), -60);
}

TEST(Theory, a_waveguide_below_its_cut_off_has_a_field_that_decays) {
  const CaseRun run(guide, {"constants.f=5 GHz"});
  const double f = 5e9, from = 2e-9, k = 2 * pi * f / c0;
  const double decay =
      std::abs(Record(run, "z40").amplitude(f, from) / Record(run, "z10").amplitude(f, from));
  const double alpha = std::sqrt(cut_off_wavenumber * cut_off_wavenumber - k * k);
  EXPECT_NEAR(-std::log(decay) / 30e-3, alpha, 2e-3 * alpha);
}

TEST(Theory, a_loaded_cavity_rings_with_its_resonances) {
  const CaseRun run(shipped_cases / "resonator_spectrum/case.yaml");
  const Record record(run, "inside");
  const double R = 30e-3, a = 10e-3, n = 2;  // cavity, rod, its refractive index
  // Ez = J0(nkr) in the rod and a sum of J0(kr) and Y0(kr) outside, 0 at R; Ez and its derivative are
  // continuous.
  const auto mode = [&](double f) {
    const double k = 2 * pi * f / c0;
    const auto J = [](int m, double x) { return std::cyl_bessel_j(m, x); };
    const auto Y = [](int m, double x) { return std::cyl_neumann(m, x); };
    return n * J(1, n * k * a) * (J(0, k * a) * Y(0, k * R) - Y(0, k * a) * J(0, k * R)) -
           J(0, n * k * a) * (J(1, k * a) * Y(0, k * R) - Y(1, k * a) * J(0, k * R));
  };
  for (const auto& [from, to] : {std::pair{2.2e9, 2.9e9}, std::pair{6.5e9, 7.1e9}}) {
    const double f = zero_between(from, to, mode);
    EXPECT_NEAR(record.peak_near(f), f, 5e-6 * f);
  }
}

TEST(Theory, a_wave_decays_in_a_conductor_over_the_skin_depth) {
  const CaseRun run(shipped_cases / "skin_depth/case.yaml");
  const double f = 1e9, from = 3e-9, omega = 2 * pi * f, sigma = 10;
  const Complex surface = Record(run, "depth_0").amplitude(f, from),
                deep = Record(run, "depth_10").amplitude(f, from);
  const Complex k = omega * std::sqrt(mu0 * Complex(eps0, -sigma / omega)), Z = omega * mu0 / k;
  EXPECT_NEAR(std::log(std::abs(surface / deep)) / 10e-3, -k.imag(), 1e-3 * -k.imag());
  const double transmitted = std::abs(2.0 * Z / (Z + mu0 * c0));
  EXPECT_NEAR(std::abs(surface), transmitted, 1e-3 * transmitted);
}

TEST(Theory, the_field_of_a_charged_capacitor_relaxes_where_its_filling_conducts) {
  const CaseRun run(shipped_cases / "static_start/case.yaml");
  const Record glass(run, "glass"), air(run, "air");
  const double E = -1 / (1e-3 + 1e-3 / 4);  // in air at 1 V
  EXPECT_NEAR(glass.value.front(), E / 4, 1e-8 * -E);
  EXPECT_NEAR(glass.value.back(), E / 4 * std::exp(-1 * glass.time.back() / (4 * eps0)), 1e-8 * -E);
  EXPECT_NEAR(air.value.back(), E, 1e-8 * -E);
}

/// Rigorous coupled-wave analysis (Moharam & Gaylord, J. Opt. Soc. Am. 71 (1981) 811) with 121 orders.
TEST(Theory, a_grating_transmits_what_coupled_waves_say) {
  const std::filesystem::path grating = shipped_cases / "grating_2d/case.yaml";
  const CaseRun run(grating), without(grating, {"regions.bar.epsilon_r=1"});
  const Record with_bars(run, "behind"), no_bars(without, "behind");
  for (const auto& [wavelength, share] : {std::pair{1.3e-6, 0.65738}, std::pair{1.4e-6, 0.00054},
                                          std::pair{1.5e-6, 0.30614}, std::pair{1.6e-6, 0.49663}}) {
    // A sum over time has as many terms as steps, and so has the amplitude's mean.
    const auto spectrum = [f = c0 / wavelength](const Record& record) {
      return record.amplitude(f, 0) * record.time.back();
    };
    EXPECT_NEAR(std::norm(spectrum(with_bars) / spectrum(no_bars)), share, 3e-4) << wavelength;
  }
}

TEST(Theory, a_coaxial_cable_has_its_capacitance) {
  const CaseRun run(shipped_cases / "coax_2d/case.yaml");
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const double C = 2 * pi * eps0 * 2.25 / std::log(1.475 / 0.45);
  EXPECT_NEAR(run.summary()["capacitance"]["inner"]["inner"].get<double>(), C, 1e-5 * C);
}

/// Hammerstad & Jensen, IEEE MTT-S Symposium Digest 1980, p. 407: 6.579 and 49.29 ohms.
TEST(Theory, a_microstrip_has_its_impedance_by_two_solves) {
  const std::filesystem::path strip = shipped_cases / "microstrip_2d/case.yaml";
  const CaseRun line(strip), without(strip, {"regions.substrate.kappa=1"});
  const auto capacitance = [](const CaseRun& run) {  // over eps0; of the whole line
    return 2 * run.summary()["boundaries"]["strip"]["flux"].get<double>();
  };
  EXPECT_NEAR(capacitance(line) / capacitance(without), 6.579, 0.002 * 6.579);
  EXPECT_NEAR(mu0 * c0 / std::sqrt(capacitance(line) * capacitance(without)), 49.29, 0.002 * 49.29);
}

}  // namespace
}  // namespace dgsolve::test
