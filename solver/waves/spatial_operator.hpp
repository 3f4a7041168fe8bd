/// The semi-discrete problem  ∂u/∂t = L(u, t)  of a wave case on a mesh, on a device.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"
#include "solver/discretization/boundary_groups.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/circuits.hpp"
#include "solver/waves/coefficients.hpp"
#include "solver/waves/initial_speeds.hpp"
#include "solver/waves/physics/local_models.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/schemes/schemes.hpp"
#include "solver/waves/schemes/step_limits.hpp"
#include "solver/waves/variables.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// How the options use the mesh's boundary groups.
std::map<std::string, BoundaryGroup> boundary_groups(const WaveOptions& options);

/// Joins the mesh's periodic boundary groups. Returns for each group whether it cuts the mesh: walls and
/// sheets do, periodic groups, interfaces and unnamed groups do not. Throws MeshError where two periodic
/// groups are not translates of each other.
std::vector<bool> apply_boundaries(Mesh& mesh, const WaveOptions& options);

class SpatialOperator {
 public:
  /// Throws std::invalid_argument where shocks need another scheme. Hands the problem to the device; variant:
  /// as in WaveProblem; only_steps: StepView::alone; scheme: by which it will be advanced. Keeps references
  /// to discretization, physics, device and scheme.
  SpatialOperator(const Discretization& discretization, const Physics& physics, const WaveOptions& options,
                  Device& device, const std::string& variant = {}, const Scheme& scheme = schemes().front(),
                  bool only_steps = false);

  const Discretization& discretization;
  const Physics& physics;
  Device& device;
  const Scheme& scheme;
  const Coefficients coefficients;
  const VolumeQuadrature quadrature;  ///< where the flux is not linear
  const ShockMethod shocks;
  const StateSpeeds speeds;  ///< initial_speeds
  const LocalModels models;
  const std::vector<double> damping;  ///< sponge_damping
  const FluxValues flux_parameters;
  const std::vector<CircuitRate> circuits;  ///< as the wave operator has them
  const std::unique_ptr<WaveOperator> wave;

  /// Values of gradients at a node that stages take, of an artificial viscosity too; 0: there is none.
  int n_gradients() const;
  StepLimits step_limits() const;
  /// The largest relaxation rate in a cell, of the equation, local models and sponges, which act at once,
  /// 1/s.
  double relaxation(int cell) const;

  /// Values of a state: the fields', then the auxiliaries of local models.
  std::size_t n_values() const { return discretization.n_dofs(physics.n_fields) + wave->n_auxiliaries(); }
};

}  // namespace dgsolve
