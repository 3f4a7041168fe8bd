/// Where a run's wall-clock time went, for people.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

double total_of(const std::vector<TimePhase>& parts);

/// "35 s: meshing 10 s, steps 4.9 s, …, the rest 0.2 s": the parts that took most, the longest first.
std::string phases_text(const std::vector<TimePhase>& parts);

/// A <figure>: a bar for each part that can be seen, in the order in which they came.
std::string phases_html(const std::vector<TimePhase>& parts);

}  // namespace dgsolve
