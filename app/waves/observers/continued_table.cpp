#include "app/waves/observers/continued_table.hpp"

#include "app/console/log.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

void report_continued(const ContinuedTable& table, double time) {
  if (!table.set_aside.empty())
    warn(
        "%s is not what the run had written until t = %s, or has other columns, another place or another "
        "balance: it is now %s",
        table.name.c_str(), number_text(time).c_str(), table.set_aside.c_str());
  if (!table.whole) warn("%s begins behind t = %s", table.name.c_str(), number_text(time).c_str());
}

}  // namespace dgsolve
