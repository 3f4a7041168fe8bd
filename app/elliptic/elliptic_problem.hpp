/// Elliptic problems, as app/problems.cpp finds them.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

extern const Problem elliptic_problem;

/// Products of the interior penalty operator in every form, a multigrid cycle part by part, and a solve. One
/// measurement a form: unknowns a second, beside what the device allows that reads what the form holds and
/// the vector, and writes a vector, once each.
std::vector<Measurement> bench_elliptic(const BenchTask& task);

}  // namespace dgsolve
