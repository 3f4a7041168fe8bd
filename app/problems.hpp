/// From a case's kind of problem to its run.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

const Problem& problem_of(const ProblemCase& problem);

}  // namespace dgsolve
