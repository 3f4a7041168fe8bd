/// Implements solver/interior_penalty/interior_penalty.hpp.
/// Cells of an interior penalty operator whose factors vary inside: curved ones, and those with formulas for
/// κ, λ or a robin coefficient. Their matrices are made by quadrature, some cells at once.
#include <algorithm>

#include "kernels/base/cell_loop.hpp"
#include "solver/interior_penalty/interior_penalty.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

/// [columns][matrix][rows]: what a column of their product with a vector is summed from.
std::vector<double> columns_of(std::span<const Matrix> matrices) {
  std::vector<double> columns;
  for (int i = 0; i < matrices[0].cols; ++i)
    for (const Matrix& m : matrices)
      for (int q = 0; q < m.rows; ++q) columns.push_back(m(q, i));
  return columns;
}

/// [Np][matrix, Nq]: matrices side by side, transposed.
Matrix transposed_rows(const std::vector<Matrix>& matrices) {
  const int n = matrices[0].rows;
  Matrix all(matrices[0].cols, n * static_cast<int>(matrices.size()));
  for (std::size_t j = 0; j < matrices.size(); ++j)
    for (int q = 0; q < n; ++q)
      for (int i = 0; i < all.rows; ++i) all(i, static_cast<int>(j) * n + q) = matrices[j](q, i);
  return all;
}

}  // namespace

/// What all cells share.
struct InteriorPenalty::GeneralTables {
  explicit GeneralTables(const EllipticElement& e)
      : divergence(transposed_rows(e.Dq)),
        to_nodes(transpose(e.V)),
        face_project(e.face_project),
        gradient(columns_of(e.Dq)),
        values(columns_of({&e.V, 1})) {
    for (int f = 0; f < e.element.n_faces; ++f) {
      std::vector<Matrix> at_points;
      at_points.reserve(e.element.dim);
      for (int j = 0; j < e.element.dim; ++j) at_points.push_back(e.face_V * e.face_D(f, j));
      face_gradient.push_back(columns_of(at_points));
    }
  }

  BatchMatrix divergence;                          ///< [Np][dim, Nq]
  BatchMatrix to_nodes;                            ///< [Np][Nq]
  BatchMatrix face_project;                        ///< [Nfp][Nfq]
  std::vector<double> gradient, values;            ///< [Np][dim][Nq], [Np][Nq]
  std::vector<std::vector<double>> face_gradient;  ///< [n_faces][Np][dim][Nfq]
};

/// The cells of one batch.
struct InteriorPenalty::GeneralBatch {
  GeneralBatch(const EllipticElement& e, int W)
      : W(W),
        stiffness(static_cast<std::size_t>(e.element.dim) * e.element.dim * e.Nq() * W),
        reaction(static_cast<std::size_t>(e.Nq()) * W),
        flux(static_cast<std::size_t>(e.element.n_faces) * e.element.dim * e.Nfq() * W),
        weighted(static_cast<std::size_t>(e.element.dim) * std::max(e.Nq(), e.Nfq()) * W),
        column(static_cast<std::size_t>(e.element.Np) * W),
        second(column.size()) {}

  int W;
  BatchArray stiffness;  ///< [dim: i][dim: j][Nq][lane]: J ∇r_i·κ∇r_j times the rule's weight
  BatchArray reaction;   ///< [Nq][lane]: Jλ times the rule's weight
  BatchArray flux;       ///< [n_faces][dim: j][Nfq][lane]: sJ n·κ∇r_j
  BatchArray weighted, column, second;
};

void InteriorPenalty::set_general_factors(const std::vector<int>& cells, UnsetVector<Size>& sizes) {
  const GeneralTables tables(element);
  const int W = batch_width(), n = static_cast<int>(cells.size());
  for_each_cell((n + W - 1) / W, [&](int b) {
    GeneralBatch batch(element, W);
    const int first = b * W, count = std::min(W, n - first);
    for (int lane = 0; lane < count; ++lane)
      sizes[cells[first + lane]] = set_general_coefficients(cells[first + lane], lane, batch);
    set_volume_blocks(tables, first, count, batch);
    set_flux_matrices(tables, first, count, batch);
  });
}

InteriorPenalty::Size InteriorPenalty::set_general_coefficients(int e, int lane, GeneralBatch& batch) const {
  const Discretization& d = discretization;
  const int dim = d.mesh.dim, square = dim * dim, Nq = element.Nq();
  const CellPoints p = element.points(e);
  const std::vector<double> kappa = medium.kappa(e, p.x), lambda = medium.lambda(e, element.inside(p));
  double row[3];
  for (int q = 0; q < Nq; ++q) {
    const double *metric = p.metric_at(q), weight = element.cell_rule.weights[q];
    for (int i = 0; i < dim; ++i) {
      times_tensor(dim, metric + i * dim, &kappa[q * square], row);
      for (int j = 0; j < dim; ++j)
        batch.stiffness[((i * dim + j) * Nq + q) * batch.W + lane] =
            weight / p.J_at(q) * dot_product(dim, row, metric + j * dim);
    }
    batch.reaction[q * batch.W + lane] = weight * p.J_at(q) * lambda[q];
  }
  // The straight cell's estimate, with the worst ratios of Jacobians and of κ in the cell.
  double lowest_kappa = 0, highest_kappa = 0;
  for (int q = 0; q < element.n_points(); ++q) {
    double trace = 0;
    for (int i = 0; i < square; i += dim + 1) trace += kappa[q * square + i];
    lowest_kappa = q == 0 ? trace : std::min(lowest_kappa, trace);
    highest_kappa = std::max(highest_kappa, trace);
  }
  Size size{};
  double area = 0, stretch = 1;
  for (int f = 0; f < d.element.n_faces; ++f) {
    const FaceSize face = set_face_coefficients(p, kappa, f, lane, batch);
    size.kappa[f] = face.kappa * highest_kappa / lowest_kappa;
    stretch = std::max(stretch, face.largest_sJ * simplex_measure(dim - 1) / face.area);
    area += counted_share(e, f) * face.area;
  }
  size.area_per_volume = area * stretch / (*std::ranges::min_element(p.J) * simplex_measure(dim));
  return size;
}

/// kappa: at all of the cell's points.
InteriorPenalty::FaceSize InteriorPenalty::set_face_coefficients(const CellPoints& p,
                                                                 const std::vector<double>& kappa, int face,
                                                                 int lane, GeneralBatch& batch) const {
  const int dim = p.dim, square = dim * dim, Nfq = element.Nfq();
  FaceSize size;
  double row[3];
  for (int q = 0; q < Nfq; ++q) {
    const int point = element.point(face, q);
    const double *n = p.normal_at(face, q), sJ = p.sJ_at(face, q);
    times_tensor(dim, n, &kappa[static_cast<std::size_t>(point) * square], row);
    for (int j = 0; j < dim; ++j)
      batch.flux[((face * dim + j) * Nfq + q) * batch.W + lane] =
          dot_product(dim, row, p.metric_at(point) + j * dim) / p.J_at(point);
    size.kappa = std::max(size.kappa, dot_product(dim, row, n) / (sJ * sJ));
    size.area += element.face_rule.weights[q] * sJ;
    size.largest_sJ = std::max(size.largest_sJ, sJ);
  }
  return size;
}

/// ∫κ∇u·∇v + λuv, a column of the matrix after another: the weighted flux of a nodal function, and then its
/// integrals against the derivatives of all.
void InteriorPenalty::set_volume_blocks(const GeneralTables& tables, int first, int count,
                                        GeneralBatch& batch) {
  const int dim = discretization.mesh.dim, Nq = element.Nq(), Np = discretization.element.Np, W = batch.W;
  const bool has_reaction = std::ranges::any_of(batch.reaction, [](double value) { return value != 0; });
  for (int k = 0; k < Np; ++k) {
    for (int i = 0; i < dim; ++i)
      combine(Nq, dim, &batch.stiffness[i * dim * Nq * W], &tables.gradient[k * dim * Nq],
              &batch.weighted[i * Nq * W]);
    tables.divergence.multiply(batch.weighted.data(), batch.column.data());
    if (has_reaction) {
      combine(Nq, 1, batch.reaction.data(), &tables.values[k * Nq], batch.weighted.data());
      tables.to_nodes.multiply(batch.weighted.data(), batch.second.data());
      for (int i = 0; i < Np * W; ++i) batch.column[i] += batch.second[i];
    }
    for (int lane = 0; lane < count; ++lane) {
      double* row = &own_block_[(static_cast<std::size_t>(first + lane) * Np + k) * Np];  // symmetric
      for (int i = 0; i < Np; ++i) row[i] = batch.column[i * W + lane];
    }
  }
}

/// Puts sJ nᵀκ∇u at the face's points into a polynomial on the reference face that has the same integrals
/// against the test functions.
void InteriorPenalty::set_flux_matrices(const GeneralTables& tables, int first, int count,
                                        GeneralBatch& batch) {
  const ReferenceElement& r = discretization.element;
  const int dim = r.dim, Nfq = element.Nfq(), Np = r.Np, Nfp = r.Nfp, W = batch.W;
  for (int f = 0; f < r.n_faces; ++f)
    for (int k = 0; k < Np; ++k) {
      combine(Nfq, dim, &batch.flux[f * dim * Nfq * W], &tables.face_gradient[f][k * dim * Nfq],
              batch.weighted.data());
      tables.face_project.multiply(batch.weighted.data(), batch.column.data());
      for (int lane = 0; lane < count; ++lane) {
        const std::size_t matrix = static_cast<std::size_t>(first + lane) * r.n_faces + f;
        for (int m = 0; m < Nfp; ++m) flux_matrix_[(matrix * Nfp + m) * Np + k] = batch.column[m * W + lane];
      }
    }
}

/// Penalty or robin coefficient against the masses of the cell's faces.
void InteriorPenalty::set_penalty_matrices(int e) {
  const ReferenceElement& r = discretization.element;
  const CellPoints p = element.points(e);
  for (int f = 0; f < r.n_faces; ++f) {
    double* matrix = &penalty_matrix_[(static_cast<std::size_t>(index_in_kind_[e]) * r.n_faces + f) *
                                      element.face_mass.a.size()];
    const std::vector<double> sigma = penalty_at(e, f, element.on_face(p, f));
    const bool is_constant =
        p.Nfq == 1 && std::ranges::all_of(sigma, [&](double s) { return s == sigma[0]; });
    if (is_constant) {
      for (std::size_t i = 0; i < element.face_mass.a.size(); ++i)
        matrix[i] = sigma[0] * p.sJ_at(f, 0) * element.face_mass.a[i];
      continue;
    }
    Matrix weighted = transpose(element.face_V);
    std::vector<double> factors(element.Nfq());
    for (int q = 0; q < element.Nfq(); ++q)
      factors[q] = sigma[q] * element.face_rule.weights[q] * p.sJ_at(f, q);
    scale_columns(weighted, factors);
    std::ranges::copy((weighted * element.face_V).a, matrix);
  }
}

}  // namespace dgsolve
