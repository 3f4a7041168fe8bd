/// Whether the powers that monitors found can be: their signs, and their balance.
#pragma once

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"
#include "solver/electromagnetics/monitors/radiation.hpp"

namespace dgsolve {

/// Warns of powers [frequency] out of a surface around all sources that are negative, or so small a part of
/// what dipoles radiate in open space that they are the scheme's own.
void check_radiated(const Gathered& gathered, const std::vector<double>& powers);

/// Warns where more is radiated [frequency] than the ports accept.
void check_accepted(const Gathered& gathered, const std::vector<double>& radiated);

/// Warns where cross-sections [frequency] are negative, or extinction is not scattering and absorption
/// together.
void check_cross_sections(const Gathered& gathered, const std::vector<CrossSections>& sections);

/// Warns where the shares of a plane wave that a sheet reflects, transmits and absorbs do not add up to 1
/// (SheetMonitors). Nothing where no monitors find all of them. Where one finds what is absorbed, the shares
/// are written to monitors/NAME_balance: these tables.
std::vector<ResultTable> write_balances(const Case& input, const SpatialOperator& op,
                                        const std::vector<ResultTable>& tables);

}  // namespace dgsolve
