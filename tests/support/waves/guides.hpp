/// Guides of tests, with ports at their ends, and modes of these.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/base/names.hpp"
#include "mesh/box.hpp"
#include "mesh/read_mesh.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/geometric_factors.hpp"
#include "solver/electromagnetics/ports/port_media.hpp"
#include "solver/electromagnetics/ports/port_modes.hpp"
#include "solver/reference/reference_element.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve::test::guides {

inline constexpr double light = 299792458, ohm = 376.730313412;
inline const Units si{8.8541878188e-12, 1.25663706127e-6};

inline double hertz(double cut_off) { return cut_off * light / (2 * std::numbers::pi); }

inline PortMedium medium(double epsilon, double mu = 1, double sigma = 0) {
  PortMedium made;
  made.epsilon.epsilon_infinity = epsilon;
  made.epsilon.conductivity_rate = sigma / si.epsilon_0;
  made.mu_r = mu;
  return made;
}

using Media = std::map<std::string, PortMedium>;

inline Mesh guide(const std::string& file, int geometry_order,
                  std::map<std::string, double> parameters = {}) {
  MeshOptions options;
  options.file = std::string(DGSOLVE_SOURCE_DIR) + "/tests/meshes/ports/" + file;
  options.geometry_order = geometry_order;
  options.parameters = std::move(parameters);
  return read_mesh(options);
}

/// Gives faces whose centres are meant a group.
inline void name_faces(Mesh& mesh, const std::string& group,
                       const std::function<bool(const Point& x)>& is_meant) {
  if (index_of(mesh.boundary_names, group) < 0) mesh.boundary_names.push_back(group);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (is_meant(face_center(mesh, {e, f})))
        mesh.boundary[side_index(mesh, {e, f})] = index_of(mesh.boundary_names, group);
}

/// A coaxial line along x between conductors, "feed" and "end", whose outer conductor is the group "tube".
inline constexpr double tube_radius = 2.3024e-3, tube_length = 0.8e-3;  ///< m
inline Mesh tube(int geometry_order) {
  Mesh mesh = guide("coax.geo", geometry_order);
  name_faces(mesh, "tube", [](const Point& x) {
    return std::hypot(x[1], x[2]) > 1.9e-3 && x[0] > 1e-5 && x[0] < tube_length - 1e-5;
  });
  for (int side = 0; side < std::ssize(mesh.boundary); ++side)  // faces inside have centres out there, too
    if (mesh.neighbor[side] >= 0 && mesh.boundary[side] == index_of(mesh.boundary_names, "tube"))
      mesh.boundary[side] = -1;
  return mesh;
}

/// WR-90, 22.86 × 10.16 mm, along z.
inline Mesh wr90(int nx = 6, int ny = 3, bool two_regions = false, double jitter = 0.1) {
  return make_box({.dim = 3,
                   .cells = {nx, ny, 1},
                   .upper = {0.02286, 0.01016, 0.005},
                   .jitter = two_regions ? 0 : jitter},
                  two_regions);
}
inline const RimKinds all_pec = {{"xmin", RimKind::pec}, {"xmax", RimKind::pec}, {"ymin", RimKind::pec},
                                 {"ymax", RimKind::pec}, {"wall", RimKind::pec}, {"strip", RimKind::pec}};

inline std::shared_ptr<const PortFaces> port(const Mesh& mesh, const std::string& group,
                                             const RimKinds& walls = all_pec,
                                             const Media& media = {{"box", medium(1)}, {"air", medium(1)}},
                                             RimKind strip_walls = RimKind::pec) {
  return std::make_shared<PortFaces>(
      make_port_faces(mesh, "feed", sides_of_group(mesh, group), walls, media, strip_walls));
}

inline std::vector<PortMode> modes_of(const std::shared_ptr<const PortFaces>& faces,
                                      const std::vector<WantedMode>& wanted, std::vector<double> f = {10e9},
                                      int order = 4) {
  for (double& omega : f) omega *= 2 * std::numbers::pi;
  const auto space = port_space(faces, order);
  std::vector<PortMode> modes = find_port_modes(space, wanted, f, f[f.size() / 2], si);
  for (const PortMode& mode : modes) refuse_at_open_rim(mode, *space);
  return modes;
}

/// Calls visit(weight, x, fields along the mesh's axes) at points of the faces of a rule of degree 10.
inline void for_points(
    const Mesh& mesh, const PortFaces& faces, const ModeProfile& profile,
    const std::function<void(double, const double*, const double*, const double*)>& visit) {
  const int dim = mesh.dim;
  const Quadrature rule = data_quadrature(dim - 1, 10);
  for (std::size_t face = 0; face < faces.sides.size(); ++face) {
    const auto [e, f] = faces.sides[face];
    const CellMap map(mesh, points_on_face(dim, f, rule.points));
    std::vector<double> x(rule.size() * dim), dxdr(rule.size() * dim * dim);
    map.coordinates(e, x.data());
    map.derivatives(e, dxdr.data());
    const TransverseFields fields = profile.at(static_cast<int>(face), x);
    for (int n = 0; n < rule.size(); ++n) {
      double metric[9], normal[3];
      jacobian_and_metric(dim, &dxdr[n * dim * dim], metric);
      scaled_normal(dim, f, metric, normal);
      const double area =
          dim == 3 ? std::hypot(normal[0], normal[1], normal[2]) : std::hypot(normal[0], normal[1]);
      visit(rule.weights[n] * area, &x[n * dim], &fields.e[3 * n], &fields.h[3 * n]);
    }
  }
}

/// ½∫(e×h)·n of the profiles of two modes.
inline double power(const Mesh& mesh, const PortFaces& faces, const ModeProfile& a, const ModeProfile& b) {
  std::vector<Point> h;
  for_points(mesh, faces, b, [&](double, const double*, const double*, const double* field) {
    h.push_back({field[0], field[1], field[2]});
  });
  double sum = 0;
  std::size_t n = 0;
  for_points(mesh, faces, a, [&](double weight, const double*, const double* e, const double*) {
    const Point flow = dgsolve::cross(Point{e[0], e[1], e[2]}, h[n++]);
    for (int i = 0; i < 3; ++i) sum += weight / 2 * flow[i] * faces.frame.normal[i];
  });
  return sum;
}

}  // namespace dgsolve::test::guides
