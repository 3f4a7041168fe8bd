/// Lumped ports: their sources, and the waves in their voltages and currents.
#pragma once

#include <array>
#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/electromagnetics/s_parameters/port_pulse.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

struct LumpedPort {
  std::string name;
  double resistance = 0;            ///< of the source and of the load, Ω
  std::optional<double> reference;  ///< Ω, of S-parameters; none: own
};

/// In the order of their names.
std::vector<LumpedPort> lumped_ports(const WaveOptions& options);

/// V_s(t) of a source behind the resistance that sends the wave a, of which the pulse's middle is at `delay`
/// and the peak is √W: √(8R) times the pulse.
Expression source_of(const LumpedPort& port, const PortPulse& pulse, double delay);

/// Waves into and out of a structure: a, b = (V ± R I)/√(8R), so that |a|² is a mean power in W, as of a
/// guide's mode. I flows into the structure.
std::array<std::complex<double>, 2> lumped_waves(std::complex<double> V, std::complex<double> I, double R);

/// V/I = R (a + b)/(a − b).
std::complex<double> input_impedance(std::complex<double> a, std::complex<double> b, double R);

/// A voltage and a current over time, sample by sample: their transforms ∫u exp(−iωt) dt by the trapezoidal
/// rule.
class CircuitTransforms {
 public:
  explicit CircuitTransforms(std::span<const double> omega);  ///< rad/s

  void add(double time, double voltage, double current);
  /// [frequency]: V s and A s, so far.
  std::complex<double> voltage(std::size_t f) const { return sums_[f][0]; }
  std::complex<double> current(std::size_t f) const { return sums_[f][1]; }

 private:
  const std::vector<double> omega_;
  std::vector<std::array<std::complex<double>, 2>> sums_, newest_;  ///< [frequency]: V, I
  std::optional<double> time_;                                      ///< of the newest sample
};

}  // namespace dgsolve
