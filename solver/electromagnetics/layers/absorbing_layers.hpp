/// Open boundaries: absorbing layers outside the mesh, built and filled with absorption.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct OpenBoundary;
struct Physics;
struct WaveOptions;

/// Whether a system of equations has absorbing layers. type: EquationInfo::type.
bool has_absorbing_layers(const std::string& type);

/// Throws std::invalid_argument where a cell is one of a layer's, for a case's places lie in the mesh as it
/// was before layers.
void refuse_in_layers(int cell, const Mesh& mesh, const WaveOptions& options);

/// The mesh with layers outside the boundaries of types open and port, none where there is no such boundary.
/// In `options` these become faces inside the mesh, of types drawn_open_boundary and drawn_port, and get the
/// frequency that the layers are for and what was built. The outermost faces are a new boundary, and the
/// layers' cells get materials and absorption. A sentence about each plane is appended to `notes`. Throws
/// MeshError, or std::invalid_argument with the key, what was found and what is valid.
std::optional<Mesh> build_absorbing_layers(const Mesh& mesh, const Physics& physics, WaveOptions& options,
                                           std::vector<std::string>& notes);

}  // namespace dgsolve
