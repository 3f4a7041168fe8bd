/// Elliptic problems: a row of app/problems.cpp.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

Summary run_elliptic(RunStart& start);
void check_elliptic(RunStart& start);
/// As Problem::join says.
void join_elliptic(RunStart& start, bool check_only);
/// Products of the interior penalty operator in every form, a multigrid cycle part by part, and a solve. One
/// measurement a form: unknowns a second, beside what the device allows that reads what the form holds and
/// the vector, and writes a vector, once each.
std::vector<Measurement> bench_elliptic(const BenchTask& task);

}  // namespace dgsolve
