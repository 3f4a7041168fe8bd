/// The pulse that drives a mode: a band with soft edges, and what a mode's impedance makes of it.
#pragma once

#include <array>
#include <complex>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

/// The spectrum F(f) = ½ erf((f − lower)/width) − ½ erf((f − upper)/width): a band whose edges are convolved
/// with a Gaussian, so that the pulse in time is one of its width, sin-modulated. At the band's edges F is at
/// −6 dB or above.
struct PortPulse {
  double lower = 0, upper = 0, width = 0;  ///< Hz

  double spectrum(double f) const;  ///< relative to its peak
  double half_length() const;       ///< s, from the middle to where it is below 1e-7 of its peak
  double highest() const;           ///< Hz, where the spectrum is below −60 dB
};

/// The shortest pulse over a band with at most −60 dB at the cut-offs below it, and at f = 0: near a cut-off
/// a mode's fields decay like t^(−3/2), which outlasts any run. band: [lowest,
/// highest], Hz. Throws std::invalid_argument where a cut-off lies in the band. unit: of frequencies, in
/// messages.
PortPulse port_pulse(std::array<double, 2> band, std::span<const double> cut_offs,
                     const std::string& unit = "");

/// The real function of time with the spectrum F(f) response(2πf) exp(−2πi f delay), divided by the peak of
/// that with response 1, as a cubic table of 32 samples in the shortest period. Beyond it is 0.
Expression pulse_in_time(const PortPulse& pulse, double delay,
                         const std::function<std::complex<double>(double omega)>& response);

/// ∫ f(t) exp(−iωt) dt from 0 to `end`, by the trapezoidal rule with four times as many samples, at each of
/// some ω.
std::vector<std::complex<double>> transform(const Expression& f, const PortPulse& pulse, double end,
                                            std::span<const double> omega);

}  // namespace dgsolve
