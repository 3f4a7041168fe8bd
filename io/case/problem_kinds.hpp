/// The kinds of problems that a case may pose, a row each: how their part of a case is read and checked.
/// app/problems.cpp names the run of each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/problem_reading.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "solver/discretization/boundary_groups.hpp"

namespace dgsolve {

class MeshCheck;

struct ProblemKind {
  /// The systems of equations that `physics`, `formulation` and the mesh's dimension choose from.
  std::vector<EquationInfo> (*systems)();
  ProblemCase (*empty)();  ///< before it is read
  bool in_single;          ///< it may be solved in single precision
  bool isoparametric;      ///< MeshOptions::isoparametric of its meshes
  /// Its own keys, into Case::problem, which is empty; those of all problems but the outputs are read.
  void (*read)(const ProblemReading& reading, Case& c);
  /// Its own keys of `output`.
  void (*read_output)(CaseSection& output, Case& c);
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
/// Whether one medium fills all regions, which need no entries.
bool has_medium(const Case& c);
/// Whether the units of its system's fields are those of a case's.
bool has_field_units(const Case& c);
/// The system that a case means on a mesh of dimension dim. Throws std::invalid_argument where the equations
/// have no such system.
EquationInfo system_of(const Case& c, int dim);

/// The fields of a case's state on a mesh of dimension dim; their units are "1" in natural ones, and where
/// nothing tells that the u of an elliptic problem is a potential, and no temperature.
FieldSet fields_of(const Case& c, int dim);

/// These and the fields that follow from them, for probes.
ProbedFields probed_fields(const Case& c, int dim);

}  // namespace dgsolve
