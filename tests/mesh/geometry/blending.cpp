#include "mesh/geometry/blending.hpp"

#include <random>

#include "mesh/base/faces.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"

namespace dgsolve {
namespace {

const std::string meshes = test::source_folder().string() + "/tests/meshes/";

/// λ of each vertex at a geometry node of the reference cell; 0 for a fourth vertex in 2D.
std::array<double, 4> barycentric(const Mesh& mesh, int node) {
  std::array<double, 4> lambda = {1, 0, 0, 0};
  for (int i = 0; i < mesh.dim; ++i) {
    lambda[i + 1] = (mesh.reference_nodes[node * mesh.dim + i] + 1) / 2;
    lambda[0] -= lambda[i + 1];
  }
  return lambda;
}

/// How many vertices a geometry node depends on where the cell is straight: 3 inside a face, 4 inside a
/// tetrahedron.
int n_vertices_of(const Mesh& mesh, int node) {
  const std::array<double, 4> lambda = barycentric(mesh, node);
  return static_cast<int>(std::count_if(lambda.begin(), lambda.end(), [](double l) { return l > 1e-9; }));
}

/// n_vertices_of for every node of the mesh.
std::vector<int> n_vertices_of_nodes(const Mesh& mesh) {
  std::vector<int> n_vertices(mesh.nodes.size());
  for (std::size_t i = 0; i < mesh.elements.size(); ++i)
    n_vertices[mesh.elements[i]] = n_vertices_of(mesh, static_cast<int>(i % mesh.nodes_per_element));
  return n_vertices;
}

/// Puts every node inside a face or a cell in a wrong place; returns how many.
int spoil(Mesh& mesh) {
  std::mt19937 generator(1);
  const std::vector<int> n_vertices = n_vertices_of_nodes(mesh);
  int n_spoilt = 0;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (n_vertices[i] <= 2) continue;
    for (int k = 0; k < mesh.dim; ++k) mesh.nodes[i][k] += 0.1 * generator() / 4294967295.0;
    ++n_spoilt;
  }
  return n_spoilt;
}

double largest_distance(const Mesh& a, const Mesh& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.nodes.size(); ++i)
    largest = std::max(largest, length(difference(a.nodes[i], b.nodes[i])));
  return largest;
}

class Blending : public ::testing::TestWithParam<std::array<int, 2>> {
 protected:
  int dim = GetParam()[0], order = GetParam()[1];
};

INSTANTIATE_TEST_SUITE_P(
    , Blending, ::testing::Values(std::array{2, 3}, std::array{2, 4}, std::array{3, 3}, std::array{3, 4}),
    [](const auto& p) { return "dim" + std::to_string(p.param[0]) + "_order" + std::to_string(p.param[1]); });

TEST_P(Blending, brings_spoilt_nodes_back_to_where_a_quadratic_map_has_them) {
  Mesh mesh = make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2, .geometry_order = order});
  bend(mesh, [](Point x) {
    return Point{x[0] + 0.1 * x[1] * x[1] - 0.07 * x[0] * x[2], x[1] + 0.2 * x[0] * x[1] + 0.05 * x[2] * x[2],
                 x[2] + 0.1 * x[1] * x[2] - 0.1 * x[0] * x[0]};
  });
  if (dim == 2)
    for (Point& x : mesh.nodes) x[2] = 0;
  const Mesh exact = mesh;
  EXPECT_EQ(blend_interior_nodes(mesh, {}), 0);
  const int n_spoilt = spoil(mesh);
  ASSERT_GT(n_spoilt, 0);
  EXPECT_EQ(blend_interior_nodes(mesh, {}), n_spoilt);
  EXPECT_LT(largest_distance(mesh, exact), 1e-13);
}

TEST_P(Blending, keeps_straight_cells_straight) {
  Mesh mesh = make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2, .geometry_order = order});
  const Mesh straight = mesh;
  spoil(mesh);
  blend_interior_nodes(mesh, {});
  EXPECT_LT(largest_distance(mesh, straight), 1e-13);
}

/// Then the third derivatives of a cell's map are O(h³), like those of a smooth map.
TEST_P(Blending, differs_from_a_smooth_map_by_the_third_power_of_the_cells_size) {
  double difference[2] = {};
  for (const int level : {0, 1}) {
    const Mesh smooth = wavy_box(dim, 4 << level, order);
    Mesh mesh = smooth;
    spoil(mesh);
    blend_interior_nodes(mesh, {});
    difference[level] = largest_distance(mesh, smooth);
  }
  EXPECT_GT(std::log2(difference[0] / difference[1]), 2.8);
}

TEST_P(Blending, makes_neighbours_agree) {
  // Gmsh numbers the vertices of neighbours in any order; each cell looks again at what others have placed.
  const std::string shape = dim == 2 ? "disk_order" : "octant_order";
  Mesh mesh =
      read_mesh({.file = meshes + shape + std::to_string(order) + "_v41_text.msh", .geometry_order = order});
  const int n_spoilt = spoil(mesh);
  EXPECT_EQ(blend_interior_nodes(mesh, {}), n_spoilt);
  EXPECT_EQ(blend_interior_nodes(mesh, {}), 0);
}

TEST(Blending3d, leaves_nodes_of_faces_in_groups_and_between_regions_where_they_are) {
  for (const int order : {3, 4}) {
    Mesh mesh = wavy_box(3, 2, order);
    mesh.region_names = {"left", "right"};
    std::vector<TaggedFace> tagged;
    std::vector<bool> fixed(mesh.nodes.size(), false);
    for (int e = 0; e < mesh.n_elements(); ++e) mesh.region[e] = e % 3 == 0;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int f = 0; f < 4; ++f) {
        const int other = mesh.neighbor[e * 4 + f];
        if (other >= 0 && mesh.region[other] == mesh.region[e]) continue;
        const FaceVertices v = face_vertices(mesh, {e, f});
        if (other < 0) tagged.push_back({{v[2], v[0], v[1]}, 0});
        for (int n = 0; n < mesh.nodes_per_element; ++n)
          if (std::abs(barycentric(mesh, n)[opposite_vertex(3, f)]) < 1e-9)
            fixed[mesh.elements[e * mesh.nodes_per_element + n]] = true;
      }
    const Mesh before = mesh;
    EXPECT_GT(blend_interior_nodes(mesh, tagged), 0);
    const std::vector<int> n_vertices = n_vertices_of_nodes(mesh);
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      EXPECT_EQ(mesh.nodes[i] != before.nodes[i], n_vertices[i] > 2 && !fixed[i]) << "node " << i;
  }
}

/// Ciarlet, The Finite Element Method for Elliptic Problems, 1978, section 2.2: the triangle of type (3'),
/// which reproduces quadratics.
TEST(Reader, puts_the_centres_of_cubic_triangles_at_a_quarter_of_edge_nodes_less_a_sixth_of_vertices) {
  MeshReport report;
  const Mesh mesh = read_mesh(
      {.file = meshes + "disk_structured.geo", .parameters = {{"n", 4}}, .geometry_order = 3}, &report);
  double bend = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    Point expected = {0, 0, 0}, straight = {0, 0, 0}, center = {0, 0, 0};
    for (int n = 0; n < mesh.nodes_per_element; ++n) {
      const Point& x = mesh.nodes[mesh.elements[e * mesh.nodes_per_element + n]];
      const int part = n_vertices_of(mesh, n);
      for (int k = 0; k < 3; ++k) {
        if (part == 1) straight[k] += x[k] / 3;
        if (part == 1) expected[k] -= x[k] / 6;
        if (part == 2) expected[k] += x[k] / 4;
        if (part == 3) center[k] = x[k];
      }
    }
    EXPECT_LT(length(difference(center, expected)), 1e-13);
    bend = std::max(bend, length(difference(center, straight)));
  }
  EXPECT_GT(bend, 1e-3);
  EXPECT_TRUE(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
    return note.find("interior nodes of curved cells were moved") != std::string::npos;
  }));
}

}  // namespace
}  // namespace dgsolve
