/// What a person is told of tables that a run continues.
#pragma once

#include "io/tables/csv_file.hpp"

namespace dgsolve {

/// Warns where a table has no lines up to the time.
void report_resumed(const CsvFile::Resumed& table, double time);

}  // namespace dgsolve
