#include "io/probe_series.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace dgsolve {
namespace {

/// Numbers between commas, as the header has fields; false where the line is none.
bool parse_line(const std::string& line, std::vector<double>& numbers) {
  const char *at = line.data(), *const end = at + line.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    const bool last = i + 1 == numbers.size();
    if (error != std::errc() || (last ? next != end : next == end || *next != ',')) return false;
    at = next + 1;
  }
  return true;
}

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

ProbeSeries read_probe_series(const std::filesystem::path& directory, const std::string& name) {
  const std::filesystem::path file = directory / "probes" / (name + ".csv");
  std::ifstream in(file);
  ProbeSeries series;
  std::string line;
  if (!std::getline(in, line)) throw std::runtime_error(file.string() + ": cannot be read");
  std::istringstream header(line);
  std::getline(header, line, ',');  // time
  while (std::getline(header, line, ',')) series.fields.push_back(line);
  series.values.resize(series.fields.size());
  std::vector<double> numbers(1 + series.fields.size());
  while (std::getline(in, line)) {
    if (!parse_line(line, numbers))
      throw std::runtime_error(file.string() + ": found the line \"" + line + "\"; expected " +
                               std::to_string(numbers.size()) + " numbers");
    series.time.push_back(numbers[0]);
    for (std::size_t i = 0; i < series.fields.size(); ++i) series.values[i].push_back(numbers[1 + i]);
  }
  return series;
}

ProbeErrors probe_errors(const OutputOptions& output, const ExactValue& exact) {
  ProbeErrors errors;
  for (const ProbeOutput& probe : output.probes) {
    const ProbeSeries series = read_probe_series(output.directory, probe.name);
    if (series.time.empty()) continue;
    for (std::size_t i = 0; i < series.fields.size(); ++i) {
      std::vector<double> wanted;
      for (const double t : series.time)
        if (const auto value = exact(series.fields[i], probe.at, t)) wanted.push_back(*value);
      if (wanted.size() == series.time.size())
        errors[probe.name][series.fields[i]] = error_over_time(series.time, series.values[i], wanted);
    }
  }
  return errors;
}

}  // namespace dgsolve
