/// Sponges of flows.
#pragma once

#include "io/case/mesh_check.hpp"
#include "io/case/problem_reading.hpp"

namespace dgsolve {

/// `sponge: {region: …, state: {…}, rate: …}`, or a list of them. wave: with its medium.
void read_sponges(const ProblemReading& reading, WaveOptions& wave);

/// Regions and components against the mesh.
void check_sponges(const Case& c, const EquationInfo& system, MeshCheck& mesh);

}  // namespace dgsolve
