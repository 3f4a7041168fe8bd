#include "io/tables/probes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/base/files.hpp"
#include "io/fields/field_names.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// All digits of all points: other ones make another file.
std::string all_points(const ProbeOutput& probe) {
  std::string text;
  for (const std::array<double, 3>& x : probe.points) {
    if (!text.empty()) text += "; ";
    text += exact_text(x[0]) + ' ' + exact_text(x[1]) + ' ' + exact_text(x[2]);
  }
  return probe.every > 0 ? text + " every " + exact_text(probe.every) : text;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : name + " (" + unit + ")";
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

/// Errors of a field at several points as one; no number where one of them is none.
class ErrorOverPoints {
 public:
  void add(const FieldError& error) {
    squares_ += error.l2 * error.l2;
    if (std::isnan(error.linf) || error.linf > largest_) largest_ = error.linf;
    ++n_;
    only_ = error;
  }
  FieldError error() const { return n_ == 1 ? only_ : FieldError{std::sqrt(squares_ / n_), largest_}; }

 private:
  int n_ = 0;
  FieldError only_{};
  double squares_ = 0, largest_ = 0;
};

}  // namespace

std::vector<ProbeColumn> columns_of(const ProbeOutput& probe, const ProbedFields& fields) {
  std::vector<int> selected(fields.n_state);
  std::iota(selected.begin(), selected.end(), 0);
  if (!probe.fields.empty()) selected = select_fields(probe.fields, fields.fields);
  std::vector<ProbeColumn> columns;
  for (const int field : selected)
    for (std::size_t point = 0; point < probe.points.size(); ++point) columns.push_back({field, point});
  return columns;
}

std::string point_text(const ProbeOutput& probe, std::size_t point) {
  std::string text;
  for (int i = 0; i < probe.n_coordinates; ++i) {
    text += i > 0 ? ' ' : '(';
    text += number_text(probe.points[point][i]);
  }
  return text + ')';
}

std::string name_of(const ProbeOutput& probe, const ProbeColumn& column, const ProbedFields& fields) {
  return fields.fields.names[column.field] +
         (probe.points.size() > 1 ? " at " + point_text(probe, column.point) : "");
}

std::string label_of(const ProbeOutput& probe, const ProbeColumn& column, const ProbedFields& fields) {
  return with_unit(fields.fields.names[column.field], fields.fields.units[column.field]) + " at " +
         point_text(probe, column.point);
}

std::filesystem::path probe_file(const std::filesystem::path& directory, const std::string& name) {
  return directory / "probes" / (name + ".csv");
}

std::vector<Location> locate(const std::vector<ProbeOutput>& probes, const Discretization& discretization) {
  std::vector<Location> locations;
  Mistakes mistakes;
  for (const ProbeOutput& probe : probes)
    for (const std::array<double, 3>& x : probe.points) {
      try {
        locations.push_back(discretization.locate(x));
      } catch (const MeshError& error) {
        mistakes.add(probe.place, probe.list + ": " + probe.name, error.what());
      }
    }
  mistakes.throw_if_any();
  return locations;
}

Probes::Probes(const std::vector<ProbeOutput>& probes, const Discretization& discretization,
               ProbedFields fields)
    : fields_(std::move(fields)) {
  const std::vector<Location> locations = locate(probes, discretization);
  const Location* where = locations.data();
  for (const ProbeOutput& probe : probes) {
    std::vector<ProbeColumn> columns = columns_of(probe, fields_);
    std::vector<int> numbers;
    for (const ProbeColumn& column : columns) numbers.push_back(column.field);
    const bool derives = std::ranges::any_of(numbers, [&](int field) { return field >= fields_.n_state; }),
               takes_gradients = fields_.derive.take_gradients(numbers, fields_.fields.names.size());
    const std::size_t n_rows = takes_gradients ? 1 + discretization.mesh.dim : 1;
    probes_.push_back(
        {probe, std::move(columns), derives, n_rows, elements_.size(), Schedule(probe.every), {}});
    for (std::size_t point = 0; point < probe.points.size(); ++point, ++where) {
      elements_.insert(elements_.end(), n_rows, where->element);
      for (const double w : discretization.interpolation_weights(*where)) weights_.push_back(w);
      if (!takes_gradients) continue;
      for (const double w : discretization.gradient_weights(*where)) weights_.push_back(w);
    }
  }
}

std::string Probes::header(const Probe& probe) const {
  std::string line = with_unit("time", fields_.si ? "s" : "");
  for (const ProbeColumn& column : probe.columns) line += ',' + label_of(probe.output, column, fields_);
  return line;
}

void Probes::open(const std::filesystem::path& directory) {
  open(directory, 0, [](CsvFile& file) { file.begin(); });
  for (Probe& probe : probes_) probe.is_new = true;
}

void Probes::open(const std::filesystem::path& directory, double time,
                  const std::function<void(CsvFile&)>& begin) {
  if (!probes_.empty()) make_folder(directory / "probes");
  for (Probe& probe : probes_) {
    begin(probe.file.emplace(directory, "probes/" + probe.output.name + ".csv", header(probe),
                             all_points(probe.output)));
    probe.schedule.pass(time);
    probe.is_new = false;
  }
}

void Probes::add_digests(CsvDigests& digests) const {
  for (const Probe& probe : probes_) probe.file->add_digest(digests);
}

void Probes::sync() const {
  for (const Probe& probe : probes_) probe.file->sync();
}

std::vector<double> Probes::fields_at(const Probe& probe, std::span<const double> values) const {
  const std::size_t n_fields = fields_.fields.names.size(), n_state = fields_.n_state, dim = probe.n_rows - 1;
  std::vector<double> all(probe.output.points.size() * n_fields), gradients(n_state * dim);
  for (std::size_t point = 0; point < probe.output.points.size(); ++point) {
    const std::size_t row = probe.first + point * probe.n_rows;
    const double* u = &values[row * n_state];
    double* behind = std::copy_n(u, n_state, &all[point * n_fields]);
    for (std::size_t axis = 0; axis < dim; ++axis)
      for (std::size_t f = 0; f < n_state; ++f)
        gradients[f * dim + axis] = values[(row + 1 + axis) * n_state + f];
    if (probe.derives)
      fields_.derive.find(elements_[row], u, gradients.empty() ? nullptr : gradients.data(), behind);
  }
  return all;
}

bool Probes::add(double time, std::span<const double> values) {
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    return false;
  const std::size_t n_fields = fields_.fields.names.size();
  std::vector<double> line;
  for (Probe& probe : probes_) {
    if (!probe.is_new && !probe.schedule.due(time)) continue;
    probe.is_new = false;
    probe.schedule.pass(time);
    const std::vector<double> all = fields_at(probe, values);
    line.clear();
    for (const auto& [field, point] : probe.columns) line.push_back(all[point * n_fields + field]);
    probe.file->add(time, line);
  }
  return true;
}

std::vector<double> Probes::sample(std::span<const double> state) const {
  const std::size_t n_state = fields_.n_state, n_points = elements_.size();
  std::vector<double> values;
  for (std::size_t p = 0; p < n_points; ++p) {
    const std::size_t Np = weights_.size() / n_points;
    const double *u = &state[elements_[p] * n_state * Np], *weights = &weights_[p * Np];
    for (std::size_t field = 0; field < n_state; ++field)
      values.push_back(std::inner_product(weights, weights + Np, u + field * Np, 0.0));
  }
  return values;
}

void Probes::write_points(const std::filesystem::path& directory, std::span<const double> values) const {
  const std::size_t n_fields = fields_.fields.names.size();
  make_folder(directory / "probes");
  for (const Probe& probe : probes_) {
    const ProbeOutput& output = probe.output;
    std::string text;
    for (int i = 0; i < output.n_coordinates; ++i) {
      if (i > 0) text += ',';
      text += with_unit(std::string(1, "xyz"[i]), fields_.si ? "m" : "");
    }
    std::vector<int> selected;
    for (const ProbeColumn& column : probe.columns)
      if (column.point == 0) selected.push_back(column.field);
    for (const int field : selected)
      text += ',' + with_unit(fields_.fields.names[field], fields_.fields.units[field]);
    const std::vector<double> all = fields_at(probe, values);
    for (std::size_t point = 0; point < output.points.size(); ++point) {
      text += '\n';
      for (int i = 0; i < output.n_coordinates; ++i) {
        if (i > 0) text += ',';
        text += exact_text(output.points[point][i]);
      }
      for (const int field : selected) text += ',' + exact_text(all[point * n_fields + field]);
    }
    replace_file(probe_file(directory, output.name), text + '\n');
  }
}

ProbeErrors probe_errors(const std::vector<ProbeOutput>& probes, const ProbedFields& fields,
                         const std::filesystem::path& directory, const ExactValue& exact) {
  const std::vector<std::string>& names = fields.fields.names;
  ProbeErrors errors;
  for (const ProbeOutput& probe : probes) {
    CsvLines lines(probe_file(directory, probe.name));
    const std::vector<ProbeColumn> columns = columns_of(probe, fields);
    std::vector<ErrorOverTime> over_time(columns.size());
    while (lines.next())
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (const auto wanted = exact(names[columns[i].field], probe.points[columns[i].point], lines.time()))
          over_time[i].add(lines.time(), lines.values()[i] - *wanted);
    std::map<std::string, ErrorOverPoints> over_points;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const auto error = over_time[i].error()) over_points[names[columns[i].field]].add(*error);
    for (const auto& [field, error] : over_points) errors[probe.name][field] = error.error();
  }
  return errors;
}

ProbeErrors point_errors(const std::vector<ProbeOutput>& probes, const ProbedFields& fields,
                         std::span<const double> values, const ExactValue& exact) {
  const std::vector<std::string>& names = fields.fields.names;
  ProbeErrors errors;
  std::size_t first = 0;
  for (const ProbeOutput& probe : probes) {
    std::map<std::string, ErrorOverPoints> over_points;
    for (const auto& [field, point] : columns_of(probe, fields)) {
      const auto wanted = exact(names[field], probe.points[point], 0);
      if (!wanted) continue;
      const double difference = std::abs(values[(first + point) * names.size() + field] - *wanted);
      over_points[names[field]].add({difference, difference});
    }
    for (const auto& [field, error] : over_points) errors[probe.name][field] = error.error();
    first += probe.points.size();
  }
  return errors;
}

}  // namespace dgsolve
