/// The part of a Fourier transform that the end of a run cuts off, told from how the transform still changed.
#pragma once

#include <complex>
#include <optional>
#include <span>

namespace dgsolve {

struct CutOffTail {
  double left;                  ///< the norm of what is still to come
  std::optional<double> ratio;  ///< of what is left one window later to what is left now, where it falls
};

/// From values at the end of a run, a window before, and two windows before. What is still to come is taken
/// for one decaying exponential: then changes from window to window are in a constant complex ratio q, and
/// q/(1 − q) times the last one is left (Aitken, Proc. R. Soc. Edinburgh 46 (1926) 289).
CutOffTail tail_of(std::span<const std::complex<double>> last, std::span<const std::complex<double>> before,
                   std::span<const std::complex<double>> earlier);

/// √Σ|v|²
double norm_of(std::span<const std::complex<double>> values);

}  // namespace dgsolve
