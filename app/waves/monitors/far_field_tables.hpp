/// What a closed surface radiates, as tables.
#pragma once

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

/// NAME: amplitudes and cross-section, or directivity and gain, over frequencies and angles; NAME_power: what
/// is scattered, absorbed and taken, or radiated and lost, over frequencies.
std::vector<ResultTable> far_field_tables(const Gathered& gathered);

}  // namespace dgsolve
