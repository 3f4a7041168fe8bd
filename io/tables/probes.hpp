/// Probes: the fields at points, every time step, as CSV, and their errors.
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
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// What a case says of a probe.
struct ProbeOutput {
  std::string name;
  std::array<double, 3> at = {0, 0, 0};
  int n_coordinates = 0;            ///< numbers given in `at`: the mesh's dimension, once checked
  std::vector<std::string> fields;  ///< default all
  std::string place = {};           ///< where `at` stands, for messages: "case.yaml:14:5"
};

/// `directory`/probes/NAME.csv
std::filesystem::path probe_file(const std::filesystem::path& directory, const std::string& name);

/// Where the probes are. Throws CaseError with all whose points are outside the mesh, one a line.
std::vector<Location> locate(const std::vector<ProbeOutput>& probes, const Discretization& discretization);

class Probes {
 public:
  /// Finds the points; writes nothing yet. Throws CaseError as `locate`.
  Probes(const std::vector<ProbeOutput>& probes, const Discretization& discretization,
         const std::vector<std::string>& field_names);

  bool empty() const { return probes_.empty(); }
  /// Begins `directory`/probes/NAME.csv with a header: time, fields. Throws std::runtime_error that names the
  /// file.
  void open(const std::filesystem::path& directory);
  /// Calls this for each of these files, not begun yet. Another place or other fields make another file.
  void open(const std::filesystem::path& directory, const std::function<void(CsvFile&)>& begin);
  void add_digests(CsvDigests& digests) const;
  /// Waits until all lines are on the disk.
  void sync() const;
  /// Where the fields are to be taken: interpolated with the element's own basis.
  const std::vector<int>& elements() const { return elements_; }   ///< [probe]
  const std::vector<double>& weights() const { return weights_; }  ///< [probe][Np]
  /// Adds a line to each file. values: [probe][field of the state]. False, and no line, where one is not
  /// finite.
  bool add(double time, std::span<const double> values);
  /// The values in a canonical state [K][n_fields][Np].
  std::vector<double> sample(std::span<const double> state) const;

 private:
  struct Probe {
    std::string name, place;
    std::vector<int> fields;      ///< indices into the physics' fields
    std::optional<CsvFile> file;  ///< none before the output folder is known
  };
  std::string header(const Probe& probe) const;

  const std::vector<std::string> field_names_;
  std::vector<Probe> probes_;
  std::vector<int> elements_;
  std::vector<double> weights_;
};

/// The exact value of a field at a point and a time; nothing where it is not known.
using ExactValue =
    std::function<std::optional<double>(const std::string& field, const std::array<double, 3>& x, double t)>;

/// Probe → field → error. l2: root mean square over time.
using ProbeErrors = std::map<std::string, std::map<std::string, FieldError>>;

/// Errors of all that the probes' files in an output folder hold: of the whole run, however often it was
/// stopped.
ProbeErrors probe_errors(const std::vector<ProbeOutput>& probes, const std::filesystem::path& directory,
                         const ExactValue& exact);

}  // namespace dgsolve
