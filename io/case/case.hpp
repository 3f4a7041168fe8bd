/// A case: everything a case file says, read, checked and with its defaults filled in. Plain data.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/case/elliptic_units.hpp"
#include "io/fields/writer.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/tables/probes.hpp"
#include "io/yaml/yaml_document.hpp"
#include "kernels/base/field_set.hpp"
#include "kernels/base/precision.hpp"
#include "mesh/gmsh/gmsh_reader.hpp"
#include "solver/elliptic/options.hpp"
#include "solver/waves/energy_ledger.hpp"
#include "solver/waves/monitors/monitor_options.hpp"
#include "solver/waves/monitors/resonances.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

struct OutputOptions {
  std::filesystem::path directory = "results";  ///< absolute once read
  std::optional<FieldOutput> fields;
  std::vector<ProbeOutput> probes;
  std::vector<ResonanceOptions> resonances;  ///< monitors; the record of each is that of a probe of its name
  std::optional<CheckpointOutput> checkpoint;
  std::optional<LedgerOptions> ledger;
  std::vector<std::string> matrix;  ///< formats of write_matrix
  /// Conductors whose capacitance matrix is computed; empty: all.
  std::optional<std::vector<std::string>> capacitance;
};

/// What a case says about waves.
struct WaveCase : WaveOptions {
  /// `initial: {from: …}`: the file of an elliptic case whose field −∇u the waves start from.
  std::optional<std::filesystem::path> initial_case;
  std::vector<MonitorOptions> monitors;
};

/// What a case says about an elliptic problem.
struct EllipticCase : EllipticOptions {
  std::optional<KappaKind> kappa_kind;  ///< in SI units, where a unit in the case tells
  bool in_volts = false;                ///< in SI units, where a unit in the case tells that u is
};

/// What the cases of all problems say, and in `problem` what only those of one kind do
/// (io/case/problem_kinds.hpp).
struct Case {
  std::filesystem::path file;
  YamlNode resolved;  ///< what was read, with all defaults that do not depend on the mesh; paths absolute
  std::string text;   ///< resolved_text, once the mesh is known
  std::string title;
  std::string physics;      ///< EquationInfo::equation
  std::string formulation;  ///< EquationInfo::formulation
  int order = 4;            ///< N
  bool si = true;           ///< units: si, else natural
  Precision precision = Precision::double_;
  std::string device = "auto";
  MeshOptions mesh;
  bool mesh_cache = true;           ///< a mesh that Gmsh makes is kept for later runs
  std::optional<TimeOptions> time;  ///< none: the problem has no time
  std::variant<WaveCase, EllipticCase> problem;
  OutputOptions output;
  /// Dotted path → where it stands, for messages about it found later: "case.yaml:14:5" or "--set order=9".
  /// The whole file has the path "".
  std::map<std::string, std::string> places;
  /// "boundaries.surface_3" → "surface_*": the keys of entries that groups take by a pattern.
  std::map<std::string, std::string> pattern_of;

  const WaveCase& wave() const { return std::get<WaveCase>(problem); }
  const EllipticCase& elliptic() const { return std::get<EllipticCase>(problem); }
};

/// Reads a case file strictly. `overrides`: "dotted.path=value" of --set, as apply_override takes them. Paths
/// in the case and in overrides are relative to the case file. Throws CaseError with every mistake found, one
/// a line. Where the case names one side of a periodic pair, the result has both.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

/// A case's title, or where it has none its file's name.
std::string title_of(const Case& c);

/// The fields of a case's state on a mesh of dimension dim; their units are "1" in natural ones, and where
/// nothing tells that the u of an elliptic problem is a potential, and no temperature.
FieldSet fields_of(const Case& c, int dim);

/// The same with the fields that follow from them, for probes.
ProbedFields probed_fields(const Case& c, int dim);

/// Checks the names a case uses against its mesh: unknown and unassigned regions and boundaries, dimensions,
/// formulations, fields, parameters, coordinates of probes. Groups are joined (connect_periodic) after it.
/// Throws CaseError with every mistake found.
void check_case_against_mesh(const Case& c, const Mesh& mesh);

/// All that a case needs of its mesh: groups take entries by patterns, names are checked, and what follows
/// from the mesh is filled in. Returns a sentence about each pattern. Throws CaseError,
/// std::invalid_argument.
std::vector<std::string> fit_to_mesh(Case& c, const Mesh& mesh);

/// The mesh as the case changes it: with the cells that it adds, such as absorbing layers, which the case
/// then knows, and without faces inside that its conditions leave out; none where it changes nothing. The
/// case must fit the mesh. Sentences for the log are appended to `notes`. Throws MeshError, CaseError or
/// std::invalid_argument.
std::optional<Mesh> extend_mesh(Case& c, const Mesh& mesh, std::vector<std::string>& notes);

}  // namespace dgsolve
