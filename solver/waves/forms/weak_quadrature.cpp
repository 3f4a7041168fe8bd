#include "solver/waves/forms/weak_quadrature.hpp"

#include <stdexcept>

namespace dgsolve {
namespace {

std::vector<double> identity(int n) {
  std::vector<double> matrix(static_cast<std::size_t>(n) * n);
  for (int i = 0; i < n; ++i) matrix[i * (n + 1)] = 1;
  return matrix;
}

std::vector<double> row_sums(const Matrix& matrix) {
  std::vector<double> sums(matrix.rows);
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j < matrix.cols; ++j) sums[i] += matrix(i, j);
  return sums;
}

}  // namespace

WeakQuadrature::WeakQuadrature(const Discretization& discretization, VolumeQuadrature choice)
    : d_(discretization), choice_(choice) {
  const ReferenceElement& e = d_.element;
  if (d_.factors.n_curved > 0) {
    if (choice != VolumeQuadrature::over_integrated)
      throw std::invalid_argument(
          "volume.quadrature: the mesh has curved cells, whose faces are integrated by more points than "
          "nodes; expected over_integrated, or a mesh of straight cells");
    face_points_ = e.face_rule.points;
    return;
  }
  const int N = e.N;
  element_.emplace(e.dim, N,
                   QuadratureRules{curved_quadrature(e.dim, 2 * N),
                                   face_quadrature(e.dim - 1, N < 4 ? 2 * N + 1 : 2 * N)});
  face_points_ = element_->face_rule.points;
  if (choice != VolumeQuadrature::over_integrated) set_nodes_of_faces();
  if (choice == VolumeQuadrature::nodal) set_nodes_of_cells();
}

/// Nodal fluxes are interpolated, and integrated exactly: P_d = M⁻¹ D_dᵀ M.
void WeakQuadrature::set_nodes_of_cells() {
  const ReferenceElement& e = d_.element;
  weights_ = row_sums(e.mass);
  identity_ = identity(e.Np);
  const Matrix inverse_mass = e.V * transpose(e.V);
  project_D_.resize(e.D.size());
  for (int d = 0; d < e.dim; ++d)
    store(inverse_mass * transpose(entry(e.D, d, e.Np, e.Np)) * e.mass, d, project_D_);
}

/// On faces P_f = LIFT.
void WeakQuadrature::set_nodes_of_faces() {
  const ReferenceElement& e = d_.element;
  face_identity_ = identity(e.Nfp);
  face_points_ = e.nodes_on_face();
  Matrix V_f(element_->face_rule.size(), e.Nfp);
  V_f.a = element_->face_V.a;
  Matrix weighted = transpose(V_f);
  scale_columns(weighted, element_->face_rule.weights);
  face_weights_ = row_sums(weighted * V_f);
}

std::vector<double> WeakQuadrature::project_to_face() const {
  if (choice_ != VolumeQuadrature::over_integrated) return face_identity_;
  return (element_ ? *element_ : d_.element).project_to_face().a;
}

QuadratureView WeakQuadrature::view() const {
  const ReferenceElement& e = d_.element;
  if (!element_) return e.quadrature_view();
  QuadratureView view = element_->quadrature_view();
  if (choice_ != VolumeQuadrature::over_integrated) {
    view.Nfq = e.Nfp;
    view.face_V = face_identity_;
    view.face_project = e.lift;
    view.face_weights = face_weights_;
  }
  if (choice_ == VolumeQuadrature::nodal) {
    view.Nq = e.Np;
    view.weights = weights_;
    view.V = identity_;
    view.D = e.D;
    view.project = identity_;
    view.project_D = project_D_;
  }
  return view;
}

}  // namespace dgsolve
