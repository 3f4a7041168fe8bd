/// Pulses that drive ports, and S-parameters from the waves that runs measure.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "solver/electromagnetics/s_parameters/port_pulse.hpp"
#include "solver/electromagnetics/s_parameters/scattering.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;

TEST(PortPulse, has_its_band_within_20_dB_and_60_dB_less_at_cut_offs_and_at_rest) {
  for (const auto& [band, cut_off] : {std::pair(std::array{8.0, 12.0}, 6.557),
                                      {std::array{8.5, 8.5}, 6.557},
                                      {std::array{1.0, 20.0}, 0.0},
                                      {std::array{6.6, 7.0}, 6.557}}) {
    const PortPulse pulse = port_pulse(band, std::array{cut_off});
    EXPECT_LE(pulse.spectrum(cut_off), 1.001e-3);
    EXPECT_LE(pulse.spectrum(0), 1.001e-3);
    for (int i = 0; i <= 10; ++i) EXPECT_GE(pulse.spectrum(band[0] + (band[1] - band[0]) * i / 10), 0.1);
  }
}

TEST(PortPulse, is_the_shortest_one_where_the_band_is_far_above_the_cut_off) {
  EXPECT_LT(port_pulse({10, 12}, std::array{6.557}).half_length(),
            0.5 * port_pulse({8, 12}, std::array{6.557}).half_length());
}

TEST(PortPulse, a_cut_off_within_the_band_is_refused) {
  EXPECT_NE(error_of([] {
              port_pulse({8, 14}, std::array{6.557, 13.114});
            }).find("the cut-off 13.114 lies in the band from 8 to 14"),
            std::string::npos);
}

/// w_H is w_E behind the admittance √(1 − (ω_c/ω)²), which is −i|…| below the cut-off.
TEST(PortPulse, the_transform_of_a_waveform_is_the_spectrum_times_the_response) {
  const double cut_off = 6.557;
  const PortPulse pulse = port_pulse({8, 12}, std::array{cut_off});
  const double delay = pulse.half_length();
  const auto admittance = [&](double omega) {
    const double x = std::pow(2 * std::numbers::pi * cut_off / omega, 2);
    return x < 1 ? Complex(std::sqrt(1 - x)) : Complex(0, -std::sqrt(x - 1));
  };
  const Expression plain = pulse_in_time(pulse, delay, [](double) { return Complex(1); }),
                   behind = pulse_in_time(pulse, delay, admittance);
  std::vector<double> omega;
  for (int i = 0; i <= 8; ++i) omega.push_back(2 * std::numbers::pi * (8 + 0.5 * i));
  const std::vector<Complex> of_plain = transform(plain, pulse, 2 * delay, omega),
                             of_behind = transform(behind, pulse, 2 * delay, omega);
  for (std::size_t i = 0; i < omega.size(); ++i) {
    EXPECT_LT(std::abs(of_behind[i] / of_plain[i] - admittance(omega[i])), 1e-4) << omega[i];
    EXPECT_NEAR(
        std::abs(of_plain[i] / of_plain[4]),
        pulse.spectrum(omega[i] / (2 * std::numbers::pi)) / pulse.spectrum(omega[4] / (2 * std::numbers::pi)),
        1e-5);
  }
}

/// Waves that satisfy b = S a.
struct Network {
  explicit Network(int n, unsigned seed) : S(n, n), A(n, n) {
    std::srand(seed);
    S = 0.3 * Eigen::MatrixXcd::Random(n, n);
    A = Eigen::MatrixXcd::Random(n, n) + 3.0 * Eigen::MatrixXcd::Identity(n, n);
  }
  std::vector<DrivenWaves> runs() const {
    const Eigen::MatrixXcd B = S * A;
    std::vector<DrivenWaves> all;
    for (int run = 0; run < S.cols(); ++run) {
      DrivenWaves& waves = all.emplace_back();
      waves.driven = run;
      for (int port = 0; port < S.rows(); ++port) {
        waves.a.push_back({A(port, run)});
        waves.b.push_back({B(port, run)});
      }
    }
    return all;
  }
  std::vector<ScatteringPort> ports() const {
    std::vector<ScatteringPort> all;
    for (int port = 0; port < S.rows(); ++port)
      all.push_back({std::to_string(port), 0, 0, {Complex(0, 1 + port)}, {}, {}});
    return all;
  }
  Eigen::MatrixXcd S, A;
};

TEST(Scattering, is_found_from_whatever_waves_are_measured) {
  for (const int n : {1, 2, 3, 5}) {
    const Network network(n, 7);
    const Scattering found = scattering({1}, network.ports(), network.runs());
    ASSERT_TRUE(found.is_complete());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) EXPECT_LT(std::abs(found.s[0][i][j] - network.S(i, j)), 1e-13);
  }
}

TEST(Scattering, moves_to_planes_in_the_structure) {
  const Network network(2, 3);
  std::vector<ScatteringPort> ports = network.ports();
  ports[0].plane = 0.3;
  ports[1].plane = -0.2;
  const Scattering found = scattering({1}, ports, network.runs());
  const Complex to[2] = {std::exp(Complex(0, 0.3)), std::exp(Complex(0, 2 * -0.2))};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      EXPECT_LT(std::abs(found.s[0][i][j] - network.S(i, j) * to[i] * to[j]), 1e-13);
}

TEST(Scattering, a_plane_too_far_for_a_mode_below_its_cut_off_is_refused) {
  const Network network(1, 3);
  std::vector<ScatteringPort> ports = network.ports();
  ports[0].gamma = {Complex(5)};
  ports[0].plane = 1;
  EXPECT_NE(error_of([&] { scattering({1}, ports, network.runs()); }).find("boundaries.0.reference_plane"),
            std::string::npos);
}

/// A line of 75 Ω between ports of 50 Ω, exp(−iβl) = e: Γ(1 − e²)/(1 − Γ²e²) and e(1 − Γ²)/(1 − Γ²e²).
TEST(Scattering, of_a_line_is_renormalised_to_another_impedance) {
  const Complex e = std::polar(0.9, -0.7);
  Network line(2, 1);
  line.S << 0, e, e, 0;
  std::vector<ScatteringPort> ports = line.ports();
  for (ScatteringPort& port : ports) {
    port.impedance = {Complex(75)};
    port.reference = 50;
  }
  const Scattering found = scattering({1}, ports, line.runs());
  const double gamma = 25.0 / 125;
  const Complex below = 1.0 - gamma * gamma * e * e;
  EXPECT_LT(std::abs(found.s[0][0][0] - gamma * (1.0 - e * e) / below), 1e-14);
  EXPECT_LT(std::abs(found.s[0][1][0] - e * (1 - gamma * gamma) / below), 1e-14);
}

TEST(Scattering, columns_that_were_not_driven_are_not_filled) {
  Network network(3, 5);
  network.A = Eigen::MatrixXcd::Identity(3, 3);
  std::vector<DrivenWaves> runs = network.runs();
  runs.erase(runs.begin());
  const Scattering found = scattering({1}, network.ports(), runs);
  EXPECT_FALSE(found.is_complete());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_LT(std::abs(found.s[0][i][j] - network.S(i, j + 1)), 1e-14);
}

/// Waves of three ports, and the same with errors of the size that they state.
struct WrongWaves {
  WrongWaves() : exact(network.runs()), wrong(exact) {
    for (DrivenWaves& run : wrong) {
      run.errors.assign(3, std::vector{error});
      for (std::size_t port = 0; port < 3; ++port) {
        run.a[port][0] += std::polar(0.7 * error, 1.0 + static_cast<double>(port));
        run.b[port][0] -= std::polar(0.7 * error, 2.0 * static_cast<double>(port));
      }
    }
  }
  void expect_covered(const std::vector<ScatteringPort>& ports) const {
    const Scattering right = scattering({1}, ports, exact), found = scattering({1}, ports, wrong);
    double largest = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) largest = std::max(largest, std::abs(found.s[0][i][j] - right.s[0][i][j]));
    EXPECT_EQ(right.errors[0], 0);
    EXPECT_GT(found.errors[0], largest);
    EXPECT_LT(found.errors[0], 20 * largest);
  }

  static constexpr double error = 1e-3;
  const Network network{3, 4};
  std::vector<DrivenWaves> exact, wrong;
};

TEST(Scattering, has_errors_that_cover_what_errors_of_the_waves_do_to_it) {
  WrongWaves waves;
  waves.expect_covered(waves.network.ports());
  waves.wrong[1].errors[2][0] = std::nan("");
  const std::vector<ScatteringPort> ports = waves.network.ports();
  EXPECT_TRUE(std::isnan(check_scattering(scattering({1}, ports, waves.wrong), ports).error));
}

/// A wave below its cut-off grows on the way to another plane, and its error with it.
TEST(Scattering, has_errors_that_hold_at_other_planes_and_references) {
  const WrongWaves waves;
  std::vector<ScatteringPort> moved = waves.network.ports(), related = moved;
  moved[0].gamma = {Complex(2)};
  moved[0].plane = 1.1;
  waves.expect_covered(moved);
  EXPECT_GT(scattering({1}, moved, waves.wrong).errors[0],
            5 * scattering({1}, waves.network.ports(), waves.wrong).errors[0]);
  for (ScatteringPort& port : related) {
    port.impedance = {Complex(75)};
    port.reference = 20;
  }
  waves.expect_covered(related);
}

TEST(Scattering, rows_near_a_cut_off_stay_empty) {
  const Network network(1, 5);
  std::vector<ScatteringPort> ports = network.ports();
  ports[0].cut_off = 0.995;
  EXPECT_TRUE(std::isnan(scattering({1}, ports, network.runs()).s[0][0][0].real()));
}

TEST(Scattering, of_a_passive_reciprocal_structure_has_singular_values_up_to_1_and_is_symmetric) {
  Network network(3, 9);
  const Eigen::HouseholderQR<Eigen::MatrixXcd> qr(network.S);
  const Eigen::MatrixXcd Q = qr.householderQ();
  network.S = Q * Q.transpose();  // unitary and symmetric
  const ScatteringChecks checks =
      check_scattering(scattering({1}, network.ports(), network.runs()), network.ports());
  EXPECT_NEAR(*checks.largest_singular_value, 1, 1e-13);
  EXPECT_LT(checks.asymmetry, 1e-13);
  network.S(0, 1) += 0.2;
  const ScatteringChecks changed =
      check_scattering(scattering({1}, network.ports(), network.runs()), network.ports());
  EXPECT_GT(*changed.largest_singular_value, 1.01);
  EXPECT_NEAR(changed.asymmetry, 0.2, 1e-12);
}

}  // namespace
}  // namespace dgsolve::test
