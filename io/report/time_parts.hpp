/// Where a run's wall-clock time went, for people.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/part_clock.hpp"

namespace dgsolve {

double total_of(const std::vector<TimePart>& parts);

/// "35 s: meshing 10 s, steps 4.9 s, …, the rest 0.2 s": the parts that took most, the longest first.
std::string parts_text(const std::vector<TimePart>& parts);

/// A <figure>: a bar for each part that can be seen, in the order in which they came.
std::string parts_html(const std::vector<TimePart>& parts);

}  // namespace dgsolve
