#include "solver/electromagnetics/ports/edge_elements.hpp"

#include <array>

#include "kernels/base/polynomials.hpp"
#include "solver/reference/basis.hpp"

namespace dgsolve {
namespace {

constexpr double slope[3][2] = {{-0.5, -0.5}, {0.5, 0}, {0, 0.5}};  // ∇λ along ∇r, ∇s

/// Barycentric coordinates of a reference point.
std::array<double, 3> shares(const double* r) { return {-(r[0] + r[1]) / 2, (1 + r[0]) / 2, (1 + r[1]) / 2}; }

double cross_product(const double* a, const double* b) { return a[0] * b[1] - a[1] * b[0]; }

/// Legendre's polynomials and their derivatives up to degree n − 1.
struct Legendre {
  Legendre(int n, double x) : value(n + 1, 1.0), derivative(n + 1, 0.0) {
    value[1] = x;
    derivative[1] = 1;
    for (int k = 1; k < n; ++k) {
      value[k + 1] = ((2 * k + 1) * x * value[k] - k * value[k - 1]) / (k + 1);
      derivative[k + 1] = derivative[k - 1] + (2 * k + 1) * value[k];
    }
  }
  std::vector<double> value, derivative;
};

/// Writes w_ab f as function i at point n.
void put(EdgeElements::Values& values, int n, int i, const std::array<double, 3>& lambda, int a, int b,
         double f, const double* slope_of_f) {
  const double w[2] = {lambda[a] * slope[b][0] - lambda[b] * slope[a][0],
                       lambda[a] * slope[b][1] - lambda[b] * slope[a][1]};
  values.along_r(n, i) = w[0] * f;
  values.along_s(n, i) = w[1] * f;
  values.curl(n, i) = 2 * cross_product(slope[a], slope[b]) * f + cross_product(slope_of_f, w);
}

}  // namespace

EdgeElements::Values EdgeElements::at(const std::vector<double>& points) const {
  const int n_points = static_cast<int>(points.size() / 2), n_inside = n_polynomials(2, q - 2);
  const Matrix P = basis(2, q - 2, points), P_r = basis_derivative(2, q - 2, 0, points),
               P_s = basis_derivative(2, q - 2, 1, points);
  Values values{Matrix(n_points, size()), Matrix(n_points, size()), Matrix(n_points, size())};
  for (int n = 0; n < n_points; ++n) {
    const std::array<double, 3> lambda = shares(&points[2 * n]);
    int i = 0;
    for (const auto& [a, b, unused] : simplex(2).face_vertex) {
      if (i == 3 * q) break;
      const Legendre L(q, lambda[b] - lambda[a]);
      for (int k = 0; k < q; ++k, ++i) {
        const double g[2] = {L.derivative[k] * (slope[b][0] - slope[a][0]),
                             L.derivative[k] * (slope[b][1] - slope[a][1])};
        put(values, n, i, lambda, a, b, L.value[k], g);
      }
    }
    for (const auto& [c, a, b] : {std::array{2, 0, 1}, std::array{0, 1, 2}})
      for (int k = 0; k < n_inside; ++k, ++i) {
        const double g[2] = {slope[c][0] * P(n, k) + lambda[c] * P_r(n, k),
                             slope[c][1] * P(n, k) + lambda[c] * P_s(n, k)};
        put(values, n, i, lambda, a, b, lambda[c] * P(n, k), g);
      }
  }
  return values;
}

EdgeSpace::EdgeSpace(const SectionSpace& space, int n_conductors) : elements(space.q()) {
  const Mesh& mesh = space.d.mesh;
  const TraceMap& trace = space.d.trace;
  const int q = elements.q, size = elements.size(), K = space.d.K();
  unknown.assign(static_cast<std::size_t>(K) * size, -1);
  turned.assign(unknown.size(), 1);
  for (int e = 0; e < K; ++e) {
    for (int f = 0; f < 3; ++f) {
      const int side = 3 * e + f, first = e * size + f * q;
      const FaceVertices v = face_vertices(mesh, {e, f});
      for (int k = 0; k < q; ++k)  // w_ba L_k(λ_a − λ_b) = (−1)^(k+1) w_ab L_k(λ_b − λ_a)
        if (v[0] > v[1] && k % 2 == 0) turned[first + k] = -1;
      if (trace.boundary[side] >= 0 && trace.boundary[side] < n_conductors) continue;
      const int other = 3 * trace.neighbor[side] + trace.neighbor_face[side];
      const bool is_numbered = trace.boundary[side] < 0 && other < side;
      for (int k = 0; k < q; ++k)
        unknown[first + k] = is_numbered ? unknown[other / 3 * size + other % 3 * q + k] : n_unknowns++;
    }
    for (int i = 3 * q; i < size; ++i) unknown[e * size + i] = n_unknowns++;
  }
}

}  // namespace dgsolve
