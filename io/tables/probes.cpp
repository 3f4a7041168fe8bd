#include "io/tables/probes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/base/files.hpp"
#include "io/fields/field_names.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

std::filesystem::path probe_file(const std::filesystem::path& directory, const std::string& name) {
  return directory / "probes" / (name + ".csv");
}

namespace {

std::string place_text(const std::array<double, 3>& at) {
  return exact_text(at[0]) + ' ' + exact_text(at[1]) + ' ' + exact_text(at[2]);
}

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

std::vector<Location> locate(const std::vector<ProbeOutput>& probes, const Discretization& discretization) {
  std::vector<Location> locations;
  Mistakes mistakes;
  for (const ProbeOutput& probe : probes) {
    try {
      locations.push_back(discretization.locate(probe.at));
    } catch (const MeshError& error) {
      mistakes.add(probe.place, "output.probes: " + probe.name, error.what());
    }
  }
  mistakes.throw_if_any();
  return locations;
}

Probes::Probes(const std::vector<ProbeOutput>& probes, const Discretization& discretization,
               const std::vector<std::string>& field_names)
    : field_names_(field_names) {
  for (const Location& where : locate(probes, discretization)) {
    elements_.push_back(where.element);
    for (const double w : discretization.interpolation_weights(where)) weights_.push_back(w);
  }
  for (const ProbeOutput& probe : probes)
    probes_.push_back({probe.name, place_text(probe.at), select_fields(probe.fields, {field_names, {}}), {}});
}

std::string Probes::header(const Probe& probe) const {
  std::string line = "time";
  for (const int field : probe.fields) line += ',' + field_names_[field];
  return line;
}

void Probes::open(const std::filesystem::path& directory) {
  open(directory, [](CsvFile& file) { file.begin(); });
}

void Probes::open(const std::filesystem::path& directory, const std::function<void(CsvFile&)>& begin) {
  if (!probes_.empty()) make_folder(directory / "probes");
  for (Probe& probe : probes_)
    begin(probe.file.emplace(directory, "probes/" + probe.name + ".csv", header(probe), probe.place));
}

void Probes::add_digests(CsvDigests& digests) const {
  for (const Probe& probe : probes_) probe.file->add_digest(digests);
}

void Probes::sync() const {
  for (const Probe& probe : probes_) probe.file->sync();
}

bool Probes::add(double time, std::span<const double> values) {
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    return false;
  std::vector<double> line;
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    line.clear();
    for (const int field : probes_[p].fields) line.push_back(values[p * field_names_.size() + field]);
    probes_[p].file->add(time, line);
  }
  return true;
}

std::vector<double> Probes::sample(std::span<const double> state) const {
  const std::size_t n_fields = field_names_.size();
  std::vector<double> values;
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    const std::size_t Np = weights_.size() / probes_.size();
    const double *u = &state[elements_[p] * n_fields * Np], *weights = &weights_[p * Np];
    for (std::size_t field = 0; field < n_fields; ++field)
      values.push_back(std::inner_product(weights, weights + Np, u + field * Np, 0.0));
  }
  return values;
}

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
