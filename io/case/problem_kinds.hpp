/// The kinds of problems that a case may pose, a row each: how their part of a case is read and checked, and
/// what they share in doing so. What the program does with them stands in app/problems.cpp, a row each too.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/mesh_check.hpp"
#include "io/yaml/case_section.hpp"
#include "kernels/waves/equation.hpp"
#include "solver/discretization/boundary_groups.hpp"

namespace dgsolve {

/// Whatever one of the systems of equations has that the case may mean before the mesh, and with it the
/// dimension, is known. Empty where the case's physics is not known.
struct Candidates {
  Candidates() = default;
  explicit Candidates(const std::vector<EquationInfo>& systems);

  std::vector<std::string> fields;
  std::vector<std::string> outputs;                 ///< fields, derived fields, vectors
  std::map<std::string, std::string> field_units;   ///< SI; of those that have one
  std::map<std::string, std::string> source_units;  ///< of volume sources, by field
  std::map<std::string, std::string> currents;      ///< EquationInfo::currents
  std::vector<ParameterInfo> parameters;
  std::vector<std::string> boundary_types;
  std::vector<std::string> types_with_data;
  bool has_plane_waves = false;
  bool has_absorbing_layers = false;
};

/// What reading the keys of one kind of problem goes by.
struct ProblemReading {
  CaseSection& top;
  const std::map<std::string, double>& constants;
  const Candidates& names;
};

struct ProblemKind {
  std::string_view name;
  /// The systems of equations that `physics`, `formulation` and the mesh's dimension choose from.
  std::vector<EquationInfo> (*systems)();
  bool in_time;        ///< it has `time`
  bool in_single;      ///< it may be solved in single precision
  bool isoparametric;  ///< MeshOptions::isoparametric of its meshes
  /// Its own keys, into Case::problem; those of all problems but the outputs are read.
  void (*read)(const ProblemReading& reading, Case& c);
  /// Its own keys of `output`.
  void (*read_output)(CaseSection& output, OutputOptions& options);
  // For a case that was read:
  bool (*has_exact)(const Case& c);
  std::vector<std::string> (*regions)(const Case& c);
  std::map<std::string, BoundaryGroup> (*boundaries)(const Case& c);
  /// Whether a boundary group's condition makes sense on faces inside the mesh, from both sides.
  bool (*acts_inside)(const Case& c, const EquationInfo& system, const std::string& group);
  /// The other names in it, against the mesh.
  void (*check)(const Case& c, const EquationInfo& system, MeshCheck& mesh);
  /// Fills in what follows from the mesh. Throws std::invalid_argument.
  void (*complete)(Case& c, const EquationInfo& system, const Mesh& mesh);
  /// The mesh with the cells that the case adds to it, which its options then know; none where it adds none.
  /// Sentences for the log are appended to `notes`. Throws MeshError, CaseError or std::invalid_argument.
  std::optional<Mesh> (*extend)(Case& c, const EquationInfo& system, const Mesh& mesh,
                                std::vector<std::string>& notes);
};

extern const ProblemKind wave_kind;
extern const ProblemKind elliptic_kind;
inline constexpr const char* elliptic_physics = "poisson";

/// The kind that has the equations `physics`; nullptr where no kind has them.
const ProblemKind* find_kind(const std::string& physics);
/// The kind of a case that was read.
const ProblemKind& kind_of(const Case& c);

/// All systems of equations, of all kinds.
std::vector<EquationInfo> all_systems();
/// Whether the units of its system's fields are those of a case's.
bool has_field_units(const Case& c);
/// The system that a case means on a mesh of dimension dim. Throws std::invalid_argument where the equations
/// have no such system.
EquationInfo system_of(const Case& c, int dim);

/// A path in a case, which is relative to its file.
std::filesystem::path beside_the_case(const Case& c, const std::string& path);

/// `name`, which becomes a part of files' names.
void read_file_name(CaseSection& section, std::string& name);

/// Both sides of a periodic pair may name each other, or one the other: the partners that a case names on one
/// side only, as group → its partner. Contradictions are mistakes of `section`, the case's boundaries.
std::map<std::string, std::string> pair_periodic_groups(const std::map<std::string, BoundaryGroup>& groups,
                                                        CaseSection& section);

}  // namespace dgsolve
