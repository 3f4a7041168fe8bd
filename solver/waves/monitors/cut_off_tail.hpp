/// The part of a Fourier transform that the end of a run cuts off, told from how the transform still changed.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

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

/// Values of transforms at a time.
struct TailSample {
  double time;
  std::vector<std::complex<double>> values;

  bool operator==(const TailSample&) const = default;
};

/// Samples of ports' waves are taken over this share of a run, at its end, and so many windows are between
/// them.
constexpr double share_watched_at_ports = 0.3;
constexpr int windows_at_ports = 24;

/// Limits that transforms tend to.
struct ExtrapolatedTail {
  std::vector<std::complex<double>> limits;  ///< [value]
  std::vector<double> errors;                ///< [value]: of the limits, estimated
};

/// Limits from samples at evenly spaced times, the last of which are used; omega [value]: each value's. The
/// rest is taken for a sum of decaying exponentials of the time signals, which all values share:
/// changes from sample to sample times exp(iωt) are one too, whose poles the matrix pencil finds. The error
/// is three times the difference to the limits of the first and the last three quarters of the samples, with
/// a little of that to both halves, what the exponentials leave of the changes, and what does not decay. The
/// limits are the last values, with errors as of one slow decay, where fewer than eight samples are evenly
/// spaced, and where halves differ by more than a hundredth of what is left: resonances are not told apart
/// then. Not a number: nothing is known, for changes do not fall. scale: of the run's waves; changes that
/// add up to less than 1e-5 of it, and do not fall, may go on a hundred times as long. Empty: fewer than
/// three samples.
std::optional<ExtrapolatedTail> extrapolated_tail(std::span<const TailSample> samples,
                                                  std::span<const double> omega, double scale = 0);

/// √Σ|v|²
double norm_of(std::span<const std::complex<double>> values);

}  // namespace dgsolve
