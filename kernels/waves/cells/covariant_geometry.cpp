#include "kernels/waves/cells/covariant_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace dgsolve {
namespace {

using Vector = std::array<double, 3>;
/// Of a symmetric matrix: 11, 22, 33, 23, 13, 12.
using Symmetric = std::array<double, 6>;
using Square = std::array<Vector, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector at(const double* v) { return {v[0], v[1], v[2]}; }

/// ∂x/∂r along the edge from vertex 0 to a vertex, from a map's tangents [3][3]; zero at vertex 0.
Vector edge_to(const double* tangents, int vertex) {
  return vertex == 0 ? Vector{} : at(tangents + static_cast<std::ptrdiff_t>(vertex - 1) * 3);
}

Square full(const Symmetric& s) { return {{{s[0], s[5], s[4]}, {s[5], s[1], s[3]}, {s[4], s[3], s[2]}}}; }

Symmetric inverse(const Symmetric& s) {
  const Square m = full(s);
  const Vector c0 = cross(m[1], m[2]), c1 = cross(m[2], m[0]), c2 = cross(m[0], m[1]);
  const double det = dot(m[0], c0);
  return {c0[0] / det, c1[1] / det, c2[2] / det, c1[2] / det, c0[2] / det, c0[1] / det};
}

/// Smallest and largest eigenvalue of M⁻¹W (O. K. Smith, Commun. ACM 4 (1961) 168,
/// doi:10.1145/355578.366316), M⁻¹ = L Lᵀ: those of the symmetric Lᵀ W L.
std::array<double, 2> extreme_eigenvalues(const Symmetric& M_inverse, const Symmetric& weights) {
  const Square A = full(M_inverse), W = full(weights);
  Square L{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = A[i][j];
      for (int k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
      L[i][j] = i == j ? std::sqrt(sum) : sum / L[j][j];
    }
  Square B{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) B[i][j] += L[k][i] * W[k][l] * L[l][j];
  const double mean = (B[0][0] + B[1][1] + B[2][2]) / 3;
  for (int i = 0; i < 3; ++i) B[i][i] -= mean;
  double squares = 0;
  for (const Vector& row : B) squares += dot(row, row);
  const double p = std::sqrt(squares / 6);
  if (!(p > 1e-15 * mean)) return {mean, mean};
  const double half_det = dot(B[0], cross(B[1], B[2])) / (2 * p * p * p);
  const double angle = std::acos(std::clamp(half_det, -1.0, 1.0)) / 3;
  return {mean + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3), mean + 2 * p * std::cos(angle)};
}

/// The largest eigenvalue of A⁻¹A', where A = √g g⁻¹ of the tangents of a face and A' of other ones: both
/// have the determinant 1.
double largest_ratio(const Vector& t0, const Vector& t1, const Vector& c0, const Vector& c1) {
  const Vector n = cross(t0, t1), n_c = cross(c0, c1);
  const double trace =
      (dot(t0, t0) * dot(c1, c1) - 2 * dot(t0, t1) * dot(c0, c1) + dot(t1, t1) * dot(c0, c0)) /
      std::sqrt(dot(n, n) * dot(n_c, n_c));
  return trace / 2 + std::sqrt(std::max(0.0, trace * trace / 4 - 1));
}

}  // namespace

void CovariantGeometry::weights(int element, double* to) const {
  const int Nq = problem_.quadrature.Nq;
  std::vector<double> tangents(static_cast<std::size_t>(Nq) * 9);
  problem_.geometry.covariant.at_points(element, tangents.data());
  for (int q = 0; q < Nq; ++q, to += weight_values) {
    const Vector e[3] = {at(&tangents[q * 9]), at(&tangents[q * 9 + 3]), at(&tangents[q * 9 + 6])};
    const double J = dot(e[0], cross(e[1], e[2]));
    const double products[] = {dot(e[0], e[0]), dot(e[1], e[1]), dot(e[2], e[2]),
                               dot(e[1], e[2]), dot(e[0], e[2]), dot(e[0], e[1])};
    std::ranges::transform(products, to, [J](double product) { return product / J; });
  }
}

void CovariantGeometry::jacobian(int element, double* to) const {
  std::vector<double> tangents(static_cast<std::size_t>(problem_.quadrature.Nq) * 9), J;
  problem_.geometry.covariant.at_points(element, tangents.data());
  for (std::size_t point = 0; point < tangents.size(); point += 9)
    J.push_back(dot(at(&tangents[point]), cross(at(&tangents[point + 3]), at(&tangents[point + 6]))));
  const auto [smallest, largest] = std::ranges::minmax(J);
  to[0] = smallest;
  to[1] = smallest / largest;
}

void CovariantGeometry::mean(int element, double* to) const {
  const QuadratureView& rule = problem_.quadrature;
  std::vector<double> all(static_cast<std::size_t>(rule.Nq) * weight_values);
  weights(element, all.data());
  Symmetric mean{};
  double volume = 0;
  for (int q = 0; q < rule.Nq; ++q) {
    volume += rule.weights[q];
    for (int i = 0; i < weight_values; ++i) mean[i] += rule.weights[q] * all[q * weight_values + i];
  }
  for (double& value : mean) value /= volume;
  const Symmetric inverse_mean = inverse(mean);
  double smallest = 1, largest = 1;
  for (int q = 0; q < rule.Nq; ++q) {
    Symmetric of_point;
    std::copy_n(&all[q * weight_values], weight_values, of_point.begin());
    const auto [low, high] = extreme_eigenvalues(inverse_mean, of_point);
    smallest = std::min(smallest, low);
    largest = std::max(largest, high);
  }
  to = std::ranges::transform(inverse_mean, to, [&](double value) { return value / largest; }).out;
  *to = smallest / largest;
}

void CovariantGeometry::edges(int element, double* to) const {
  constexpr int from[] = {0, 0, 0, 1, 1, 2}, other[] = {1, 2, 3, 2, 3, 3};
  double chords[9];
  problem_.geometry.covariant.of_chords(element, chords);
  double squared[6], sum = 0;
  for (int i = 0; i < 6; ++i) {
    const Vector edge = difference(edge_to(chords, other[i]), edge_to(chords, from[i]));
    sum += squared[i] = dot(edge, edge);
  }
  const double volume = std::pow(sum / 6, 1.5);
  for (const double length : squared) *to++ = length / volume;
  const int Nfq = problem_.quadrature.Nfq;
  std::vector<double> exact(static_cast<std::size_t>(Nfq) * tangent_values);
  for (int face = 0; face < n_faces; ++face) {
    const Vector first = edge_to(chords, vertex(face, 0));
    const Vector c0 = difference(edge_to(chords, vertex(face, 1)), first),
                 c1 = difference(edge_to(chords, vertex(face, 2)), first);
    tangents(element, face, exact.data());
    double largest = 1;
    for (int q = 0; q < Nfq; ++q)
      largest = std::max(
          largest, largest_ratio(at(&exact[q * tangent_values]), at(&exact[q * tangent_values + 3]), c0, c1));
    const Vector n = cross(c0, c1);
    *to++ = volume / (std::sqrt(dot(n, n)) * largest);
  }
}

void CovariantGeometry::tangents(int element, int face, double* to) const {
  const int Nfq = problem_.quadrature.Nfq;
  std::vector<double> all(static_cast<std::size_t>(n_faces) * Nfq * 9);
  problem_.geometry.covariant.at_face_points(element, all.data());
  for (int q = 0; q < Nfq; ++q) {
    const double* map = &all[(static_cast<std::size_t>(face) * Nfq + q) * 9];
    for (int k = 1; k < 3; ++k)
      to =
          std::ranges::copy(difference(edge_to(map, vertex(face, k)), edge_to(map, vertex(face, 0))), to).out;
  }
}

bool CovariantGeometry::points_outward(int face) const {
  constexpr double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Vector first = edge_to(unit, vertex(face, 0));
  const Vector normal = cross(difference(edge_to(unit, vertex(face, 1)), first),
                              difference(edge_to(unit, vertex(face, 2)), first));
  const int opposite = 6 - vertex(face, 0) - vertex(face, 1) - vertex(face, 2);
  return dot(difference(first, edge_to(unit, opposite)), normal) > 0;
}

}  // namespace dgsolve
