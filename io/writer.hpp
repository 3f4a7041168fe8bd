/// Outputs of fields over time: one class a format behind Writer.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/case.hpp"
#include "solver/discretization.hpp"

namespace dgsolve {

/// A state at a time; views live during the call only.
struct Snapshot {
  double time;
  long step;
  std::span<const double> state;  ///< canonical [K][n_fields][Np]
};

class Writer {
 public:
  virtual ~Writer() = default;
  /// Throws std::runtime_error that names the file where it cannot be written.
  virtual void write(const Snapshot& snapshot) = 0;
};

/// Formats of make_writer, for messages: "vtu", "hdf5".
const std::vector<std::string>& writer_formats();

/// A writer into `directory` (which exists). `field_names`: the physics' fields, in the state's order.
std::unique_ptr<Writer> make_writer(const FieldOutput& options, const std::filesystem::path& directory,
                                    const Discretization& discretization,
                                    const std::vector<std::string>& field_names);

/// Probes as CSV, one file a probe: time, fields. Interpolated with the element's own basis.
std::unique_ptr<Writer> make_probe_writer(const std::vector<ProbeOutput>& probes,
                                          const std::filesystem::path& directory,
                                          const Discretization& discretization,
                                          const std::vector<std::string>& field_names);

}  // namespace dgsolve
