#include "mesh/topology/connectivity.hpp"

#include "mesh/box.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"

namespace dgsolve {
namespace {

/// Two triangles of the unit square, not yet connected.
Mesh square() {
  Mesh mesh;
  mesh.dim = 2;
  mesh.nodes_per_element = 3;
  mesh.reference_nodes = {-1, -1, 1, -1, -1, 1};
  mesh.nodes = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.elements = {0, 1, 2, 0, 2, 3};
  mesh.region_names = {"all"};
  mesh.region = {0, 0};
  mesh.boundary_names = {"left", "right", "rest", "diagonal"};
  return mesh;
}

const std::vector<TaggedFace> square_sides = {
    {{3, 0, -1}, 0}, {{1, 2, -1}, 1}, {{0, 1, -1}, 2}, {{2, 3, -1}, 2}};

TEST(Connectivity, more_cells_than_can_be_numbered_are_refused) {
  Mesh mesh = square();
  mesh.nodes_per_element = 1'500'000'000;  // as of many cells of a high order
  EXPECT_NE(test::mesh_error_of([&] { connect(mesh, square_sides); }).find("expected at most 1 of"),
            std::string::npos);
}

TEST(Connectivity, vertices_of_neighbours_meet_whichever_way_each_cell_is_numbered) {
  // All 12 positive numberings of each of two tetrahedra that share a face.
  const std::array<int, 4> first = {0, 1, 2, 3}, second = {1, 2, 3, 4};
  const std::vector<Point> nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  std::vector<TaggedFace> outside;
  for (const std::array<int, 3>& v :
       std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4}})
    outside.push_back({v, 0});
  int n_pairs = 0;
  for (auto a = first; std::next_permutation(a.begin(), a.end());)
    for (auto b = second; std::next_permutation(b.begin(), b.end());) {
      Mesh mesh;
      mesh.dim = 3;
      mesh.nodes_per_element = 4;
      mesh.reference_nodes = {-1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
      mesh.nodes = nodes;
      mesh.elements.assign(a.begin(), a.end());
      mesh.elements.insert(mesh.elements.end(), b.begin(), b.end());
      mesh.region_names = {"all"};
      mesh.region = {0, 0};
      mesh.boundary_names = {"outside"};
      if (simplex_volume(mesh, 0) < 0 || simplex_volume(mesh, 1) < 0) continue;
      connect(mesh, outside);
      expect_sound(mesh, false);
      EXPECT_EQ(std::count(mesh.neighbor.begin(), mesh.neighbor.end(), -1), 6);
      ++n_pairs;
    }
  EXPECT_GT(n_pairs, 100);
}

TEST(Connectivity, an_interior_face_keeps_its_group_and_its_neighbour) {
  Mesh mesh = square();
  std::vector<TaggedFace> tagged = square_sides;
  tagged.push_back({{2, 0, -1}, 3});
  connect(mesh, tagged);
  EXPECT_EQ(mesh.neighbor[2], 1);
  EXPECT_EQ(mesh.boundary[2], 3);
  EXPECT_EQ(mesh.neighbor[3], 0);
  EXPECT_EQ(mesh.boundary[3], 3);
}

TEST(Connectivity, faces_without_cells_are_handed_back_or_refused) {
  Mesh mesh = square();
  std::vector<TaggedFace> tagged = square_sides, stray;
  tagged.push_back({{1, 3, -1}, 0});
  tagged.push_back({{1, 3, -1}, 1});
  connect(mesh, tagged, &stray);
  ASSERT_EQ(stray.size(), 2u);
  EXPECT_EQ(stray[0].group + stray[1].group, 1) << "one for each group";
  EXPECT_NE(test::mesh_error_of([&] {
              connect(mesh, tagged);
            }).find("2 faces of a boundary group belong to no cell: one of right at (0.5, 0.5, 0)"),
            std::string::npos);
}

TEST(Connectivity, outward_normals_of_every_cell_and_of_the_whole_boundary_add_up_to_zero) {
  for (const int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2});
    Point total = {0, 0, 0};
    for (int e = 0; e < mesh.n_elements(); ++e) {
      Point sum = {0, 0, 0};
      for (int f = 0; f <= dim; ++f) {
        const Point n = face_normal(mesh, e, f);
        for (int i = 0; i < 3; ++i) {
          sum[i] += n[i];
          if (mesh.neighbor[e * (dim + 1) + f] < 0) total[i] += n[i];
        }
      }
      EXPECT_LT(length(sum), 1e-14);
    }
    EXPECT_LT(length(total), 1e-12);
  }
}

TEST(Connectivity, groups_become_periodic_by_translation_and_a_second_time_changes_nothing) {
  Mesh mesh = square();
  connect(mesh, square_sides);
  connect_periodic(mesh, "left", "right");
  expect_sound(mesh, true);
  EXPECT_EQ(std::count(mesh.neighbor.begin(), mesh.neighbor.end(), -1), 2);
  const std::vector<int> neighbor = mesh.neighbor;
  connect_periodic(mesh, "left", "right");
  connect_periodic(mesh, "right", "left");
  EXPECT_EQ(mesh.neighbor, neighbor);
  EXPECT_EQ(mesh.periodic_pairs.size(), 1u);
}

TEST(Connectivity, groups_that_are_no_translates_cannot_be_periodic) {
  Mesh mesh = square();
  mesh.nodes[2] = {1, 2, 0};
  connect(mesh, square_sides);
  EXPECT_THROW(connect_periodic(mesh, "left", "right"), MeshError);
  EXPECT_THROW(connect_periodic(mesh, "left", "rest"), MeshError);
  EXPECT_THROW(connect_periodic(mesh, "rest", "rest"), MeshError);
  EXPECT_THROW(connect_periodic(mesh, "left", "nowhere"), MeshError);
  try {
    connect_periodic(mesh, "left", "right");
  } catch (const MeshError& error) {
    EXPECT_NE(std::string(error.what()).find("expected Periodic Curve"), std::string::npos) << error.what();
  }
  try {
    connect_periodic(mesh, "left", "nowhere");
  } catch (const MeshError& error) {
    EXPECT_NE(std::string(error.what()).find("left, right, rest, diagonal"), std::string::npos);
  }
}

TEST(Connectivity, a_side_that_is_turned_by_1e_7_rad_has_its_partner) {
  Mesh mesh = make_box({.dim = 3, .cells = {2, 3, 3}});
  for (Point& x : mesh.nodes) x[0] += 1e-7 * x[0] * x[1];
  connect_periodic(mesh, "xmin", "xmax");
  EXPECT_EQ(mesh.periodic_pairs.size(), 1U);
}

}  // namespace
}  // namespace dgsolve
