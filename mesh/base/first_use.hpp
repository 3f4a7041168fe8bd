/// Numbers in the order in which they are first used.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dgsolve {

/// Those of the numbers 0…n−1 that occur in `uses`, in the order of their first occurrence.
std::vector<int> in_order_of_first_use(std::span<const int> uses, std::size_t n);

/// Gives them new numbers 0, 1, … in that order. Returns the old number of each new one.
std::vector<int> renumber_by_first_use(std::span<int> uses, std::size_t n);

}  // namespace dgsolve
