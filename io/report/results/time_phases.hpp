/// Where a run's wall-clock time went, for people.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

double total_of(const std::vector<TimePhase>& phases);

/// "35 s: meshing 10 s, steps 4.9 s, …, the rest 0.2 s": the phases that took most, the longest first.
std::string phases_text(const std::vector<TimePhase>& phases);

/// A <figure>: a bar for each phase that can be seen, in the order in which they came.
std::string phases_html(const std::vector<TimePhase>& phases);

}  // namespace dgsolve
