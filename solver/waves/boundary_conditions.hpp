/// Conditions at boundaries and interfaces, from what a case says of them.
#pragma once

#include <string>
#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// The type of a boundary: of several rows of its name the one that has the parameters given. Null: the
/// equation has none.
const BoundaryTypeInfo* find_boundary_type(const EquationInfo& info, const BoundaryOptions& boundary);

/// Whether a boundary's formulas are parameters of its type, and no state.
bool takes_parameters(const Physics& physics, const BoundaryOptions& boundary);

/// The key of a case below which a boundary's formulas stand: "boundaries.left.data", or, where they are
/// primitive variables, "boundaries.left.state", or parameters of its type, "boundaries.left".
std::string key_of_data(const Physics& physics, const WaveOptions& options, const std::string& group);

/// Conditions of the mesh's boundary groups; entries of groups without one are unused. Throws
/// std::invalid_argument about a boundary whose type or parameters the equation does not have.
std::vector<BoundaryCondition> boundary_conditions(const Mesh& mesh, const Physics& physics,
                                                   const WaveOptions& options);

/// [region]: whether its cells have the incident field at an interface.
std::vector<bool> regions_entered(const Mesh& mesh, const WaveOptions& options,
                                  const BoundaryOptions& boundary);

/// [K][n_faces]: the condition at each side of an interface, else −1; empty without interfaces. Where a wave
/// enters a region, this region's side meets the field across plus the incident one. The other side meets the
/// field across minus it, by a condition of its own, added to the list.
std::vector<int> interface_conditions(const Mesh& mesh, const WaveOptions& options,
                                      std::vector<BoundaryCondition>& conditions);

/// Adds the plane waves of sources: [side] of `interface` becomes a condition with their data added to the
/// one it had. Where several waves enter through a face, each adds to the conditions of those before it.
void add_plane_waves(const Mesh& mesh, const Physics& physics, const WaveOptions& options,
                     std::vector<BoundaryCondition>& conditions, std::vector<int>& interface);

}  // namespace dgsolve
