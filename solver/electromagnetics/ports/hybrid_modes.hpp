/// Modes of ports that several media fill, followed from frequency to frequency.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solver/electromagnetics/ports/section_fields.hpp"
#include "solver/waves/sources/port_options.hpp"

namespace dgsolve {

/// As find_port_modes. "TEM" is the first mode where there are two conductors. Cut-offs are those of the
/// fields at β = 0, to which the modes are followed; else they are not a number.
std::vector<PortMode> find_hybrid_modes(std::shared_ptr<const PortSpace> port,
                                        const std::vector<WantedMode>& wanted, std::span<const double> omegas,
                                        double numbered_at, const Units& units, bool with_cut_offs);

/// The number of modes with β² > 0.
int number_of_propagating(std::shared_ptr<const PortSpace> port, double omega, const Units& units);

}  // namespace dgsolve
