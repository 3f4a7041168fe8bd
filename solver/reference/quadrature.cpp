#include "solver/reference/quadrature.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "solver/linear/dense.hpp"
#include "solver/reference/jacobi.hpp"
#include "solver/reference/symmetric_rules.hpp"

namespace dgsolve {
namespace {

/// The first of an orbit's points: dim + 1 barycentric coordinates, in ascending order.
std::vector<double> first_point(int dim, const Orbit& orbit) {
  const auto [a, b, c] = orbit.parameters;
  std::vector<double> x;
  switch (orbit.kind) {
    case OrbitKind::centre:
      x.assign(dim + 1, 1.0 / (dim + 1));
      break;
    case OrbitKind::median:
      x.assign(dim, a);
      x.push_back(1 - dim * a);
      break;
    case OrbitKind::bimedian:
      x = {a, a, 0.5 - a, 0.5 - a};
      break;
    case OrbitKind::plane:
      x = {a, a, b, 1 - 2 * a - b};
      break;
    case OrbitKind::general:
      x = dim == 2 ? std::vector{a, b, 1 - a - b} : std::vector{a, b, c, 1 - a - b - c};
  }
  std::sort(x.begin(), x.end());
  return x;
}

/// A tabled rule, or where none is given a conical one.
Quadrature points_of(std::span<const Orbit> orbits, int dim, int degree) {
  if (orbits.empty())
    return dim == 2 ? symmetric_triangle_quadrature(degree) : simplex_quadrature(dim, degree);
  const double volume = dim == 2 ? 2 : 4.0 / 3;
  Quadrature rule{dim, {}, {}};
  for (const Orbit& orbit : orbits) {
    std::vector<double> x = first_point(dim, orbit);
    do {
      for (int i = 1; i <= dim; ++i) rule.points.push_back(2 * x[i] - 1);
      rule.weights.push_back(volume * orbit.weight);
    } while (std::next_permutation(x.begin(), x.end()));
  }
  return rule;
}

}  // namespace

Quadrature gauss_jacobi(int n, double alpha, double beta) {
  if (n < 1) throw std::invalid_argument(fmt::format("gauss_jacobi: {} points; at least 1", n));
  // The points are the eigenvalues of the recurrence matrix; the weights follow from the first components of
  // its eigenvectors (Golub & Welsch 1969).
  Matrix recurrence(n, n);
  for (int i = 0; i < n; ++i) {
    const auto [a, b] = jacobi_recurrence(i, alpha, beta);
    recurrence(i, i) = b;
    if (i > 0) recurrence(i, i - 1) = recurrence(i - 1, i) = a;
  }
  auto [values, vectors] = symmetric_eigen(recurrence);
  Quadrature rule{1, std::move(values), {}};
  const double total = jacobi_weight_integral(alpha, beta);
  for (int i = 0; i < n; ++i) rule.weights.push_back(total * vectors(0, i) * vectors(0, i));
  return rule;
}

Quadrature simplex_quadrature(int dim, int degree) {
  if (dim < 1 || dim > 3 || degree < 0)
    throw std::invalid_argument(fmt::format(
        "simplex_quadrature: dim {}, degree {}; dim is 1, 2 or 3, the degree at least 0", dim, degree));
  // From dim − 1 to dim: the simplex shrinks linearly, by (1−c)/2, as the last coordinate c goes from −1 to
  // 1, and its measure by ((1−c)/2)^(dim−1), which is the weight of the rule along c.
  const int n = degree / 2 + 1;
  Quadrature rule = gauss_jacobi(n, 0, 0);
  for (int d = 2; d <= dim; ++d) {
    const Quadrature along = gauss_jacobi(n, d - 1, 0);
    Quadrature next{d, {}, {}};
    for (int k = 0; k < n; ++k) {
      const double shrink = (1 - along.points[k]) / 2;
      for (int q = 0; q < rule.size(); ++q) {
        for (int i = 0; i < d - 1; ++i)
          next.points.push_back((1 + rule.points[q * (d - 1) + i]) * shrink - 1);
        next.points.push_back(along.points[k]);
        next.weights.push_back(rule.weights[q] * along.weights[k] / (1 << (d - 1)));
      }
    }
    rule = std::move(next);
  }
  return rule;
}

Quadrature data_quadrature(int dim, int degree) {
  return points_of(symmetric_rule(dim, degree), dim, degree);
}

Quadrature curved_quadrature(int dim, int degree) {
  return points_of(fewest_points(dim, degree), dim, degree);
}

Quadrature face_quadrature(int dim, int degree) {
  if (dim == 1) return simplex_quadrature(1, degree);
  if (dim != 2) throw std::invalid_argument(fmt::format("face_quadrature: dim {}; expected 1 or 2", dim));
  return points_of(fewest_face_points(degree), dim, degree);
}

Quadrature symmetric_triangle_quadrature(int degree) {
  const Quadrature conical = simplex_quadrature(2, degree);
  Quadrature rule{2, {}, {}};
  for (int q = 0; q < conical.size(); ++q) {
    double r = conical.points[2 * q], s = conical.points[2 * q + 1];
    for (int rotation = 0; rotation < 3; ++rotation) {
      rule.points.insert(rule.points.end(), {r, s});
      rule.weights.push_back(conical.weights[q] / 3);
      const double next = -1 - r - s;  // barycentric (a, b, c) → (c, a, b), with r = 2b − 1, s = 2c − 1
      s = r;
      r = next;
    }
  }
  return rule;
}

}  // namespace dgsolve
