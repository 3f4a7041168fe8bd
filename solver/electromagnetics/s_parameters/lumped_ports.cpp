#include "solver/electromagnetics/s_parameters/lumped_ports.hpp"

#include <cmath>

namespace dgsolve {

using Complex = std::complex<double>;

std::vector<LumpedPort> lumped_ports(const WaveOptions& options) {
  std::vector<LumpedPort> ports;
  for (const auto& [name, boundary] : options.boundaries)
    if (boundary.gap && boundary.gap->is_port)
      ports.push_back({name, *boundary.lumped->R, boundary.gap->reference});
  return ports;
}

Expression source_of(const LumpedPort& port, const PortPulse& pulse, double delay) {
  return Expression(std::sqrt(8 * port.resistance)) *
         pulse_in_time(pulse, delay, [](double) { return Complex(1); });
}

std::array<Complex, 2> lumped_waves(Complex V, Complex I, double R) {
  const double root = std::sqrt(8 * R);
  return {(V + R * I) / root, (V - R * I) / root};
}

Complex input_impedance(Complex a, Complex b, double R) { return R * (a + b) / (a - b); }

CircuitTransforms::CircuitTransforms(std::span<const double> omega)
    : omega_(omega.begin(), omega.end()), sums_(omega.size()), newest_(omega.size()) {}

void CircuitTransforms::add(double time, double voltage, double current) {
  const double half = time_ ? (time - *time_) / 2 : 0;
  for (std::size_t f = 0; f < omega_.size(); ++f) {
    const Complex turn = std::polar(1.0, -omega_[f] * time);
    const std::array<Complex, 2> at = {voltage * turn, current * turn};
    for (int i = 0; i < 2; ++i) sums_[f][i] += half * (newest_[f][i] + at[i]);
    newest_[f] = at;
  }
  time_ = time;
}

}  // namespace dgsolve
