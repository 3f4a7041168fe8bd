/// Probes: the fields at points, as CSV, over time or once, and their errors.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/tables/csv_file.hpp"
#include "io/tables/schedule.hpp"
#include "kernels/base/field_set.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// What a case says of a probe.
struct ProbeOutput {
  std::string name;
  std::vector<std::array<double, 3>> points;  ///< m
  int n_coordinates = 0;               ///< numbers given of each point: the mesh's dimension, once checked
  std::vector<std::string> fields;     ///< default all of the state
  std::string place = {};              ///< where the points stand, for messages: "case.yaml:14:5"
  double every = 0;                    ///< time between lines; 0: a line for each step
  bool is_line = false;                ///< the points were given as a line from one to another
  std::string list = "output.probes";  ///< of the case, which names it
  std::size_t number = 0;              ///< in that list

  /// Where a key of it is in the case.
  std::string path(const std::string& key) const { return list + '[' + std::to_string(number) + "]." + key; }
};

/// What probes can record.
struct ProbedFields {
  FieldSet fields;  ///< of the state, then those that follow from them; unit "1": none
  int n_state;
  bool si;  ///< lengths and times are in m and s
  FieldsAtPoint derive = {};
};

/// A column of a probe's table.
struct ProbeColumn {
  int field;
  std::size_t point;  ///< of the probe's
};
/// But the first ones: field by field, point by point.
std::vector<ProbeColumn> columns_of(const ProbeOutput& probe, const ProbedFields& fields);
/// "(0.1 0.2)"
std::string point_text(const ProbeOutput& probe, std::size_t point);
/// "Ez", of a probe with several points "Ez at (0.1 0.2)".
std::string name_of(const ProbeOutput& probe, const ProbeColumn& column, const ProbedFields& fields);
/// In a table: "Ez (V/m) at (0.1 0.2)".
std::string label_of(const ProbeOutput& probe, const ProbeColumn& column, const ProbedFields& fields);

/// `directory`/probes/NAME.csv
std::filesystem::path probe_file(const std::filesystem::path& directory, const std::string& name);

/// Where the probes' points are, one probe behind the other. Throws CaseError with all that are outside the
/// mesh, one a line.
std::vector<Location> locate(const std::vector<ProbeOutput>& probes, const Discretization& discretization);

class Probes {
 public:
  /// Finds the points; writes nothing yet. Throws CaseError as `locate`.
  Probes(const std::vector<ProbeOutput>& probes, const Discretization& discretization, ProbedFields fields);

  bool empty() const { return probes_.empty(); }
  /// Begins `directory`/probes/NAME.csv with a header: time, and for each column field, unit and point.
  /// Throws std::runtime_error that names the file.
  void open(const std::filesystem::path& directory);
  /// Continues behind a time: calls this for each of these files, not begun yet. Another point or other
  /// fields make another file.
  void open(const std::filesystem::path& directory, double time, const std::function<void(CsvFile&)>& begin);
  void add_digests(CsvDigests& digests) const;
  /// Waits until all lines are on the disk.
  void sync() const;
  /// Where the fields are to be taken: interpolated with the element's own basis. A point has a row, and
  /// where fields follow from gradients another one for the derivatives along each axis.
  const std::vector<int>& elements() const { return elements_; }   ///< [row]
  const std::vector<double>& weights() const { return weights_; }  ///< [row][Np]
  /// Adds a line to each file whose time has come. values: [row][field of the state]. False, and no line,
  /// where one is not finite.
  bool add(double time, std::span<const double> values);
  /// The values in a canonical state [K][n_state][Np].
  std::vector<double> sample(std::span<const double> state) const;
  /// Writes `directory`/probes/NAME.csv of a problem without time: a line for each point, with its
  /// coordinates. Throws as above.
  void write_points(const std::filesystem::path& directory, std::span<const double> values) const;

 private:
  struct Probe {
    ProbeOutput output;
    std::vector<ProbeColumn> columns;
    bool derives;        ///< some fields follow from the state's
    std::size_t n_rows;  ///< of each point
    std::size_t first;   ///< its first row
    Schedule schedule;
    std::optional<CsvFile> file;  ///< none before the output folder is known
    bool is_new = true;           ///< its first line has not come yet
  };
  std::string header(const Probe& probe) const;
  /// All fields at a probe's points, [point][field].
  std::vector<double> fields_at(const Probe& probe, std::span<const double> values) const;

  const ProbedFields fields_;
  std::vector<Probe> probes_;
  std::vector<int> elements_;
  std::vector<double> weights_;
};

/// The exact value of a field at a point and a time; nothing where it is not known.
using ExactValue =
    std::function<std::optional<double>(const std::string& field, const std::array<double, 3>& x, double t)>;

/// Probe → field → error. l2: root mean square over time and points.
using ProbeErrors = std::map<std::string, std::map<std::string, FieldError>>;

/// Errors of all that the probes' files in an output folder hold: of the whole run, however often it was
/// stopped.
ProbeErrors probe_errors(const std::vector<ProbeOutput>& probes, const ProbedFields& fields,
                         const std::filesystem::path& directory, const ExactValue& exact);
/// The same of a problem without time, from the values of sample(): [point][field].
ProbeErrors point_errors(const std::vector<ProbeOutput>& probes, const ProbedFields& fields,
                         std::span<const double> values, const ExactValue& exact);

}  // namespace dgsolve
