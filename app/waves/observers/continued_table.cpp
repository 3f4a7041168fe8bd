#include "app/waves/observers/continued_table.hpp"

#include "app/console/log.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

void report_continued(const ContinuedTable& table, double time) {
  if (!table.set_aside.empty())
    warn(
        "{} is not what the run had written until t = {}, or has other columns, another place or another "
        "balance: it is now {}",
        table.name, number_text(time), table.set_aside);
  if (!table.whole) warn("{} begins behind t = {}", table.name, number_text(time));
}

}  // namespace dgsolve
