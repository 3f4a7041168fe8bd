/// Amplitude spectrum of a signal over time.
#pragma once

#include <vector>

namespace dgsolve {

struct Spectrum {
  std::vector<double> frequency;  ///< 1/time
  /// Of a sine in the signal: its peak has about the sine's amplitude.
  std::vector<double> amplitude;
  bool resampled = false;  ///< the samples were not evenly spaced, and were interpolated
};

/// Of the signal about its mean, under a Hann window (Harris, Proc. IEEE 66 (1978) 51), evenly resampled by
/// linear interpolation where it is not so spaced. Empty for fewer than 8 samples, for samples that are not
/// finite, and for a constant.
Spectrum amplitude_spectrum(const std::vector<double>& time, const std::vector<double>& values);

}  // namespace dgsolve
