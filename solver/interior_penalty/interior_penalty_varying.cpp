/// Implements solver/interior_penalty/interior_penalty.hpp.
/// Straight cells of an interior penalty operator in which a scalar κ varies. Its moments with products of
/// the functions in which gradients lie are made by quadrature, some cells at once.
#include <algorithm>

#include "kernels/base/cell_loop.hpp"
#include "solver/interior_penalty/interior_penalty.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

/// [n_moments][Nq]: values of κ at the points → ∫κ q_a q_b, b ≤ a.
Matrix moments_of_points(const EllipticElement& e) {
  const Matrix q = basis(e.element.dim, e.element.N - 1, e.cell_rule.points);
  Matrix moments(q.cols * (q.cols + 1) / 2, q.rows);
  for (int a = 0, row = 0; a < q.cols; ++a)
    for (int b = 0; b <= a; ++b, ++row)
      for (int k = 0; k < q.rows; ++k) moments(row, k) = e.cell_rule.weights[k] * q(k, a) * q(k, b);
  return moments;
}

/// [Nfp · n_face_gradient][Nfq]: values of κ at a face's points → C_f.
Matrix face_matrix_of_points(const EllipticElement& e) {
  const Matrix s = basis(e.element.dim - 1, e.element.N - 1, e.face_rule.points);
  Matrix products(e.element.Nfp * s.cols, s.rows);
  for (int m = 0; m < e.element.Nfp; ++m)
    for (int b = 0; b < s.cols; ++b)
      for (int k = 0; k < s.rows; ++k) products(m * s.cols + b, k) = e.face_project(m, k) * s(k, b);
  return products;
}

/// to[matrix first_matrix + lane · step] ← values [n][lane] of the lanes in use.
void store_lanes(const BatchArray& values, int n, int lanes, std::size_t first_matrix, std::size_t step,
                 BatchArray& to) {
  const int W = batch_width();
  for (int lane = 0; lane < lanes; ++lane)
    for (int i = 0; i < n; ++i) to[(first_matrix + lane * step) * n + i] = values[i * W + lane];
}

}  // namespace

void InteriorPenalty::set_varying_factors(const std::vector<int>& cells, UnsetVector<Size>& sizes) {
  const Matrix moments = moments_of_points(element), on_face = face_matrix_of_points(element);
  const BatchMatrix to_moments(moments), to_face(on_face);
  const int W = batch_width(), n = static_cast<int>(cells.size()), n_faces = element.element.n_faces;
  for_each_cell((n + W - 1) / W, [&](int batch) {
    const int first = batch * W, lanes = std::min(W, n - first);
    BatchArray kappa(static_cast<std::size_t>(element.n_points()) * W),
        values(static_cast<std::size_t>(std::max(moments.rows, on_face.rows)) * W);
    for (int lane = 0; lane < lanes; ++lane) {
      const int e = cells[first + lane];
      const std::vector<double> at_points = medium.scalar_kappa(e, element.points(e).x);
      for (int q = 0; q < element.n_points(); ++q) kappa[q * W + lane] = at_points[q];
      sizes[e] = set_varying_size(e, at_points);
    }
    to_moments.multiply(kappa.data(), values.data());
    store_lanes(values, moments.rows, lanes, first, 1, kappa_moments_);
    for (int f = 0; f < n_faces; ++f) {
      to_face.multiply(&kappa[element.point(f, 0) * W], values.data());
      store_lanes(values, on_face.rows, lanes, static_cast<std::size_t>(first) * n_faces + f, n_faces,
                  kappa_on_face_);
    }
  });
}

/// Those of a cell with κ = 1, with the largest κ of each face and the worst ratio in the cell. kappa: at all
/// of the cell's points.
InteriorPenalty::Size InteriorPenalty::set_varying_size(int e, std::span<const double> kappa) {
  const int dim = element.element.dim;
  std::vector<double> one(dim * dim);
  for (int i = 0; i < dim; ++i) one[i * (dim + 1)] = 1;
  Size size = set_straight_factors(e, one);
  const auto [lowest, highest] = std::ranges::minmax(kappa);
  for (int f = 0; f < element.element.n_faces; ++f)
    size.kappa[f] *= std::ranges::max(kappa.subspan(element.point(f, 0), element.Nfq())) * highest / lowest;
  return size;
}

}  // namespace dgsolve
