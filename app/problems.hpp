/// The kinds of problems as the program runs them: a row for each of io/case/problem_kinds.cpp.
#pragma once

#include "app/problem/problem.hpp"
#include "io/case/problem_kinds.hpp"

namespace dgsolve {

const Problem& problem_of(const ProblemKind& kind);

}  // namespace dgsolve
