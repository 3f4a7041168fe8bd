#include "mesh/box.hpp"

#include "mesh/base/faces.hpp"
#include "mesh/topology/ordering.hpp"
#include "tests/support/meshes/mesh_properties.hpp"

namespace dgsolve {
namespace {

BoxOptions some_box(int dim) {
  return {.dim = dim, .cells = {4, 3, 2}, .lower = {-1, 0, 2}, .upper = {1, 3, 2.5}, .jitter = 0.25};
}

class Box : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Box, ::testing::Values(2, 3),
                         [](const auto& p) { return std::to_string(p.param) + "d"; });

TEST_P(Box, is_sound_and_fills_its_volume) {
  const Mesh mesh = make_box(some_box(GetParam()));
  expect_sound(mesh, false);
  EXPECT_NEAR(total_volume(mesh), GetParam() == 2 ? 6 : 3, 1e-12);
  EXPECT_EQ(mesh.n_elements(), GetParam() == 2 ? 2 * 12 : 6 * 24);
}

TEST_P(Box, boundaries_are_where_their_names_say) {
  const int dim = GetParam();
  const BoxOptions options = some_box(dim);
  const Mesh mesh = make_box(options);
  ASSERT_EQ(static_cast<int>(mesh.boundary_names.size()), 2 * dim);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f <= dim; ++f) {
      const int b = mesh.boundary[e * (dim + 1) + f];
      if (b < 0) continue;
      const int axis = mesh.boundary_names[b][0] - 'x';
      const bool lower = mesh.boundary_names[b].substr(1) == "min";
      for (int j = 0; j < dim; ++j)
        EXPECT_DOUBLE_EQ(mesh.vertex(e, simplex(dim).face_vertex[f][j])[axis],
                         lower ? options.lower[axis] : options.upper[axis]);
    }
  const double depth = dim == 2 ? 1 : 0.5;
  EXPECT_NEAR(boundary_measure(mesh, "xmin"), 3 * depth, 1e-12);
  EXPECT_NEAR(boundary_measure(mesh, "ymax"), 2 * depth, 1e-12);
}

TEST_P(Box, periodic_in_every_direction_has_no_exterior_face_even_one_cell_wide) {
  for (const int n : {1, 2, 3}) {
    BoxOptions options = some_box(GetParam());
    options.cells = {n, n, n};
    options.periodic = {true, true, true};
    const Mesh mesh = make_box(options);
    expect_sound(mesh, true);
    EXPECT_EQ(std::count(mesh.neighbor.begin(), mesh.neighbor.end(), -1), 0) << n;
    EXPECT_EQ(static_cast<int>(mesh.periodic_pairs.size()), GetParam());
  }
}

TEST_P(Box, two_regions_split_it_at_the_middle) {
  const Mesh mesh = make_box(some_box(GetParam()), true);
  ASSERT_EQ(mesh.region_names, (std::vector<std::string>{"box", "box2"}));
  // Jitter leaves the mean over a region where it is, within half a cell.
  Point mean[2] = {};
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int v = 0; v <= mesh.dim; ++v) mean[mesh.region[e]][0] += mesh.vertex(e, v)[0];
  EXPECT_LT(mean[0][0], 0);
  EXPECT_GT(mean[1][0], 0);
  EXPECT_EQ(std::count(mesh.region.begin(), mesh.region.end(), 0), mesh.n_elements() / 2);
}

TEST_P(Box, geometry_nodes_are_the_straight_images_of_the_reference_nodes) {
  for (int order = 1; order <= 4; ++order) {
    BoxOptions options = some_box(GetParam());
    options.geometry_order = order;
    const Mesh mesh = make_box(options);
    expect_sound(mesh, false);
    const int dim = mesh.dim;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int n = 0; n < mesh.nodes_per_element; ++n) {
        const double* r = &mesh.reference_nodes[n * dim];
        Point x = mesh.vertex(e, 0);
        for (int i = 0; i < dim; ++i) {
          const Point d = difference(mesh.vertex(e, i + 1), mesh.vertex(e, 0));
          for (int k = 0; k < 3; ++k) x[k] += (r[i] + 1) / 2 * d[k];
        }
        ASSERT_LT(length(difference(x, mesh.nodes[mesh.elements[e * mesh.nodes_per_element + n]])), 1e-13);
      }
  }
}

TEST_P(Box, is_the_same_every_time_and_jitter_moves_interior_vertices_only) {
  const Mesh a = make_box(some_box(GetParam())), b = make_box(some_box(GetParam()));
  EXPECT_EQ(a.nodes, b.nodes);
  BoxOptions options = some_box(GetParam());
  options.jitter = 0;
  const Mesh straight = make_box(options);
  EXPECT_NE(a.nodes, straight.nodes);
  expect_sound(straight, false);
}

TEST_P(Box, along_the_hilbert_curve_cells_that_follow_each_other_are_near) {
  BoxOptions options;
  options.dim = GetParam();
  options.cells = GetParam() == 2 ? std::array{64, 64, 1} : std::array{16, 16, 16};
  const Mesh mesh = make_box(options);
  // Along a row-by-row order the largest step is the whole domain.
  double largest_step = 0;
  for (int e = 0; e + 1 < mesh.n_elements(); ++e)
    largest_step = std::max(largest_step, length(difference(centroid(mesh, e + 1), centroid(mesh, e))));
  EXPECT_LT(largest_step * options.cells[0], 3);
  EXPECT_LT(mean_neighbor_distance(mesh), 0.1 * mesh.n_elements() / 3);  // K/3: a random order
}

TEST_P(Box, may_begin_with_some_cells_while_the_others_keep_their_order) {
  const Mesh before = make_box(some_box(GetParam()));
  Mesh mesh = before;
  const std::vector<int> first{5, 2};
  order_first(mesh, first);
  expect_sound(mesh, false);
  std::vector<int> order{2, 5};
  for (int e = 0; e < before.n_elements(); ++e)
    if (e != 2 && e != 5) order.push_back(e);
  for (int e = 0; e < mesh.n_elements(); ++e) {
    EXPECT_EQ(length(difference(centroid(mesh, e), centroid(before, order[e]))), 0);
    EXPECT_EQ(mesh.region[e], before.region[order[e]]);
    for (int face = 0; face < mesh.n_faces(); ++face) {
      const int was = before.neighbor[side_index(before, {order[e], face})],
                is = mesh.neighbor[side_index(mesh, {e, face})];
      EXPECT_EQ(is < 0 ? is : order[is], was);
      EXPECT_EQ(mesh.boundary[side_index(mesh, {e, face})],
                before.boundary[side_index(before, {order[e], face})]);
    }
  }
}

TEST(BoxOptions, refuse_nonsense) {
  BoxOptions options;
  options.cells = {0, 1, 1};
  EXPECT_THROW(make_box(options), std::invalid_argument);
  options = {};
  options.jitter = 0.5;
  EXPECT_THROW(make_box(options), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
