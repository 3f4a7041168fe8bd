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
#include "solver/waves/local_models.hpp"
#include "solver/waves/physics.hpp"
#include "solver/waves/schemes.hpp"
#include "solver/waves/step_limits.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// Formulas by field number, without those that are zero.
std::vector<FieldFormula> by_number(const Physics& physics, const std::map<std::string, Expression>& fields);

/// Whether a boundary's formulas are parameters of its type, and no state.
bool takes_parameters(const Physics& physics, const BoundaryOptions& boundary);

/// The key of a case below which a boundary's formulas stand: "boundaries.left.data", or, where they are
/// parameters of its type, "boundaries.left".
std::string key_of_data(const Physics& physics, const WaveOptions& options, const std::string& group);

/// How the options use the mesh's boundary groups.
std::map<std::string, BoundaryGroup> boundary_groups(const WaveOptions& options);

/// Joins the mesh's periodic boundary groups. Returns for each group whether it cuts the mesh: walls and
/// sheets do, periodic groups, interfaces and unnamed groups do not. Throws MeshError where two periodic
/// groups are not translates of each other.
std::vector<bool> apply_boundaries(Mesh& mesh, const WaveOptions& options);

/// Coefficients of the equation, from the regions' parameters.
struct Coefficients {
  int n = 0;                   ///< values a row
  std::vector<double> values;  ///< [rows][n]
  /// [K]: row of a cell; empty for equations with nodal coefficients, where the row of node i of cell e is
  /// e·Np + i.
  std::vector<int> row;

  const double* cell(int e, int Np) const {
    return &values[static_cast<std::size_t>(n) * (row.empty() ? e * Np : row[e])];
  }
};

/// Formula of each of the physics' parameters in a region. Throws std::invalid_argument where a required one
/// is missing.
std::vector<Expression> region_formulas(const Physics& physics, const WaveOptions& options,
                                        const std::string& region);

/// Evaluates the regions' parameters: at the nodes for equations with nodal coefficients; else one row for
/// each region with constant parameters, and one for each cell of the others, with the mean of the formulas.
/// Throws std::invalid_argument where a value is outside the parameter's range.
Coefficients evaluate_coefficients(const Discretization& discretization, const Physics& physics,
                                   const WaveOptions& options);

class SpatialOperator {
 public:
  /// Hands the problem to the device; variant, only_steps: as in WaveProblem; scheme: by which it will be
  /// advanced. Keeps references to discretization, physics, device and scheme.
  SpatialOperator(const Discretization& discretization, const Physics& physics, const WaveOptions& options,
                  Device& device, const std::string& variant = {}, const Scheme& scheme = schemes().front(),
                  bool only_steps = false);

  const Discretization& discretization;
  const Physics& physics;
  Device& device;
  const Scheme& scheme;
  const Coefficients coefficients;
  const LocalModels models;
  const FluxValues flux_parameters;
  const std::unique_ptr<WaveOperator> wave;

  StepLimits step_limits() const;
  /// The largest relaxation rate in a cell, of the equation and of local models, which act at once, 1/s.
  double relaxation(int cell) const;

  /// Values of a state: the fields', then the auxiliaries of local models.
  std::size_t n_values() const { return discretization.n_dofs(physics.n_fields) + wave->n_auxiliaries(); }
};

}  // namespace dgsolve
