/// Whether the powers that monitors found can be: their signs, and their balance.
#pragma once

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

/// Whether a surface parts the mesh, and all sources, one at least, are in cells inside it.
bool is_around_all_sources(const Gathered& gathered);

/// Warns of powers [frequency] out of a surface around all sources that are negative, or so small a part of
/// what dipoles radiate in open space that they are the scheme's own.
void check_radiated(const Gathered& gathered, const std::vector<double>& powers);

/// Warns where cross-sections are negative, or extinction is not scattering and absorption together. power:
/// of far_field_tables.
void check_cross_sections(const Gathered& gathered, const ResultTable& power);

/// Warns where the shares of a plane wave that a sheet without losses reflects and transmits do not add up to
/// 1: one monitor looks from the side that the wave comes from, at the scattered field, another one at the
/// total field. Nothing where the two are not the whole surface of what the wave enters.
void check_transmission(const Case& input, const SpatialOperator& op, const std::vector<ResultTable>& tables);

}  // namespace dgsolve
