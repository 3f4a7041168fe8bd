/// From the Fourier transforms of a monitor to its files.
#pragma once

#include <vector>

#include "app/waves/monitors/gathered.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

/// Writes `output folder`/monitors/NAME…: tables, and fields for ParaView. Warns of frequencies at which the
/// waveform has next to nothing; where it was zero throughout, that nothing is written. The tables. Throws
/// std::runtime_error that names a file.
std::vector<ResultTable> write_monitor(const Gathered& gathered);

}  // namespace dgsolve
