#include "app/problem/measured_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "mesh/base/faces.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/nodes.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

/// Barycentric multi-indices of points between which a curved cell hardly reaches further.
std::vector<int> fine_lattice(const Mesh& mesh) { return simplex_lattice(mesh.dim, 2 * mesh.geometry_order); }

/// Points of the lattice on the bi-unit simplex: [n][dim].
std::vector<double> lattice_points(const Mesh& mesh) {
  std::vector<double> points;
  const std::vector<int> lattice = fine_lattice(mesh);
  for (std::size_t i = 0; i < lattice.size(); ++i)
    if (i % (mesh.dim + 1) > 0) points.push_back(static_cast<double>(lattice[i]) / mesh.geometry_order - 1);
  return points;
}

/// A rule on faces. Area elements are no polynomials: it is exact to many digits where cells bend gently.
Quadrature face_rule(const Mesh& mesh) { return simplex_quadrature(mesh.dim - 1, 4 * mesh.geometry_order); }

/// Points of the rule on the face opposite to a vertex of the bi-unit simplex: [n][dim].
std::vector<double> face_points(const Mesh& mesh, const Quadrature& rule, int opposite) {
  const int dim = mesh.dim;
  std::vector<double> points;
  for (int q = 0; q < rule.size(); ++q) {
    std::array<double, 4> lambda = {0, 0, 0, 0};  // barycentric, of the cell
    double rest = 1;
    for (int i = 0, v = 0; i < dim; ++i, ++v) {
      if (v == opposite) ++v;
      const double share = i + 1 < dim ? (rule.points[q * (dim - 1) + i] + 1) / 2 : rest;
      lambda[v] = share;
      rest -= share;
    }
    for (int i = 0; i < dim; ++i) points.push_back(2 * lambda[i + 1] - 1);
  }
  return points;
}

class CellMeasure {
 public:
  explicit CellMeasure(const Mesh& mesh)
      : mesh_(mesh),
        rule_(simplex_quadrature(mesh.dim, mesh.dim * (mesh.geometry_order - 1))),  // the Jacobian's degree
        face_rule_(face_rule(mesh)),
        lattice_(fine_lattice(mesh)),
        to_rule_(mesh, rule_.points),
        to_lattice_(mesh, lattice_points(mesh)) {
    for (int v = 0; v <= mesh.dim; ++v) to_faces_.emplace_back(mesh, face_points(mesh, face_rule_, v));
  }

  Measured cell(int e) const {
    if (!is_straight(mesh_, e)) {
      std::vector<double> J(rule_.size());
      to_rule_.jacobians(e, J.data());
      return {1, 0, std::inner_product(J.begin(), J.end(), rule_.weights.begin(), 0.0), curved_extent(e, {})};
    }
    Measured cell{1, 0, volume(mesh_, e), {}};
    for (int v = 0; v <= mesh_.dim; ++v) cell.extent.add(mesh_.vertex(e, v));
    return cell;
  }

  Measured face(Side side) const {
    const int opposite = opposite_vertex(mesh_.dim, side.face);
    Measured face{1, 0, area(side.element, opposite), {}};
    if (is_straight(mesh_, side.element)) {
      for (const int vertex : face_vertices(mesh_, side))
        if (vertex >= 0) face.extent.add(mesh_.nodes[vertex]);
    } else {
      face.extent = curved_extent(side.element, opposite);
    }
    return face;
  }

 private:
  /// Of the face opposite to a vertex with the barycentric coordinate λ: with d dimensions it is
  /// 2^d/(d − 1)! times the mean of |J∇λ|, for a straight cell has the volume V = 2^d J/d! and the face
  /// dV|∇λ|.
  double area(int e, int opposite) const {
    const int dim = mesh_.dim;
    std::vector<double> dxdr(face_rule_.size() * dim * dim);
    to_faces_[opposite].derivatives(e, dxdr.data());
    double sum = 0, weights = 0;
    for (int q = 0; q < face_rule_.size(); ++q) {
      double metric[9], square = 0;  // J ∂r_i/∂x_j
      jacobian_and_metric(dim, &dxdr[q * dim * dim], metric);
      for (int j = 0; j < dim; ++j) {
        double gradient = 0;  // of λ; λ_i+1 = (r_i + 1)/2
        for (int i = 0; i < dim; ++i)
          if (opposite == 0 || opposite == i + 1) gradient += metric[i * dim + j] / (opposite == 0 ? -2 : 2);
        square += gradient * gradient;
      }
      sum += face_rule_.weights[q] * std::sqrt(square);
      weights += face_rule_.weights[q];
    }
    return 4 * sum / weights;  // 2^d/(d − 1)! with d = 2, 3
  }

  /// Of a cell, or of its face opposite to a vertex.
  Extent curved_extent(int e, std::optional<int> opposite) const {
    std::vector<double> x(to_lattice_.size() * mesh_.dim);
    to_lattice_.coordinates(e, x.data());
    Extent extent;
    for (int i = 0; i < to_lattice_.size(); ++i) {
      if (opposite && lattice_[i * (mesh_.dim + 1) + *opposite] > 0) continue;
      std::array<double, 3> at = {0, 0, 0};
      std::copy_n(&x[i * mesh_.dim], mesh_.dim, at.begin());
      extent.add(at);
    }
    return extent;
  }

  const Mesh& mesh_;
  const Quadrature rule_, face_rule_;
  const std::vector<int> lattice_;
  const CellMap to_rule_, to_lattice_;
  std::vector<CellMap> to_faces_;  ///< [opposite vertex]
};

}  // namespace

void Extent::add(const std::array<double, 3>& x) {
  for (int i = 0; i < 3; ++i) {
    lower_[i] = std::min(lower_[i], x[i]);
    upper_[i] = std::max(upper_[i], x[i]);
  }
}

void Extent::add(const Extent& other) {
  for (const auto& x : {other.lower_, other.upper_})
    if (x[0] < none && x[0] > -none) add(x);
}

double Extent::diagonal() const {
  return std::hypot(upper_[0] - lower_[0], upper_[1] - lower_[1], upper_[2] - lower_[2]);
}

std::string Extent::corner(const std::array<double, 3>& x, int dim) const {
  const double rounding = 1e-12 * diagonal();
  std::string text = "(";
  for (int i = 0; i < dim; ++i)
    text += fmt::format("{}{:.4g}", i > 0 ? ", " : "", std::abs(x[i]) < rounding ? 0 : x[i]);
  return text + ")";
}

Measured& Measured::operator+=(const Measured& other) {
  n += other.n;
  n_inside += other.n_inside;
  size += other.size;
  extent.add(other.extent);
  return *this;
}

std::string Measured::text(int dim, int space_dim, bool si) const {
  const char* const sizes[] = {"length", "area", "volume"};
  const char* const units[] = {" m", " m^2", " m^3"};
  const std::string inside = n_inside == 0   ? ""
                             : n_inside == n ? " inside the mesh"
                                             : fmt::format(" ({} of them inside the mesh)", n_inside);
  return fmt::format("{} {}{}, {} {:.4g}{}, {}", n, dim == space_dim ? "cells" : "faces", inside,
                     sizes[dim - 1], size, si ? units[dim - 1] : "", extent.text(space_dim));
}

std::vector<Measured> measure_regions(const Mesh& mesh) {
  const CellMeasure measure(mesh);
  std::vector<Measured> regions(mesh.region_names.size());
  for (int e = 0; e < mesh.n_elements(); ++e) regions[mesh.region[e]] += measure.cell(e);
  return regions;
}

std::vector<Measured> measure_boundaries(const Mesh& mesh) {
  const CellMeasure measure(mesh);
  std::vector<Measured> groups(mesh.boundary_names.size());
  std::vector<bool> is_periodic;  // neighbours of these faces lie across the mesh
  for (const std::string& name : mesh.boundary_names)
    is_periodic.push_back(std::ranges::any_of(
        mesh.periodic_pairs, [&](const auto& pair) { return pair[0] == name || pair[1] == name; }));
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int i = side_index(mesh, {e, f}), other = mesh.neighbor[i];
      if (mesh.boundary[i] < 0) continue;
      const bool is_counted =
          other >= 0 && other < e &&
          mesh.boundary[side_index(mesh, {other, static_cast<int>(mesh.neighbor_face[i])})] ==
              mesh.boundary[i];
      if (is_counted) continue;
      Measured face = measure.face({e, f});
      face.n_inside = other >= 0 && !is_periodic[mesh.boundary[i]] ? 1 : 0;
      groups[mesh.boundary[i]] += face;
    }
  return groups;
}

}  // namespace dgsolve
