#include "solver/waves/forms/cell_forms.hpp"

#include "solver/waves/forms/covariant_form.hpp"

namespace dgsolve {

CellForms::CellForms(const Discretization& discretization, const Physics& physics,
                     VolumeQuadrature quadrature, ShockMethod shocks, int n_gradients)
    : d_(discretization), physics_(physics), n_gradients_(n_gradients) {
  if (has_covariant_cells(d_, physics)) covariant_.emplace(d_);
  if (!physics.info.linear) weak_.emplace(d_, quadrature);
  if (n_gradients > 0) viscous_.emplace(d_, weak_->project_to_face());
  if (shocks != ShockMethod::none) limiter_.emplace(d_, shocks, weak_->view());
}

void CellForms::set_views(WaveProblem& problem) const {
  problem.linear = physics_.info.linear;
  problem.reference = d_.element.view();
  problem.quadrature = d_.element.quadrature_view();
  problem.geometry = d_.factors.view();
  problem.trace = d_.trace.view();
  if (covariant_) {
    problem.geometry.covariant = covariant_->view();
    problem.quadrature = covariant_->element.quadrature_view();
  }
  if (weak_) problem.quadrature = weak_->view();
  if (viscous_) problem.viscous = viscous_->view(n_gradients_);
  if (limiter_) problem.steps.limiter = limiter_->view();
}

}  // namespace dgsolve
