// Cells of an interior penalty operator whose factors vary inside: curved ones, and those with formulas for
// κ, λ or a robin coefficient. Their matrices are made by quadrature.
#include <algorithm>

#include "solver/interior_penalty/interior_penalty.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

/// m ← m + diag(factors) b
void add_scaled_rows(Matrix& m, const std::vector<double>& factors, const Matrix& b) {
  for (int q = 0; q < m.rows; ++q)
    for (int i = 0; i < m.cols; ++i) m(q, i) += factors[q] * b(q, i);
}

}  // namespace

InteriorPenalty::Size InteriorPenalty::set_general_factors(int e) {
  const Discretization& d = discretization;
  const CellPoints p = element.points(e);
  const std::vector<double> kappa = medium.kappa(e, p.x);
  set_volume_block(e, p, kappa);
  // The straight cell's estimate, with the worst ratios of Jacobians and of κ in the cell.
  const int square = d.mesh.dim * d.mesh.dim;
  double lowest_kappa = 0, highest_kappa = 0;
  for (int q = 0; q < element.n_points(); ++q) {
    double trace = 0;
    for (int i = 0; i < square; i += d.mesh.dim + 1) trace += kappa[q * square + i];
    lowest_kappa = q == 0 ? trace : std::min(lowest_kappa, trace);
    highest_kappa = std::max(highest_kappa, trace);
  }
  Size size;
  double area = 0, stretch = 1;
  for (int f = 0; f < d.element.n_faces; ++f) {
    const FaceSize face = set_flux_matrix(e, f, p, kappa);
    size.kappa[f] = face.kappa * highest_kappa / lowest_kappa;
    stretch = std::max(stretch, face.largest_sJ * simplex_measure(d.mesh.dim - 1) / face.area);
    area += counted_share(e, f) * face.area;
  }
  size.area_per_volume = area * stretch / (*std::ranges::min_element(p.J) * simplex_measure(d.mesh.dim));
  return size;
}

/// ∫κ∇u·∇v + λuv. kappa: at all of the cell's points.
void InteriorPenalty::set_volume_block(int e, const CellPoints& p, const std::vector<double>& kappa) {
  const int dim = discretization.mesh.dim, square = dim * dim, Nq = element.Nq(),
            Np = discretization.element.Np;
  const std::vector<double> lambda = medium.lambda(e, element.inside(p));
  Matrix block(Np, Np);
  std::vector<double> factors(Nq);
  for (int i = 0; i < dim; ++i) {
    Matrix flux(Nq, Np);  // component i of the contravariant flux, times the rule's weight
    for (int j = 0; j < dim; ++j) {
      for (int q = 0; q < Nq; ++q) {
        const double* metric = p.metric_at(q);
        factors[q] = element.cell_rule.weights[q] / p.J_at(q) *
                     bilinear(dim, metric + i * dim, &kappa[q * square], metric + j * dim);
      }
      add_scaled_rows(flux, factors, element.Dq[j]);
    }
    add_scaled(block, 1, transpose(element.Dq[i]) * flux);
  }
  for (int q = 0; q < Nq; ++q) factors[q] = element.cell_rule.weights[q] * p.J_at(q) * lambda[q];
  Matrix reaction(Nq, Np);
  add_scaled_rows(reaction, factors, element.V);
  add_scaled(block, 1, transpose(element.V) * reaction);
  store(block, general_index_[e], own_block_);
}

/// Puts sJ nᵀκ∇u at the face's points into a polynomial on the reference face that has the same integrals
/// against the test functions.
InteriorPenalty::FaceSize InteriorPenalty::set_flux_matrix(int e, int face, const CellPoints& p,
                                                           const std::vector<double>& kappa) {
  const ReferenceElement& r = discretization.element;
  const int dim = r.dim, square = dim * dim, Nfq = element.Nfq();
  FaceSize size;
  Matrix flux(Nfq, r.Np);
  std::vector<std::vector<double>> c(dim, std::vector<double>(Nfq));
  double row[3];
  for (int q = 0; q < Nfq; ++q) {
    const int point = element.point(face, q);
    const double *n = p.normal_at(face, q), sJ = p.sJ_at(face, q);
    times_tensor(dim, n, &kappa[static_cast<std::size_t>(point) * square], row);
    for (int j = 0; j < dim; ++j)
      c[j][q] = dot_product(dim, row, p.metric_at(point) + j * dim) / p.J_at(point);
    size.kappa = std::max(size.kappa, dot_product(dim, row, n) / (sJ * sJ));
    size.area += element.face_rule.weights[q] * sJ;
    size.largest_sJ = std::max(size.largest_sJ, sJ);
  }
  for (int j = 0; j < dim; ++j) add_scaled_rows(flux, c[j], element.face_V * element.face_D(face, j));
  store(element.face_project * flux, static_cast<std::size_t>(general_index_[e]) * r.n_faces + face,
        flux_matrix_);
  return size;
}

/// Penalty or robin coefficient against the masses of the cell's faces.
void InteriorPenalty::set_penalty_matrices(int e) {
  const ReferenceElement& r = discretization.element;
  const CellPoints p = element.points(e);
  for (int f = 0; f < r.n_faces; ++f) {
    std::vector<double> factors = penalty_at(e, f, element.on_face(p, f));
    for (int q = 0; q < element.Nfq(); ++q) factors[q] *= element.face_rule.weights[q] * p.sJ_at(f, q);
    Matrix weighted(element.Nfq(), r.Nfp);
    add_scaled_rows(weighted, factors, element.face_V);
    store(transpose(element.face_V) * weighted, static_cast<std::size_t>(general_index_[e]) * r.n_faces + f,
          penalty_matrix_);
  }
}

}  // namespace dgsolve
