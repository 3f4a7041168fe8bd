/// `dgsolve bench` of elliptic problems: products of the interior penalty operator in every form, a multigrid
/// cycle part by part, and a solve.
#pragma once

#include "app/problem/measurement.hpp"

namespace dgsolve {

/// Prints tables to stdout, for each order. One measurement a form: unknowns a second, beside what the device
/// allows that reads what the form holds and the vector, and writes a vector, once each.
std::vector<Measurement> bench_elliptic(const BenchTask& task);

}  // namespace dgsolve
