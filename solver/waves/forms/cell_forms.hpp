/// The form that a problem's cells take: straight or curved, in covariant components, or weak.
#pragma once

#include <optional>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/covariant_cells.hpp"
#include "solver/waves/forms/limiter_form.hpp"
#include "solver/waves/forms/viscous_faces.hpp"
#include "solver/waves/forms/weak_quadrature.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {

class CellForms {
 public:
  /// quadrature, shocks: where the flux is not linear; n_gradients: that a device finds at a node. Keeps
  /// references to discretization and physics. Throws as WeakQuadrature.
  CellForms(const Discretization& discretization, const Physics& physics, VolumeQuadrature quadrature,
            ShockMethod shocks, int n_gradients);

  /// Hands over operators and geometry, as views of this.
  void set_views(WaveProblem& problem) const;
  /// The points of the weak form on the reference face, [n][dim−1]; null where cells do not take it.
  const std::vector<double>* weak_face_points() const { return weak_ ? &weak_->face_points() : nullptr; }

 private:
  const Discretization& d_;
  const Physics& physics_;
  const int n_gradients_;
  std::optional<CovariantCells> covariant_;
  std::optional<WeakQuadrature> weak_;
  std::optional<ViscousFaces> viscous_;
  std::optional<LimiterForm> limiter_;
};

}  // namespace dgsolve
