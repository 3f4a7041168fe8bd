/// A case: everything a case file says, read, checked and with its defaults filled in. Plain data.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/backend.hpp"
#include "mesh/gmsh_reader.hpp"
#include "solver/wave_options.hpp"

namespace dgsolve {

/// The input is wrong. One line a mistake: `file:line:column: key: got "…"; expected …`.
class CaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FieldOutput {
  std::string format = "vtu";  ///< a format of make_writer
  double every = 0;            ///< interval in time, > 0; also written at t = 0 and at the end
  Precision precision = Precision::single;
  std::vector<std::string> names;  ///< fields; default all
};

struct ProbeOutput {
  std::string name;
  std::array<double, 3> at = {0, 0, 0};
  std::vector<std::string> fields;  ///< default all
};

struct OutputOptions {
  std::filesystem::path directory = "results";  ///< absolute once read
  std::optional<FieldOutput> fields;
  std::vector<ProbeOutput> probes;
};

/// Where a key stands in the file, for messages about it found later (against the mesh).
struct Place {
  int line = 0, column = 0;  ///< from 1; 0: given by --set
};

struct Case {
  std::filesystem::path file;
  std::string title;
  bool si = true;  ///< units: si, else natural
  Precision precision = Precision::double_;
  std::string device = "auto";
  MeshOptions mesh;
  WaveOptions wave;
  TimeOptions time;
  OutputOptions output;
  std::map<std::string, Place> places;  ///< dotted path → place
};

/// Reads a case file strictly. `overrides`: "dotted.path=value" of --set. Throws CaseError with every mistake
/// found, one a line.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

/// Checks the names a case uses against its mesh: unknown and unassigned regions and boundaries, dimensions,
/// formulations, probes outside. Throws CaseError with every mistake found.
void check_case_against_mesh(const Case& c, const Mesh& mesh);

}  // namespace dgsolve
