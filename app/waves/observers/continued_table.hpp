/// Tables that a run continues, and what a person is told of them.
#pragma once

#include "app/console/log.hpp"
#include "io/restart/checkpoint.hpp"
#include "io/restart/earlier_table.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

/// continue_table; warns where the table has no lines up to the time.
inline void continue_and_report(CsvFile& file, double time, const RunRecord& record) {
  const ContinuedTable table = continue_table(file, time, record.tables);
  if (!table.set_aside.empty())
    warn(
        "{} is not what the run had written until t = {}, or has other columns, another place or another "
        "balance: it is now {}",
        table.name, number_text(time), table.set_aside);
  if (!table.whole) warn("{} begins behind t = {}", table.name, number_text(time));
}

}  // namespace dgsolve
