/// Media that fill a port, from what a case says of its regions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "solver/electromagnetics/ports/port_faces.hpp"

namespace dgsolve {

struct WaveOptions;

/// Media of the regions that cells behind a port's faces are in. Throws std::invalid_argument with the key,
/// what was found and what is valid where ε, μ or σ is a formula: profiles of modes are for constant media.
std::map<std::string, PortMedium> port_media(const Mesh& mesh, const std::vector<Side>& sides,
                                             const WaveOptions& options);

}  // namespace dgsolve
