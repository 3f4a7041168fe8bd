/// `dgsolve bench` of waves: the throughput of one Runge–Kutta stage.
#pragma once

#include "app/problem/measurement.hpp"

namespace dgsolve {

/// Prints a table to stdout, a line an order.
std::vector<Measurement> bench_waves(const BenchTask& task);

}  // namespace dgsolve
