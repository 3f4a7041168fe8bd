/// Waves in time: a row of app/problems.cpp.
#pragma once

#include "app/problem/problem.hpp"

namespace dgsolve {

Summary run_wave(RunStart& start);
void check_wave(RunStart& start);
/// The throughput of one Runge–Kutta stage.
std::vector<Measurement> bench_waves(const BenchTask& task);

}  // namespace dgsolve
