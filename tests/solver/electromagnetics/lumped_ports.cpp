/// Lumped ports among those of guides: their numbers, sources and waves.

#include "solver/electromagnetics/s_parameters/lumped_ports.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solver/electromagnetics/monitors/port_powers.hpp"
#include "solver/electromagnetics/s_parameters/port_channels.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;

WaveOptions options_with_ports() {
  WaveOptions options;
  options.boundaries["b_guide"].port = PortOptions{{{"TE10"}, {"TE20"}}, 0, {}};
  for (const char* name : {"a_gap", "b_guide_TE20", "c_chip"}) {
    options.boundaries[name].lumped.emplace().R = 50;
    options.boundaries[name].gap = LumpedGap{.is_port = std::string(name) != "c_chip"};
  }
  options.boundaries["d_guide"].port = PortOptions{{{"TEM"}}, 0, {}};
  return options;
}

TEST(PortChannels, number_modes_and_lumped_ports_by_name_and_leave_elements_out) {
  const std::vector<PortChannel> channels = port_channels(options_with_ports());
  std::vector<std::string> labels;
  std::vector<std::size_t> numbers;
  for (const PortChannel& channel : channels) {
    labels.push_back(channel.label);
    numbers.push_back(channel.number);
  }
  EXPECT_EQ(labels,
            (std::vector<std::string>{"a_gap", "b_guide_TE10", "b_guide_TE20", "b_guide_TE20_2", "d_guide"}));
  EXPECT_EQ(numbers, (std::vector<std::size_t>{0, 0, 0, 1, 1}));
  EXPECT_FALSE(channels[0].mode.has_value());
  EXPECT_EQ(channels[2].mode, 1u);
  EXPECT_EQ(lumped_ports(options_with_ports()).size(), 2u);
}

TEST(PortChannels, of_lumped_ports_have_their_resistance_as_impedance) {
  CasePorts ports;
  ports.lumped = {{"gap", 75, {}}};
  ports.channels = {{"gap", "gap", 0, {}}};
  EXPECT_EQ(ports.kind_of(ports.channels[0]), "lumped");
  EXPECT_FALSE(ports.reference_of(ports.channels[0], {}).has_value());
  EXPECT_EQ(ports.reference_of(ports.channels[0], 50), 50);
  ports.lumped[0].reference = 60;
  const ScatteringPort port = ports.scattering_port(ports.channels[0], 50, 3);
  EXPECT_EQ(port.reference, 60);
  EXPECT_EQ(port.impedance, std::vector<Complex>(3, 75));
}

/// V = V_s − R I at any load.
TEST(LumpedWaves, of_a_source_behind_the_resistance_are_what_it_can_give) {
  const double R = 37;
  const Complex source(2, -1), load(12, 40), I = source / (R + load), V = load * I;
  const auto [a, b] = lumped_waves(V, I, R);
  EXPECT_LT(std::abs(a - source / std::sqrt(8 * R)), 1e-14);
  EXPECT_NEAR(std::norm(a) - std::norm(b), (V * std::conj(I)).real() / 2, 1e-14);
  EXPECT_LT(std::abs(b / a - (load - R) / (load + R)), 1e-14);
  EXPECT_LT(std::abs(input_impedance(a, b, R) - load), 1e-12);
}

TEST(LumpedWaves, a_source_sends_the_pulse_with_a_peak_of_1) {
  const PortPulse pulse = port_pulse({2e9, 4e9}, {});
  const double delay = pulse.half_length(), R = 50;
  const Expression source = source_of({"gap", R, {}}, pulse, delay);
  double peak = 0;
  for (int i = 0; i <= 4000; ++i) peak = std::max(peak, std::abs(source(0, 0, 0, 2 * delay * i / 4000)));
  EXPECT_NEAR(peak / std::sqrt(8 * R), 1, 1e-3);
  EXPECT_LE(pulse.spectrum(0), 1.001e-3);
}

TEST(LumpedWaves, transforms_of_a_pulse_are_exact_whatever_the_intervals) {
  const double tau = 0.3, delay = 3, omega = 4;
  CircuitTransforms transforms(std::array{omega});
  for (double t = 0; t < 6;) {  // steps change as at output times
    const double pulse = std::exp(-std::pow((t - delay) / tau, 2));
    transforms.add(t, pulse, -2 * pulse);
    t += t < 1 || t > 5 ? 0.02 : 0.04;
  }
  const Complex exact = tau * std::sqrt(std::numbers::pi) * std::exp(-std::pow(omega * tau / 2, 2)) *
                        std::polar(1.0, -omega * delay);
  EXPECT_LT(std::abs(transforms.voltage(0) / exact - 1.0), 1e-10);
  EXPECT_LT(std::abs(transforms.current(0) / exact + 2.0), 1e-10);
}

TEST(PortPowers, are_those_of_the_frequencies_asked_for) {
  const std::vector<double> all = {1e9, 2e9, 3e9};
  EXPECT_EQ(find_frequency(all, 2e9 * (1 + 1e-12)), 1u);
  EXPECT_FALSE(find_frequency(all, 2.1e9).has_value());
  // [frequency][a, b of two modes]
  const std::vector<Complex> waves = {1, 0, 2, 1, 3, 0, Complex(0, 4), 2, 5, 0, 6, 6};
  const PortPowers powers = port_powers(waves, 4, 2, std::array<std::size_t, 2>{1, 2});
  EXPECT_EQ(powers.incident, (std::vector<double>{16, 36}));
  EXPECT_EQ(powers.accepted, (std::vector<double>{12, 0}));
}

}  // namespace
}  // namespace dgsolve::test
