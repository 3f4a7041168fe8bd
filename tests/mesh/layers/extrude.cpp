#include "mesh/layers/extrude.hpp"

#include "mesh/base/faces.hpp"
#include "mesh/box.hpp"
#include "mesh/topology/connectivity.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"

namespace dgsolve {
namespace {

const char* const sides[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};

/// The volume of the cells of each region.
std::map<std::string, double> volumes(const Mesh& mesh) {
  std::map<std::string, double> volumes;
  for (int e = 0; e < mesh.n_elements(); ++e)
    volumes[mesh.region_names[mesh.region[e]]] += simplex_volume(mesh, e);
  return volumes;
}

/// Vertices only: other geometry nodes are those of straight cells.
void expect_straight_cells(const Mesh& mesh) {
  const int dim = mesh.dim;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int n = 0; n < mesh.nodes_per_element; ++n) {
      Point x = mesh.vertex(e, 0);
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < 3; ++k)
          x[k] +=
              (1 + mesh.reference_nodes[n * dim + i]) / 2 * (mesh.vertex(e, i + 1)[k] - mesh.vertex(e, 0)[k]);
      EXPECT_LT(distance(x, mesh.nodes[mesh.elements[e * mesh.nodes_per_element + n]]), 1e-12);
    }
}

TEST(Layers, around_a_box_fill_a_larger_box_with_edges_and_corners) {
  for (const int dim : {2, 3})
    for (const int geometry_order : {1, 2, 3}) {
      const Mesh box = make_box({.dim = dim,
                                 .cells = {2, 2, 2},
                                 .jitter = dim == 2 ? 0.2 : 0.15,
                                 .geometry_order = geometry_order});
      std::map<std::string, LayerOptions> groups;
      for (int i = 0; i < 2 * dim; ++i) groups[sides[i]] = {0.5, 2};
      const Layered layered = extrude_layers(box, groups);
      expect_sound(layered.mesh, false);
      expect_straight_cells(layered.mesh);
      EXPECT_NEAR(total_volume(layered.mesh), std::pow(2, dim), 1e-12);
      EXPECT_EQ(layered.regions.size(), std::pow(5, dim) - 1);
      const std::map<std::string, double> of_region = volumes(layered.mesh);
      EXPECT_NEAR(of_region.at("box_x+1_y-2"), 0.25 * 0.25, 1e-12);
      EXPECT_NEAR(of_region.at("box_x-1"), 0.25, 1e-12);
      const auto [lower, upper] = bounding_box(layered.mesh.nodes);
      EXPECT_NEAR(lower[0], -0.5, 1e-12);
      EXPECT_NEAR(upper[1], 1.5, 1e-12);
    }
}

TEST(Layers, inherit_regions_and_the_boundaries_beside_them) {
  const Mesh box = make_box({.dim = 3, .cells = {2, 1, 1}}, true);
  const Layered layered = extrude_layers(box, {{"zmax", {0.5, 1}}});
  EXPECT_EQ(layered.regions.size(), 2u);
  for (const LayerRegion& region : layered.regions) EXPECT_EQ(region.name, region.base + "_z+1");
  const Mesh& mesh = layered.mesh;
  for (const Side side : exterior_sides(mesh)) {
    const Point x = face_center(mesh, side);
    const std::string& group = mesh.boundary_names[mesh.boundary[side_index(mesh, side)]];
    const double places[] = {x[0], x[0] - 1, x[1], x[1] - 1, x[2], x[2] - 1.5};
    for (int i = 0; i < 6; ++i) {
      if (std::abs(places[i]) < 1e-9) {
        EXPECT_EQ(group, i == 5 ? "zmax_outermost" : sides[i]) << x[0] << ' ' << x[1] << ' ' << x[2];
      }
    }
  }
}

/// A half of the top belongs to a port. Names of the faces between the layers over the halves.
std::set<std::string> names_between_halves(Mesh box, const std::set<std::string>& walls,
                                           std::vector<std::string>& all_names) {
  const int dim = box.dim;
  for (const Side side : exterior_sides(box))
    if (const Point x = face_center(box, side); std::abs(x[dim - 1] - 1) < 1e-9 && x[0] < 0.5)
      box.boundary[side_index(box, side)] = static_cast<int>(box.boundary_names.size());
  box.boundary_names.emplace_back("port");
  const std::string top = dim == 2 ? "ymax" : "zmax";
  const Layered layered =
      extrude_layers(box, {{top, {0.5, 2}}, {"port", {0.5, 2}}}, {.groups = {"port"}, .walls = walls});
  const Mesh& mesh = layered.mesh;
  expect_sound(mesh, false);
  std::set<std::string> names;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Point x = face_center(mesh, {e, f});
      if (std::abs(x[0] - 0.5) > 1e-9 || x[dim - 1] < 1) continue;
      const int group = mesh.boundary[side_index(mesh, {e, f})];
      names.insert(group < 0 ? "" : mesh.boundary_names[group]);
    }
  all_names = mesh.boundary_names;
  EXPECT_EQ(layered.tubes.contains("port"), names.contains("port_tube"));
  return names;
}

TEST(Layers, of_ports_are_kept_apart_by_the_wall_that_stands_there_or_else_by_a_tube) {
  for (const int dim : {2, 3}) {
    const Mesh plain = make_box({.dim = dim, .cells = {2, 2, 2}}, true);
    Mesh with_sheet = plain;
    name_border(with_sheet, "sheet");
    std::vector<std::string> names;
    using Names = std::set<std::string>;
    EXPECT_EQ(names_between_halves(with_sheet, {"sheet"}, names), Names{"sheet"});
    for (const std::string& name : names) EXPECT_EQ(name.find("port_tube"), std::string::npos) << name;
    EXPECT_EQ(names_between_halves(with_sheet, {}, names), Names{"port_tube"}) << "it is no wall";
    EXPECT_EQ(names_between_halves(plain, {"sheet"}, names), Names{"port_tube"});
  }
}

TEST(Layers, leave_the_drawn_faces_their_names_also_where_planes_meet) {
  for (const int dim : {2, 3}) {
    Mesh box = make_box({.dim = dim, .cells = {2, 2, 1}, .jitter = 0.1});
    const Layered layered = extrude_layers(box, {{"xmax", {0.5, 2}}, {"ymax", {0.5, 1}}});
    const Mesh& mesh = layered.mesh;
    EXPECT_EQ(layered.outermost.at("xmax"), "xmax_outermost");
    std::map<std::string, int> n;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int f = 0; f < mesh.n_faces(); ++f) {
        const int group = mesh.boundary[side_index(mesh, {e, f})];
        const Point x = face_center(mesh, {e, f});
        const bool drawn_x = std::abs(x[0] - 1) < 1e-9 && x[1] < 1,
                   drawn_y = std::abs(x[1] - 1) < 1e-9 && x[0] < 1;
        const std::string name = group < 0 ? "" : mesh.boundary_names[group];
        EXPECT_EQ(name == "xmax", drawn_x) << x[0] << ' ' << x[1];
        EXPECT_EQ(name == "ymax", drawn_y) << x[0] << ' ' << x[1];
        ++n[name];
      }
    const int faces = dim == 2 ? 2 : 4;  // of a side of the box, each seen from two cells
    EXPECT_EQ(n["xmax"], 2 * faces);
    EXPECT_EQ(n["ymax"], 2 * faces);
  }
}

TEST(Layers, keep_periodic_sides_periodic) {
  for (const int dim : {2, 3}) {
    const Mesh box =
        make_box({.dim = dim, .cells = {2, 3, 2}, .periodic = {true, false, dim == 3}, .jitter = 0.1});
    const Layered layered = extrude_layers(box, {{"ymax", {0.5, 2}}, {"ymin", {0.25, 1}}});
    expect_sound(layered.mesh, true);
    for (const Side side : exterior_sides(layered.mesh)) {
      const std::string& group =
          layered.mesh.boundary_names[layered.mesh.boundary[side_index(layered.mesh, side)]];
      EXPECT_EQ(group[0], 'y');
    }
  }
}

TEST(Layers, without_a_thickness_are_as_thick_as_the_boundarys_edges_are_long) {
  const Mesh box = make_box({.dim = 2, .cells = {4, 4, 1}});
  const Layered layered = extrude_layers(box, {{"xmax", {0, 2}}});
  EXPECT_NEAR(layered.planes.at(0).built.thickness, 2 * 0.25, 1e-12);
}

/// What extrude_layers says of a mesh.
std::string refusal(const Mesh& mesh, const std::map<std::string, LayerOptions>& groups) {
  return test::mesh_error_of([&] { extrude_layers(mesh, groups); });
}

TEST(Layers, are_refused_beside_oblique_and_curved_boundaries) {
  const std::map<std::string, LayerOptions> on_top = {{"ymax", {0.5, 2}}};
  Mesh leaning = make_box({.dim = 2, .cells = {2, 2, 1}});
  for (Point& x : leaning.nodes) x[0] += 0.5 * x[1];
  EXPECT_NE(refusal(leaning, on_top).find("boundaries.xm"), std::string::npos);
  EXPECT_NE(refusal(leaning, on_top).find("right angle"), std::string::npos);
  EXPECT_NE(refusal(leaning, {{"xmax", {0.5, 2}}}).find("curved or oblique"), std::string::npos);
  Mesh bent = make_box({.dim = 2, .cells = {1, 1, 1}, .geometry_order = 2});
  for (Point& x : bent.nodes) x[1] += 0.1 * x[0] * (1 - x[0]);
  EXPECT_NE(refusal(bent, on_top).find("curved or oblique"), std::string::npos);
}

/// Three squares side by side, with two more on the outer ones; the sides of the gap are "gap" and "floor".
Mesh u_shape() {
  Mesh mesh;
  mesh.dim = 2;
  mesh.nodes_per_element = 3;
  mesh.reference_nodes = {-1, -1, 1, -1, -1, 1};
  mesh.region_names = {"all"};
  mesh.boundary_names = {"rest", "gap", "floor"};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 4; ++i) mesh.nodes.push_back({1.0 * i, 1.0 * j, 0});
  for (const int corner : {0, 1, 2, 4, 6})
    for (const std::array<int, 3>& cell :
         {std::array{corner, corner + 1, corner + 5}, std::array{corner, corner + 5, corner + 4}}) {
      mesh.elements.insert(mesh.elements.end(), cell.begin(), cell.end());
      mesh.region.push_back(0);
    }
  connect(mesh, {{{0, 1, -1}, 0},
                 {{1, 2, -1}, 0},
                 {{2, 3, -1}, 0},
                 {{3, 7, -1}, 0},
                 {{7, 11, -1}, 0},
                 {{10, 11, -1}, 0},
                 {{6, 10, -1}, 1},
                 {{5, 6, -1}, 2},
                 {{5, 9, -1}, 0},
                 {{8, 9, -1}, 0},
                 {{4, 8, -1}, 0},
                 {{0, 4, -1}, 0}});
  return mesh;
}

TEST(Layers, are_refused_in_corners_that_point_inward_and_where_other_cells_are) {
  const Mesh mesh = u_shape();
  EXPECT_NE(refusal(mesh, {{"floor", {0.25, 1}}}).find("right angle, from inside"), std::string::npos);
  EXPECT_NE(refusal(mesh, {{"gap", {2.5, 1}}}).find("the mesh has cells there"), std::string::npos);
}

/// As a model that was turned and turned back.
TEST(Layers, stand_outside_sides_that_are_turned_by_1e_7_rad) {
  for (const int dim : {2, 3}) {
    Mesh box = make_box({.dim = dim, .cells = {3, 2, 2}});
    for (Point& x : box.nodes) x = {x[0] - 1e-7 * x[1], x[1] + 1e-7 * x[0], x[2]};
    std::map<std::string, LayerOptions> groups;
    for (int i = 0; i < 2 * dim; ++i) groups[sides[i]] = {0.5, 2};
    const Layered layered = extrude_layers(box, groups);
    expect_sound(layered.mesh, false);
    EXPECT_EQ(layered.planes.size(), 2U * dim);
    EXPECT_NEAR(total_volume(layered.mesh), std::pow(2, dim), 1e-6);
  }
}

}  // namespace
}  // namespace dgsolve
