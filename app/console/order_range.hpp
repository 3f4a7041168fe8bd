/// Orders as the command line names them.
#pragma once

#include <string>

namespace dgsolve {

struct OrderRange {
  int first, last;
};

/// "4" or "1..8". Throws std::invalid_argument that names the option.
OrderRange parse_orders(const std::string& option, const std::string& text);

}  // namespace dgsolve
