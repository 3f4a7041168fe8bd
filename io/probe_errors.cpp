#include "io/probe_errors.hpp"

#include <algorithm>
#include <cmath>

#include "io/csv_file.hpp"
#include "io/probes.hpp"

namespace dgsolve {
namespace {

/// √(∫(found − wanted)² dt / ∫dt) by the trapezoidal rule, and the largest difference.
FieldError error_over_time(const std::vector<double>& time, const std::vector<double>& found,
                           const std::vector<double>& wanted) {
  FieldError error;
  std::vector<double> square(time.size());
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double difference = std::abs(found[i] - wanted[i]);
    square[i] = difference * difference;
    error.linf = std::max(error.linf, difference);
  }
  double sum = 0;
  for (std::size_t i = 1; i < time.size(); ++i)
    sum += (time[i] - time[i - 1]) * (square[i] + square[i - 1]) / 2;
  const double span = time.back() - time.front();
  error.l2 = span > 0 ? std::sqrt(sum / span) : error.linf;
  return error;
}

}  // namespace

ProbeErrors probe_errors(const OutputOptions& output, const ExactValue& exact) {
  ProbeErrors errors;
  for (const ProbeOutput& probe : output.probes) {
    const TimeSeries series = read_time_series(probe_file(output.directory, probe.name));
    if (series.time.empty()) continue;
    for (std::size_t i = 0; i < series.columns.size(); ++i) {
      std::vector<double> wanted;
      for (const double t : series.time)
        if (const auto value = exact(series.columns[i], probe.at, t)) wanted.push_back(*value);
      if (wanted.size() == series.time.size())
        errors[probe.name][series.columns[i]] = error_over_time(series.time, series.values[i], wanted);
    }
  }
  return errors;
}

}  // namespace dgsolve
