/// What the program does with each kind of problem: one table. How their cases are read and checked stands in
/// io/case/problem_kinds.cpp, under the same names.
#pragma once

#include "app/problem/problem.hpp"
#include "io/case/problem_kinds.hpp"

namespace dgsolve {

const Problem& problem_of(const ProblemKind& kind);

}  // namespace dgsolve
