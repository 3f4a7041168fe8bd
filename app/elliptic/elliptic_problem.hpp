/// Elliptic problems: a row of app/problems.cpp.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

Summary run_elliptic(RunStart& start);
void check_elliptic(RunStart& start);

}  // namespace dgsolve
