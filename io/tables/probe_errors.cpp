#include "io/tables/probe_errors.hpp"

#include <cmath>

#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"

namespace dgsolve {
namespace {

/// Error of a signal whose samples come one by one.
class ErrorOverTime {
 public:
  void add(double time, double difference) {
    const double square = difference * difference;
    if (n_ > 0) sum_ += (time - time_) * (square + square_) / 2;
    if (n_ == 0) begin_ = time;
    time_ = time;
    square_ = square;
    if (std::isnan(difference) || std::abs(difference) > largest_) largest_ = std::abs(difference);
    ++n_;
  }
  /// √(∫difference² dt / ∫dt) by the trapezoidal rule, and the largest difference; nothing without samples.
  std::optional<FieldError> error() const {
    if (n_ == 0) return {};
    return FieldError{time_ > begin_ ? std::sqrt(sum_ / (time_ - begin_)) : largest_, largest_};
  }

 private:
  long n_ = 0;
  double begin_ = 0, time_ = 0, square_ = 0;  ///< of the first sample, of the last
  double sum_ = 0, largest_ = 0;
};

}  // namespace

ProbeErrors probe_errors(const std::vector<ProbeOutput>& probes, const std::filesystem::path& directory,
                         const ExactValue& exact) {
  ProbeErrors errors;
  for (const ProbeOutput& probe : probes) {
    CsvLines lines(probe_file(directory, probe.name));
    std::vector<ErrorOverTime> over_time(lines.columns().size());
    while (lines.next())
      for (std::size_t i = 0; i < over_time.size(); ++i)
        if (const auto wanted = exact(lines.columns()[i], probe.at, lines.time()))
          over_time[i].add(lines.time(), lines.values()[i] - *wanted);
    for (std::size_t i = 0; i < over_time.size(); ++i)
      if (const auto error = over_time[i].error()) errors[probe.name][lines.columns()[i]] = *error;
  }
  return errors;
}

}  // namespace dgsolve
