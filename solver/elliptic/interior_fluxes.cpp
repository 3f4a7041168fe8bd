#include "solver/elliptic/interior_fluxes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/base/cell_loop.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/topology/surfaces.hpp"

namespace dgsolve {
namespace {

Side across(const Mesh& mesh, Side side) {
  const int i = side_index(mesh, side);
  return {mesh.neighbor[i], mesh.neighbor_face[i]};
}

/// A side of each face inside the mesh, [group]; none where the problem has a condition. Periodic faces have
/// other vertices on their other side.
std::vector<std::vector<Side>> sides_inside(const EllipticOperator& op) {
  const Mesh& mesh = op.form.discretization.mesh;
  std::vector<std::vector<Side>> sides(mesh.boundary_names.size());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Side side{e, f};
      const int group = mesh.boundary[side_index(mesh, side)];
      if (group < 0 || across(mesh, side).element <= e || op.form.condition(group)) continue;
      if (sorted(face_vertices(mesh, side)) == sorted(face_vertices(mesh, across(mesh, side))))
        sides[group].push_back(side);
    }
  return sides;
}

/// The first region that is on one side of all faces, or −1.
int region_on_one_side(const Mesh& mesh, const std::vector<Side>& sides) {
  for (int region = 0; region < static_cast<int>(mesh.region_names.size()); ++region)
    if (std::ranges::all_of(sides, [&](Side side) {
          return (mesh.region[side.element] == region) != (mesh.region[across(mesh, side).element] == region);
        }))
      return region;
  return -1;
}

/// Out of the cell, of length 1, of the plane through the face's vertices.
Point unit_normal(const Mesh& mesh, Side side) {
  const FaceVertices v = face_vertices(mesh, side);
  const Point a = difference(mesh.nodes[v[1]], mesh.nodes[v[0]]);
  const Point b = mesh.dim == 2 ? Point{0, 0, 1} : difference(mesh.nodes[v[2]], mesh.nodes[v[0]]);
  Point n = cross(a, b);
  const Point outward = difference(face_center(mesh, side), cell_center(mesh, side.element));
  const double length = std::copysign(std::sqrt(dgsolve::dot(n, n)), dgsolve::dot(n, outward));
  for (double& c : n) c /= length;
  return n;
}

/// Whether the normal's first component that is not round-off is positive.
bool points_forward(const Point& n) {
  for (const double c : n)
    if (std::abs(c) > 1e-9) return c > 0;
  return true;
}

/// Turns the sides of parallel faces forward. Returns their normal; nothing where they are not parallel.
std::optional<Point> turn_forward(const Mesh& mesh, std::vector<Side>& sides) {
  std::optional<Point> common;
  for (Side& side : sides) {
    Point n = unit_normal(mesh, side);
    if (!points_forward(n)) {
      side = across(mesh, side);
      for (double& c : n) c = -c;
    }
    if (!common) common = n;
    for (int i = 0; i < 3; ++i)
      if (std::abs(n[i] - (*common)[i]) > 1e-6) return {};
  }
  for (double& c : *common)
    if (std::abs(c) <= 1e-9) c = 0;
  return common;
}

/// Turns the sides, so that their normals point one way. Returns which; empty: there is none.
std::string turn(const Mesh& mesh, const std::string& group, std::vector<Side>& sides) {
  if (const int region = region_on_one_side(mesh, sides); region >= 0) {
    for (Side& side : sides)
      if (mesh.region[side.element] != region) side = across(mesh, side);
    return "out of " + mesh.region_names[region];
  }
  if (const std::optional<Point> n = turn_forward(mesh, sides)) return "along " + point_text(*n);
  if (!is_closed(mesh, sides)) return "";
  std::erase_if(sides = sides_of_group(mesh, group),
                [&](Side side) { return across(mesh, side).element < 0; });
  return "out of what the faces enclose";
}

/// Out of a side's cell. A test function that is 1 there and 0 across the face has no gradients: what the
/// face adds to the form is then the flux into the cell.
double flux_out(const EllipticOperator& op, Side side, std::span<const double> u) {
  const std::size_t Np = op.form.discretization.element.Np;
  const Matrix face = op.form.face_matrix(side.element, side.face);
  const std::size_t first[2] = {side.element * Np, across(op.form.discretization.mesh, side).element * Np};
  double into = 0;
  for (std::size_t i = 0; i < Np; ++i)
    for (std::size_t j = 0; j < 2 * Np; ++j)
      into += face(static_cast<int>(i), static_cast<int>(j)) * u[first[j / Np] + j % Np];
  return -into;
}

}  // namespace

std::map<std::string, std::optional<InteriorFlux>> interior_fluxes(const EllipticOperator& op,
                                                                   std::span<const double> u) {
  const Mesh& mesh = op.form.discretization.mesh;
  std::vector<std::vector<Side>> all = sides_inside(op);
  std::map<std::string, std::optional<InteriorFlux>> fluxes;
  for (std::size_t group = 0; group < all.size(); ++group) {
    std::vector<Side>& sides = all[group];
    if (sides.empty()) continue;
    std::optional<InteriorFlux>& flux = fluxes[mesh.boundary_names[group]];
    const std::string normal = turn(mesh, mesh.boundary_names[group], sides);
    if (normal.empty()) continue;
    flux = {sum_over_cells<double>(static_cast<int>(sides.size()),
                                   [&](int s) { return flux_out(op, sides[s], u); }),
            normal};
  }
  return fluxes;
}

}  // namespace dgsolve
