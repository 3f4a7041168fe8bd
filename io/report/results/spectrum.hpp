/// Amplitude spectrum of a signal over time.
#pragma once

#include <vector>

namespace dgsolve {

/// A peak of a spectrum, as of a sine that stands alone there.
struct SpectralPeak {
  double frequency, amplitude;
};

struct Spectrum {
  std::vector<double> frequency;  ///< 1/time
  /// A sine in the signal has a peak of about the sine's amplitude.
  std::vector<double> amplitude;
  /// Those above a fiftieth of the highest, 16 at most, by frequency. Between the lines of the spectrum the
  /// window's shape tells where they are: to a small part of 1/T, T the length of the signal, where no other
  /// is nearer than about 4/T. None is below 2/T.
  std::vector<SpectralPeak> peaks;
  bool resampled = false;  ///< the samples were not evenly spaced, and were interpolated
};

/// The spectrum of the signal about its mean, under a Hann window (Harris, Proc. IEEE 66 (1978) 51), evenly
/// resampled by linear interpolation where it is not so spaced. Empty for fewer than 8 samples, for samples
/// that are not finite, and for a constant.
Spectrum amplitude_spectrum(const std::vector<double>& time, const std::vector<double>& values);

/// Memory that computing the spectrum of n samples takes for a while, bytes.
std::size_t memory_of_spectrum(std::size_t n);

}  // namespace dgsolve
