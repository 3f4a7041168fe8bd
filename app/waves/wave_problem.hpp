/// Waves in time, as app/problems.cpp finds them.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

extern const Problem wave_problem;

/// The throughput of one Runge–Kutta stage.
std::vector<Measurement> bench_waves(const BenchTask& task);

}  // namespace dgsolve
