/// Powers over the frequency, as tables.
#pragma once

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

// Columns of a power: itself; with a plane wave its cross-section, over the wave's intensity; where the wave
// comes in through an area, its share of the wave's power through that.

/// The power through a surface.
ResultTable flux_table(const Gathered& gathered);

/// The power that regions turn into heat: all of them together, and each where they are several.
ResultTable absorption_table(const Gathered& gathered);

}  // namespace dgsolve
