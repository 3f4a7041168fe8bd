/// What `dgsolve bench` is to measure, on which mesh, and what comes out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console/order_range.hpp"
#include "kernels/device/device.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/volume_quadrature.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

struct BenchTask {
  const EquationInfo& system;
  OrderRange orders;
  std::optional<int> elements;  ///< cells, about; none: as many as outgrow the caches
  int geometry_order;           ///< of the cells; > 1: all are curved
  VolumeQuadrature quadrature;  ///< where the flux is not linear
  Precision precision;
  bool tune;  ///< try the ways to compute a stage afresh, and show them
  Device& device;
  const DeviceLimits& limits;
};

struct Measurement {
  int order, elements;
  double seconds;  ///< a stage, or a product
  double gdof_per_s, gflop_per_s, gbyte_per_s, fraction_of_bound;
  std::optional<double> sustained_gdof_per_s;  ///< waves: mean over seconds; gdof_per_s is the fastest batch
  std::string bound;                           ///< memory or flops
  std::string variant;                         ///< the way it is computed
};

/// A state as a measurement needs one: random values, of those that the equation admits, the same each time.
/// They compress like no field that means anything. Keeps a reference.
InitialState random_state(const SpatialOperator& op);

/// A box of about `elements` cells in two regions, ordered as meshes from files are; with a geometry order >
/// 1 bent by smooth waves that leave no cell straight.
Mesh bench_mesh(int dim, int elements, int geometry_order);

}  // namespace dgsolve
