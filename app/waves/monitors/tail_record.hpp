/// A monitor's values near the end of a run, which tell how much of its transforms the end cuts off.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "io/restart/checkpoint.hpp"
#include "solver/electromagnetics/monitors/monitor_sampling.hpp"

namespace dgsolve {

class TailRecord {
 public:
  /// The rest that is still to come at a frequency of a monitor.
  struct Left {
    std::size_t frequency;         ///< number
    double share;                  ///< of the amplitude
    std::optional<double> enough;  ///< the time at which `tolerable` would be left, s; empty: not known
  };
  static constexpr double tolerable = 1e-3;

  /// Keeps references.
  TailRecord(const MonitorOptions& monitor, const MonitorSampling& sampling, const SpatialOperator& op)
      : monitor_(monitor), sampling_(sampling), op_(op) {}

  /// Values near the end of a run: of ports the waves, [frequency][wave]; else [frequency][point][field] of
  /// some of the points, over the waveform's transform.
  const std::vector<TailSample>& samples() const { return samples_; }
  void set(const std::vector<TailSample>& samples) { samples_ = samples; }
  /// Steps until the next sample, where the run ends at a time.
  long steps_until_due(double time, double dt, double end) const;
  bool due(double time, double dt, double end) const;
  /// sums: Samples::values; reference: of the waveform, empty where results are not related to one.
  void take(double time, const std::vector<double>& sums, const std::vector<std::complex<double>>& reference);

  /// The frequency of which the largest share is left at the end, from the samples taken and that of the end.
  /// Frequencies are left out of which the waveform has next to nothing. Empty where nothing is gathered, or
  /// too few samples lie before the end.
  std::optional<Left> left_at_end(const std::vector<std::complex<double>>& reference) const;

 private:
  /// The time between samples. The sums grow every few steps only, and these are as many from one to the
  /// next.
  double distance(double dt, double end) const;
  /// When the next sample is to be taken.
  double next(double dt, double end) const;
  std::vector<std::complex<double>> fields(const std::vector<double>& sums,
                                           const std::vector<std::complex<double>>& reference) const;
  /// A frequency's values in a sample.
  std::span<const std::complex<double>> values_at(std::size_t frequency, const TailSample& sample) const;

  const MonitorOptions& monitor_;
  const MonitorSampling& sampling_;
  const SpatialOperator& op_;
  std::vector<TailSample> samples_;  ///< the newest ones
};

}  // namespace dgsolve
