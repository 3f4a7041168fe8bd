/// `output.forces` of a case of flow: `{name: drag, of: [body], direction: [1, 0], reference: {…}}`.
#pragma once

#include "io/case/case.hpp"
#include "io/case/mesh_check.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// output: the case's key of that name; wave: what was read of it before, the final time too.
void read_forces(CaseSection& output, WaveCase& wave);

/// Their boundaries and directions against the mesh.
void check_forces(const WaveCase& wave, MeshCheck& mesh);

}  // namespace dgsolve
