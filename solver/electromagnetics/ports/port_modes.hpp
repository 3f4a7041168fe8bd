/// Finds the modes of a port.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/electromagnetics/ports/port_mode.hpp"
#include "solver/waves/sources/port_options.hpp"

namespace dgsolve {

/// The modes in the order in which they are wanted. order: of the fields N; profiles have order N + 1. omega:
/// rad/s, at least one. Without a polarisation or a voltage the sign makes the largest component of e
/// positive, at the first of such places along (1, √2, √3); that of a TEM mode between two conductors makes
/// the shorter one positive. Throws std::invalid_argument with the port, what was found and what is
/// valid: no such mode, modes of one cut-off without `polarisation`, tan δ > 0.05, a mode that has not faded
/// at an open rim.
std::vector<PortMode> find_port_modes(std::shared_ptr<const PortFaces> faces,
                                      const std::vector<WantedMode>& wanted, std::span<const double> omega,
                                      const Units& units, int order);

/// The names of all modes that propagate at ω; they must be absorbed or launched, too, for a power balance to
/// close.
std::vector<std::string> propagating_modes(std::shared_ptr<const PortFaces> faces, double omega,
                                           const Units& units, int order);

}  // namespace dgsolve
