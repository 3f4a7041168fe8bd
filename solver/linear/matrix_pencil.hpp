/// Sums of exponentials in evenly spaced samples, by the matrix pencil method (Hua & Sarkar, IEEE Trans.
/// Acoust. Speech Signal Process. 38 (1990) 814), by Eigen.
#pragma once

#include <complex>
#include <vector>

namespace dgsolve {

using ComplexSignal = std::vector<std::complex<double>>;  ///< [sample]

/// The poles z_k of signals y_n = Σ c_k z_kⁿ that share them; all signals are of one length. noise: singular
/// values below this share of the largest are no signal.
std::vector<std::complex<double>> matrix_pencil(const std::vector<ComplexSignal>& signals, double noise);

/// The amplitudes c_k of each signal by least squares: [signal][pole].
std::vector<ComplexSignal> pole_amplitudes(const std::vector<ComplexSignal>& signals,
                                           const std::vector<std::complex<double>>& poles);

}  // namespace dgsolve
