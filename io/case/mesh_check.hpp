/// Checks the names that a case uses against its mesh, and gathers what is wrong.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "solver/discretization/boundary_groups.hpp"

namespace dgsolve {

template <class T>
std::vector<std::string> keys_of(const std::map<std::string, T>& map) {
  std::vector<std::string> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

class MeshCheck {
 public:
  MeshCheck(const Case& c, const Mesh& mesh);

  /// Each of the mesh's groups needs an entry; a region does where all are needed.
  void check_regions(const std::vector<std::string>& regions, bool all_needed);
  void check_boundaries(const std::map<std::string, BoundaryGroup>& groups);
  /// Of what `output` names: fields, and groups and coordinates.
  void check_fields(const EquationInfo& system);
  void check_outputs();
  /// CaseError with every mistake found.
  void throw_if_any() const { mistakes_.throw_if_any(); }

  // For checks of one kind of problem (io/case/problem_kinds.hpp):
  const Mesh& mesh() const { return mesh_; }
  /// "maxwell in 2D"
  std::string equation_in_dimension() const;
  /// The mistake stands at its key, or at the nearest one above it that is in the file.
  void complain(const std::string& path, const std::string& text);
  /// `are_keys`: the names are keys of the mapping at `path`, not items of the list there.
  void check_names(const std::string& path, const std::vector<std::string>& names,
                   const std::vector<std::string>& valid, const std::string& kind, bool are_keys);
  /// Names of the mesh's groups of a kind, in a list at `path`.
  void check_groups(const std::string& path, const std::vector<std::string>& names, const std::string& kind,
                    const std::vector<std::string>& groups);
  /// A point has as many coordinates as the mesh.
  void check_coordinates(const std::string& path, int n);
  /// The regions of the cells at a boundary group, where it reaches the mesh's outside those there.
  std::vector<std::string> regions_at(const std::string& name) const;
  /// A boundary group's faces at the mesh's outside, and inside it but for those that the mesh file joins.
  std::array<int, 2> count_faces(const std::string& name) const;
  /// Whether a boundary group has faces inside the mesh only.
  bool lies_inside(const std::string& name) const;
  /// A wave enters the region through this boundary group, whose faces must all lie between it and others.
  void check_interface(const std::string& name, const std::string& region);
  /// These groups together are all that lies between the region and what is outside it.
  void check_closed(const std::vector<std::string>& groups, const std::string& region);

 private:
  void check_joined_by_mesh(const std::string& path, const std::string& name, const std::string& partner);
  /// A group that the mesh file joins to another one is no wall, whatever the case says or leaves out.
  void check_declared_periodic(const std::map<std::string, BoundaryGroup>& groups, const std::string& name,
                               const std::string& partner);
  void check_field_output(const FieldOutput& output);
  void check_slice(const FieldOutput& output, std::size_t number);
  void unknown_group(const std::string& path, const std::string& name, const std::string& kind,
                     const std::vector<std::string>& groups);
  std::string extent() const;

  const Case& case_;
  const Mesh& mesh_;
  std::vector<int> exterior_,
      interior_;  ///< faces of each boundary group without and with a cell behind them
  Mistakes mistakes_;
};

}  // namespace dgsolve
