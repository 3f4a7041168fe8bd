/// What a person is told of tables that a run continues.
#pragma once

#include "io/restart/earlier_table.hpp"

namespace dgsolve {

/// Warns where a table has no lines up to the time.
void report_continued(const ContinuedTable& table, double time);

}  // namespace dgsolve
