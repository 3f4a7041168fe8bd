#include "solver/discretization/geometric_factors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mesh/base/collect.hpp"
#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

/// A Jacobian below this share of the product of its columns' lengths (its upper bound, by Hadamard) is
/// round-off.
constexpr double flat = 1e-13;

std::size_t index(int a, int n) { return static_cast<std::size_t>(a) * n; }

double norm(int dim, const double* v) {
  double sum = 0;
  for (int d = 0; d < dim; ++d) sum += v[d] * v[d];
  return std::sqrt(sum);
}

/// False for NaN as well.
bool is_positive(int dim, double J, const double* dxdr) {
  double largest = 1;
  for (int j = 0; j < dim; ++j) {
    double column[3];
    for (int i = 0; i < dim; ++i) column[i] = dxdr[i * dim + j];
    largest *= norm(dim, column);
  }
  return J > flat * largest;
}

/// Throws MeshError with the first ten of the bad cells, and the first point where each one is bad.
[[noreturn]] void report(const Mesh& mesh, const std::vector<int>& bad, const std::vector<double>& points) {
  const int dim = mesh.dim;
  const CellMap map(mesh, points);
  std::vector<double> x(points.size()), dxdr(points.size() * dim), metric(dim * dim);
  std::string text = fmt::format(
      "{} of {} cells are inverted or flat (the Jacobian must be positive at every node and quadrature "
      "point):",
      bad.size(), mesh.n_elements());
  for (std::size_t i = 0; i < std::min<std::size_t>(bad.size(), 10); ++i) {
    map.coordinates(bad[i], x.data());
    map.derivatives(bad[i], dxdr.data());
    for (int q = 0; q < map.size(); ++q) {
      const double J = jacobian_and_metric(dim, &dxdr[q * dim * dim], metric.data());
      if (is_positive(dim, J, &dxdr[q * dim * dim])) continue;
      text += fmt::format("\n  cell {} in region {} at {}: Jacobian {:.6g}", bad[i],
                          mesh.region_names[mesh.region[bad[i]]], format_point(dim, &x[q * dim]), J);
      break;
    }
  }
  if (bad.size() > 10) text += "\n  …";
  throw MeshError(text);
}

/// The points at which curved cells are evaluated: cell rule, face points, then those where only the sign of
/// the Jacobian is checked.
std::vector<double> all_points(const ReferenceElement& element) {
  std::vector<double> points = element.cell_rule.points;
  points.insert(points.end(), element.face_points.begin(), element.face_points.end());
  points.insert(points.end(), element.nodes.begin(), element.nodes.end());
  points.insert(points.end(), element.data_rule.points.begin(), element.data_rule.points.end());
  return points;
}

/// A template, because factors are computed often.
template <int dim>
StraightCell straight_cell_in(const Mesh& mesh, int e) {
  StraightCell cell;
  double* const metric = cell.metric.data();
  const double J = jacobian_and_metric(dim, straight_derivatives(mesh, e).data(), metric);
  double largest_sJ = 0;
  for (int f = 0; f < dim + 1; ++f) {
    double* const n = &cell.normals[f * dim];
    scaled_normal(dim, f, metric, n);
    const double sJ = norm(dim, n);
    for (int d = 0; d < dim; ++d) n[d] /= sJ;
    cell.f_scale[f] = sJ / J;
    largest_sJ = std::max(largest_sJ, sJ);
  }
  for (int i = 0; i < dim * dim; ++i) metric[i] /= J;
  cell.jacobian = J;
  cell.smallest_altitude = 2 * J / largest_sJ;
  return cell;
}

}  // namespace

void scaled_normal(int dim, int f, const double* metric, double* n) {
  const int opposite = opposite_vertex(dim, f);
  for (int j = 0; j < dim; ++j) {
    n[j] = 0;
    if (opposite > 0)
      n[j] = -metric[(opposite - 1) * dim + j];
    else
      for (int i = 0; i < dim; ++i) n[j] += metric[i * dim + j];
  }
}

Point scaled_normal(const Mesh& mesh, Side side) {
  const std::array<double, 9> dxdr = straight_derivatives(mesh, side.element);
  double metric[9];
  Point n{};
  jacobian_and_metric(mesh.dim, dxdr.data(), metric);
  scaled_normal(mesh.dim, side.face, metric, n.data());
  return n;
}

StraightCell straight_cell(const Mesh& mesh, int e) {
  return mesh.dim == 2 ? straight_cell_in<2>(mesh, e) : straight_cell_in<3>(mesh, e);
}

GeometricFactors::GeometricFactors(const Mesh& mesh, const ReferenceElement& element)
    : curved_index(mesh.n_elements(), -1), mesh_(mesh) {
  if (mesh.n_elements() == 0) throw MeshError("the mesh has no cells");
  if (mesh.geometry_order > 1)
    for (const int e : collect<int>(mesh.n_elements(), [&](int cell, std::vector<int>&curved) {
           if (!is_straight(mesh, cell)) curved.push_back(cell);
         }))
      curved_index[e] = n_curved++;

  const int dim = mesh.dim, K = mesh.n_elements(), n_faces = mesh.n_faces();
  const int Nq = element.cell_rule.size(), Nfq = element.face_rule.size();
  smallest_altitude.resize(K);
  curved_metric.resize(index(n_curved, Nq * dim * dim));
  curved_jacobian.resize(index(n_curved, Nq));
  curved_normals.resize(index(n_curved, n_faces * Nfq * dim));

  const std::vector<double> points = all_points(element);
  const CellMap map(mesh, points);
  std::vector<char> good(K);
#pragma omp parallel for
  for (int e = 0; e < K; ++e)
    good[e] = is_curved(e) ? add_curved_cell(map, Nq, Nfq, e) : add_straight_cell(e);
  std::vector<int> bad;
  for (int e = 0; e < K; ++e)
    if (!good[e]) bad.push_back(e);
  if (!bad.empty()) report(mesh, bad, points);
}

bool GeometricFactors::add_straight_cell(int e) {
  const StraightCell cell = straight(e);
  smallest_altitude[e] = cell.smallest_altitude;
  return is_positive(mesh_.dim, cell.jacobian, straight_derivatives(mesh_, e).data());
}

bool GeometricFactors::add_curved_cell(const CellMap& map, int Nq, int Nfq, int e) {
  const int dim = mesh_.dim, n_faces = dim + 1, c = curved_index[e], square = dim * dim;
  std::vector<double> dxdr(index(map.size(), square));
  map.derivatives(e, dxdr.data());
  double smallest_J = std::numeric_limits<double>::infinity(), largest_sJ = 0;
  bool good = true;
  for (int q = 0; q < map.size(); ++q) {
    double r_x[9];
    const double J = jacobian_and_metric(dim, &dxdr[q * square], r_x);
    good = good && is_positive(dim, J, &dxdr[q * square]);
    smallest_J = std::min(smallest_J, J);
    if (q < Nq) {
      curved_jacobian[index(c, Nq) + q] = J;
      std::copy_n(r_x, square, &curved_metric[(index(c, Nq) + q) * square]);
    } else if (q < Nq + n_faces * Nfq) {
      const int face_point = q - Nq;
      double* n = &curved_normals[(index(c, n_faces * Nfq) + face_point) * dim];
      scaled_normal(dim, face_point / Nfq, r_x, n);
      largest_sJ = std::max(largest_sJ, norm(dim, n));
    }
  }
  smallest_altitude[e] = 2 * smallest_J / largest_sJ;
  return good;
}

std::vector<double> GeometricFactors::normal(int e, int f, int q) const {
  const int dim = mesh_.dim;
  const auto copy_of = [dim](const double* n) { return std::vector<double>(n, n + dim); };
  if (!is_curved(e)) return copy_of(&straight(e).normals[f * dim]);
  const std::size_t of_face = curved_normals.size() / index(n_curved, mesh_.n_faces());
  return copy_of(&curved_normals[(index(curved_index[e], mesh_.n_faces()) + f) * of_face + index(q, dim)]);
}

double GeometricFactors::smallest_jacobian(int e) const {
  if (!is_curved(e)) return straight(e).jacobian;
  const std::size_t Nq = curved_jacobian.size() / n_curved;
  const auto first = curved_jacobian.begin() + static_cast<std::ptrdiff_t>(curved_index[e] * Nq);
  return *std::min_element(first, first + static_cast<std::ptrdiff_t>(Nq));
}

GeometryView GeometricFactors::view() const {
  return {curved_index, [this](int e) { return straight(e); }, curved_metric, curved_jacobian,
          curved_normals};
}

}  // namespace dgsolve
