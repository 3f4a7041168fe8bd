/// Finds the modes of a port.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/electromagnetics/ports/section_fields.hpp"
#include "solver/waves/sources/port_options.hpp"

namespace dgsolve {

/// The faces with the functions that modes are sought in, for fields of order N.
std::shared_ptr<const PortSpace> port_space(std::shared_ptr<const PortFaces> faces, int order);

/// The modes in the order in which they are wanted; profiles have order N + 1. omega: rad/s, at least one.
/// numbered_at, rad/s: where several media fill the port its modes are numbered there, the largest β² first,
/// and followed from there. Without a polarisation or a voltage the sign makes the largest component of e
/// positive, at the first of such places along (1, √2, √3); that of a TEM mode between two conductors makes
/// the shorter one positive. Throws std::invalid_argument with the port, what was found and what is
/// valid: no such mode, modes of one cut-off without `polarisation`, tan δ > 0.05. with_cut_offs: those of
/// ports with several media too, which takes a search.
std::vector<PortMode> find_port_modes(std::shared_ptr<const PortSpace> space,
                                      const std::vector<WantedMode>& wanted, std::span<const double> omega,
                                      double numbered_at, const Units& units, bool with_cut_offs = true);

/// Throws std::invalid_argument where a mode has not faded at an open rim at one of its frequencies.
void refuse_at_open_rim(const PortMode& mode, const PortSpace& space);

/// The names of all modes that propagate at ω; they must be absorbed or launched, too, for a power balance to
/// close.
std::vector<std::string> propagating_modes(std::shared_ptr<const PortSpace> space, double omega,
                                           const Units& units);

}  // namespace dgsolve
