/// Ports of a case, and the S-parameters between them.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "io/case/mesh_check.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// Files have names of ports and lumped elements.
void refuse_name_of_no_file(CaseSection& section, const std::string& name);

/// The keys of a boundary of type port.
void read_port(CaseSection& section, const std::string& name, BoundaryOptions& boundary);

/// `s_parameters`. The ports' layers are for its lowest frequency where they are for none of their own.
void read_s_parameters(CaseSection& top, const Case& c, WaveCase& wave);

/// Against the mesh.
void check_port(const std::string& name, const BoundaryOptions& boundary, const EquationInfo& system,
                MeshCheck& mesh);
void check_s_parameters(const Case& c, MeshCheck& mesh);

}  // namespace dgsolve
