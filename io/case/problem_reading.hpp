/// Names and units by which a case's keys are read, and help that readers of all kinds of problems share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/yaml/case_section.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "solver/discretization/boundary_groups.hpp"

namespace dgsolve {

/// A numerical flux by the name that EquationInfo::riemann has.
struct FluxCandidate {
  std::string riemann;
  std::vector<ParameterInfo> parameters;
};

/// Whatever one of the systems of equations has that the case may mean before the mesh, and with it the
/// dimension, is known. Empty where the case's physics is not known.
struct Candidates {
  Candidates() = default;
  explicit Candidates(const std::vector<EquationInfo>& systems);

  std::vector<std::string> fields;
  std::vector<std::string> outputs;             ///< fields, derived fields, vectors
  std::vector<ParameterInfo> variables;         ///< in which states are given (state_variables)
  std::vector<ParameterInfo> sources;           ///< volume sources, by field
  std::map<std::string, std::string> currents;  ///< SourceInfo::currents
  std::vector<ParameterInfo> parameters;
  std::vector<FluxCandidate> fluxes;             ///< each once
  std::vector<BoundaryTypeInfo> boundary_types;  ///< rows of one name with the parameters of all dimensions
  // For equations with primitive variables:
  std::vector<PrimitiveVariables::Substitute> substitutes;
  std::map<std::string, std::vector<std::string>> vectors;  ///< name → components, of formulas
  MediumInfo medium;                                        ///< EquationInfo::medium
  bool is_primitive = false;
  bool is_linear = true;  ///< the flux
  bool has_limiter = false;
  bool has_plane_waves = false;
  bool has_absorbing_layers = false;

 private:
  void add_boundary_types(const EquationInfo& info);
  /// direction_x, … are components of direction.
  void add_vectors(const std::vector<ParameterInfo>& components);
  void add_primitive(const EquationInfo& info);
};

/// The keys of one kind of problem, and what they go by.
struct ProblemReading {
  CaseSection& top;
  const std::map<std::string, double>& constants;
  const Candidates& names;
};

/// `name`, which becomes a part of files' names.
void read_file_name(CaseSection& section, std::string& name);

/// The keys of `regions` or `boundaries`. It is a mistake of --set to take out one that is not there: the
/// group would have to take the entry of others.
std::vector<std::string> entry_names(CaseSection& section);

/// `of`: groups that an entry of `regions` or `boundaries` takes together.
void read_members(CaseSection& entry, const std::string& path, Case& c);

/// Whether an entry of `regions` has a boundary's condition, by its `type`: the region is a conductor, or a
/// body, whose cells leave the mesh. It is noted in Case::conductors.
bool is_conductor(CaseSection& regions, const std::string& name, const CaseSection& region, Case& c);

/// Both sides of a periodic pair may name each other, or one the other: the partners that a case names on one
/// side only, as group → its partner. Contradictions are mistakes of `section`, the case's boundaries.
std::map<std::string, std::string> pair_periodic_groups(const std::map<std::string, BoundaryGroup>& groups,
                                                        CaseSection& section);

}  // namespace dgsolve
