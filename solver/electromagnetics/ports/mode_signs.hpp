/// Which of several modes of one cut-off is meant, which sign a mode has, and whether it has faded where it
/// must.
#pragma once

#include <string>
#include <vector>

#include "solver/electromagnetics/ports/section_fields.hpp"
#include "solver/waves/sources/port_options.hpp"

namespace dgsolve {

/// The weights of profiles with one cut-off: of the combination whose field along the polarisation is largest
/// on the ray from the port's centre in that direction. Throws std::invalid_argument, naming the mode, where
/// that tells nothing.
std::vector<double> polarised_weights(const std::vector<std::shared_ptr<SectionProfile>>& profiles,
                                      const Point& polarisation, const std::string& mode);

/// Sets the profile's sign as find_port_modes says. Throws std::invalid_argument, naming the mode, where a
/// polarisation or a voltage tells none.
void set_sign(SectionProfile& profile, const WantedMode& wanted, const std::string& mode);

/// ∫E·dl of a profile along a straight line in the port's plane, V. Pieces outside the faces count as metal.
double voltage_along(const SectionProfile& profile, const std::array<Point, 2>& line);

/// The mean of (e×h)·n along the open rim over its mean on the faces; 0 where there is no such rim.
double share_at_open_rim(const SectionProfile& profile);

}  // namespace dgsolve
