/// Forces, moments and heat that a flow gives to bodies: sums of the scheme's own numerical fluxes of
/// momentum and energy through their faces, so that the flow loses what bodies get.
#pragma once

#include <string>
#include <vector>

#include "solver/flow/force_options.hpp"
#include "solver/waves/diagnostics/boundary_flux.hpp"

namespace dgsolve {

/// A column of a table of forces.
struct ForceColumn {
  std::string name, unit;  ///< unit: SI; empty: it has none
};
/// Force, its viscous part, moment, heat, y⁺, coefficients: those that the equation and the options have.
std::vector<ForceColumn> force_columns(const Physics& physics, const ForceOptions& options);

class Forces {
 public:
  /// Keeps a reference to the operator. Throws std::logic_error where the equation has no momentum.
  Forces(const SpatialOperator& op, const WaveOptions& wave, const ForceOptions& options);

  SamplePoints samples() const { return flux_.samples(); }
  /// [force_columns]. values: of the samples, [point][field].
  std::vector<double> at(std::span<const double> values, double t) const;

 private:
  struct Sums;

  void add(const BoundaryPoint& point, Sums& sums) const;
  double heat_at(const BoundaryPoint& point) const;
  double y_plus_at(const BoundaryPoint& point) const;

  const SpatialOperator& op_;
  const ForceOptions options_;
  const BoundaryFlux flux_;
  const int first_momentum_, energy_;  ///< fields
};

}  // namespace dgsolve
