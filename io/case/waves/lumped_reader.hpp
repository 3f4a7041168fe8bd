/// Lumped ports and elements of a case.
#pragma once

#include <string>

#include "io/case/mesh_check.hpp"
#include "io/yaml/case_section.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// `{type: lumped_port, resistance: …, direction: …, reference: …}`, for S-parameters.
void read_lumped_port(CaseSection& section, const std::string& name, BoundaryOptions& boundary);

/// `{type: lumped, series: {R: …, L: …, C: …}, direction: …}`, or `parallel`.
void read_lumped_element(CaseSection& section, const std::string& name, BoundaryOptions& boundary);

/// Against the mesh: its faces must span two conductors.
void check_lumped(const std::string& name, const WaveOptions& wave, const EquationInfo& system,
                  MeshCheck& mesh);

}  // namespace dgsolve
