/// A case: everything a case file says, read, checked and with its defaults filled in. Plain data.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/case/elliptic_units.hpp"
#include "io/fields/field_output.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/tables/probes.hpp"
#include "io/yaml/mistakes.hpp"
#include "io/yaml/yaml_document.hpp"
#include "kernels/base/field_set.hpp"
#include "kernels/base/precision.hpp"
#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/mesh_options.hpp"
#include "solver/electromagnetics/media/material.hpp"
#include "solver/electromagnetics/monitors/monitor_options.hpp"
#include "solver/elliptic/options.hpp"
#include "solver/flow/force_options.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "solver/waves/monitors/resonances.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

struct OutputOptions {
  std::filesystem::path directory = "results";  ///< absolute once read
  std::optional<FieldOutput> fields;
  std::vector<ProbeOutput> probes;
};

/// `output: {means: …}`
struct MeansOutput {
  double from = 0;   ///< time of the first sample at the earliest
  double every = 0;  ///< interval in time between samples, > 0
};

/// `s_parameters: {…}`: those between the modes of all ports.
struct SParameterOptions {
  std::vector<double> frequencies;  ///< Hz, rising
  std::vector<std::string> drive;   ///< ports, a run each mode
  std::optional<double> reference;  ///< Ω, of ports that have a line impedance and none of their own
  std::optional<int> touchstone;    ///< version; none: 1 where ports have one reference, else 2
  std::string name;                 ///< of the files
};

/// What a case says about waves.
struct WaveCase : WaveOptions {
  /// `initial: {from: …}`: the file of an elliptic case whose field −∇u the waves start from.
  std::optional<std::filesystem::path> initial_case;
  TimeOptions time;
  std::map<std::string, MaterialChoice> materials;  ///< region → `material`, where it has one
  std::map<std::string, MaterialFit> fits;          ///< of these, once the case fits the mesh
  std::vector<MonitorOptions> monitors;
  std::vector<ResonanceOptions> resonances;  ///< monitors; the record of each is that of a probe of its name
  std::optional<SParameterOptions> s_parameters;
  // Of `output`:
  std::optional<CheckpointOutput> checkpoint;
  std::optional<LedgerOptions> ledger;
  std::optional<double> integrals;  ///< time between samples of them; 0: every step
  std::vector<ForceOptions> forces;
  std::optional<MeansOutput> means;
};

/// What a case says about an elliptic problem.
struct EllipticCase : EllipticOptions {
  std::optional<KappaKind> kappa_kind;  ///< in SI units, where a unit in the case tells
  bool in_volts = false;                ///< in SI units, where a unit in the case tells that u is
  // Of `output`:
  std::vector<std::string> matrix;  ///< formats of write_matrix
  /// Conductors whose capacitance matrix is computed; empty: all.
  std::optional<std::vector<std::string>> capacitance;
};

/// Kinds of problems; each has a row in io/case/problem_kinds.cpp.
using ProblemCase = std::variant<WaveCase, EllipticCase>;

/// What the cases of all problems say, and in `problem` what only those of one kind do
/// (io/case/problem_kinds.hpp).
struct Case {
  std::filesystem::path file;
  YamlNode resolved;  ///< what was read, with all defaults that do not depend on the mesh; paths absolute
  std::string text;   ///< resolved_text, once the mesh is known
  std::string title;
  std::string physics;      ///< EquationInfo::equation
  std::string formulation;  ///< EquationInfo::formulation; empty: these have one only
  int order = 4;            ///< N
  bool si = true;           ///< units: si, else natural
  Precision precision = Precision::double_;
  std::string device = "auto";
  MeshOptions mesh;
  bool mesh_cache = true;  ///< a mesh that Gmsh makes is kept for later runs
  ProblemCase problem;
  OutputOptions output;
  /// Dotted path → where it stands, for messages about it found later: "case.yaml:14:5" or "--set order=9".
  /// The whole file has the path "".
  std::map<std::string, std::string> places;
  /// "boundaries.strip" → [surface_3, surface_4]: groups that an entry takes together.
  std::map<std::string, std::vector<std::string>> members;
  /// Regions that have a boundary's condition: their entries are in problem.boundaries.
  std::vector<std::string> conductors;
  /// "boundaries.surface_3" → "surface_*": the keys of entries that groups take by a pattern.
  std::map<std::string, std::string> pattern_of;

  const WaveCase& wave() const { return std::get<WaveCase>(problem); }
  const EllipticCase& elliptic() const { return std::get<EllipticCase>(problem); }
  /// Null: the problem has no time.
  const TimeOptions* time() const {
    const auto* waves = std::get_if<WaveCase>(&problem);
    return waves ? &waves->time : nullptr;
  }
};

/// A case's title, or where it has none its file's name.
std::string title_of(const Case& c);

/// The place of a key, "case.yaml:14:5", or if it is not in the file of the nearest one above it.
const std::string& nearest_place(const Case& c, std::string key);

/// The error of a mistake that begins with its key, "boundaries.feed.modes: …": its nearest place comes
/// first.
CaseError error_at(const Case& c, const std::string& mistake);

/// A path in a case, which is relative to its file.
std::filesystem::path beside_the_case(const Case& c, const std::string& path);

}  // namespace dgsolve
