/// Functions of time for sources, from the figures that engineers know them by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

/// A waveform of a named kind; f(t) has the peak `amplitude`, or about it. Spectra end where they are 40 dB
/// below their peak.
struct Waveform {
  enum class Kind {
    gaussian,  ///< A exp(−((t − t0)/τ)²), τ = √(ln 100)/(π B): from 0 to the bandwidth B
    modulated_gaussian,  ///< A exp(−((t − t0)/τ)²) sin(2πf(t − t0)), τ = 2√(ln 100)/(π B): f − B/2 to f + B/2
    ricker,      ///< A (1 − 2a) exp(−a), a = (πf(t − t0))²: its spectrum is highest at f
    ramped_sine  ///< A r(t) sin(2πf(t − t0)), r = sin²(π(t − t0)/(2T)) until t0 + T, then 1
  };
  Kind kind;
  double frequency = 0;  ///< f, Hz; not of a gaussian
  double bandwidth = 0;  ///< B, Hz; of a gaussian and a modulated one
  double amplitude = 1;  ///< A
  double delay = 0;      ///< t0, s: of the pulse's middle, or of the sine's start
  double ramp = 0;       ///< T, s; of a ramped sine
};

/// The delay at which a pulse begins below 1e-6 of its peak; 0 for a ramped sine.
double default_delay(const Waveform& waveform);

/// f(t) with named constants, so that kernels serve all their values.
Expression formula_of(const Waveform& waveform);

/// What a waveform holds in (0, final).
struct WaveformSpectrum {
  std::vector<double> frequency;  ///< Hz, even steps from 0 to beyond `upper`
  std::vector<double> magnitude;  ///< |∫ f exp(−2πi f t) dt|, s
  double peak = 0;                ///< frequency at which it is highest
  double lower = 0, upper = 0;    ///< of those 40 dB below the highest or more, the first and the last
};
WaveformSpectrum spectrum_of(const Expression& f, double final);

}  // namespace dgsolve
