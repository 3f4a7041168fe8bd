/// The least time a Runge–Kutta stage can take on straight cells, from the device's measured ceilings: what
/// throughput is compared with.
#pragma once

#include <optional>
#include <string>

#include "kernels/waves/backend.hpp"
#include "solver/waves/physics.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Work of one stage on one cell that no arrangement of dense operators avoids. Neighbours' traces count as
/// free, so a method that saves operations may exceed the bound.
struct StageWork {
  double flops;
  double bytes;
};

/// Bytes: state and residual read and written once, geometry and connections. Operations: volume and lift
/// products, in covariant components for Maxwell's equations in 3D (two derivatives a component).
StageWork stage_work(const Physics& physics, int N, Precision precision);

/// Shortest time for one cell, s, and what sets it: "memory" or "flops".
struct StageBound {
  double seconds;
  std::string limit;
};
StageBound stage_bound(const StageWork& work, const DeviceLimits& limits);

/// Most field values a second that the device allows, measured on it within half a second and in 256 MiB
/// (CPU) or 1 GiB (GPU), which it then gives back. None where cells are curved: their work has no such bound.
std::optional<double> throughput_bound(const SpatialOperator& op);

}  // namespace dgsolve
