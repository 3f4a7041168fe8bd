/// Complex amplitudes of fields: at points as a table, in cells and on surfaces for ParaView.
#pragma once

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

/// A row for each frequency and point.
ResultTable field_table(const Gathered& gathered);

/// monitors/NAME/fields.pvd, whose times are the frequencies: of each field its real and imaginary part and
/// its magnitude.
void write_fields(const Gathered& gathered);

}  // namespace dgsolve
