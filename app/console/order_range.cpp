#include "app/console/order_range.hpp"

#include <cstdio>
#include <stdexcept>

#include "solver/reference/reference_element.hpp"

namespace dgsolve {

OrderRange parse_orders(const std::string& option, const std::string& text) {
  int first = 0, last = 0, end = 0;
  if (std::sscanf(text.c_str(), "%d..%d%n", &first, &last, &end) != 2)
    last = std::sscanf(text.c_str(), "%d%n", &first, &end) == 1 ? first : 0;
  if (end != static_cast<int>(text.size()) || first < 1 || last < first || last > ReferenceElement::max_order)
    throw std::invalid_argument(option + ": got \"" + text + "\"; expected an order from 1 to " +
                                std::to_string(ReferenceElement::max_order) + ", or a range such as 1..8");
  return {first, last};
}

}  // namespace dgsolve
