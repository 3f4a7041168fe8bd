/// A lower bound on the time of a Runge–Kutta stage, from the device's measured limits.
/// Throughput is reported as a share of it.
#pragma once

#include <optional>
#include <string>

#include "kernels/device/device.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Work of one stage on one cell that dense operators cannot avoid. Traces of neighbours count as free. A
/// method that saves operations may exceed the bound.
struct StageWork {
  double flops;
  double bytes;
};

/// Bytes: state and residual read and written once, geometry and connections. Operations: volume and lift
/// products, in covariant components for Maxwell's equations in 3D (two derivatives a component).
StageWork stage_work(const Physics& physics, int N, Precision precision);

/// Work on a curved tetrahedron in covariant components: products that go to its quadrature points and back,
/// and a symmetric tensor at each.
StageWork curved_stage_work(const Physics& physics, const Discretization& discretization,
                            Precision precision);

/// Work on a straight cell. Where the flux is not linear: products that go to the points of the weak form and
/// back, and those of the gradients; fluxes at points count as free.
StageWork straight_stage_work(const SpatialOperator& op);

/// Shortest time for one cell, s, and the limit that sets it: "memory" or "flops".
struct StageBound {
  double seconds;
  std::string limit;
};
StageBound stage_bound(const StageWork& work, const DeviceLimits& limits);

/// The largest number of field values a second that the device allows. Measures the device for half a second
/// in 256 MiB (CPU) or 1 GiB (GPU), which it then frees. Empty where cells are curved and not covariant:
/// there is no bound for these.
std::optional<double> throughput_bound(const SpatialOperator& op);

}  // namespace dgsolve
