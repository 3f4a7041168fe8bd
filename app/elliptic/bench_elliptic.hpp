/// `dgsolve bench --physics poisson`: products of the interior penalty operator in every form, a multigrid
/// cycle part by part, and a solve.
#pragma once

#include <vector>

#include "app/problem/measurement.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve {

/// Prints tables to stdout. One measurement a form: unknowns a second, beside what the device allows that
/// reads what the form holds and the vector, and writes a vector, once each. Throws DeviceError.
std::vector<Measurement> measure_elliptic(const Mesh& mesh, int order, Precision precision, Device& device,
                                          const DeviceLimits& limits);

}  // namespace dgsolve
