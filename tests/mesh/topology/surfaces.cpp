#include "mesh/topology/surfaces.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/box.hpp"

namespace dgsolve {
namespace {

/// Boxes of 4 cells a side, in whose middle a box of 2 is the region "core" with the group "shell" around it.
Mesh box_with_core(int dim) {
  Mesh mesh = make_box({.dim = dim, .cells = {4, 4, 4}});
  mesh.region_names.emplace_back("core");
  mesh.boundary_names.emplace_back("shell");
  const auto in_core = [&](int e) {
    const Point x = cell_center(mesh, e);
    for (int d = 0; d < dim; ++d)
      if (std::abs(x[d] - 0.5) > 0.25) return false;
    return true;
  };
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (in_core(e)) mesh.region[e] = 1;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int other = mesh.neighbor[side_index(mesh, {e, f})];
      if (other >= 0 && mesh.region[e] != mesh.region[other])
        mesh.boundary[side_index(mesh, {e, f})] = 2 * dim;
    }
  return mesh;
}

class Surfaces : public testing::TestWithParam<int> {};

TEST_P(Surfaces, of_a_region_is_closed_and_seen_from_within) {
  const Mesh mesh = box_with_core(GetParam());
  const std::vector<Side> sides = surface_of_regions(mesh, {"core"});
  EXPECT_EQ(sides.size(), GetParam() == 2 ? 8 : 48);
  for (const Side& side : sides) EXPECT_EQ(mesh.region[side.element], 1);
  EXPECT_TRUE(is_closed(mesh, sides));
}

TEST_P(Surfaces, of_several_regions_is_around_their_union) {
  EXPECT_TRUE(surface_of_regions(box_with_core(GetParam()), {"core", "box"}).empty());
}

TEST_P(Surfaces, of_a_group_is_seen_from_within) {
  const Mesh mesh = box_with_core(GetParam());
  const std::vector<Side> of_group = sides_of_group(mesh, "shell"),
                          of_region = surface_of_regions(mesh, {"core"});
  ASSERT_EQ(of_group.size(), of_region.size());
  for (std::size_t i = 0; i < of_group.size(); ++i)
    EXPECT_EQ(side_index(mesh, of_group[i]), side_index(mesh, of_region[i]));
}

TEST_P(Surfaces, with_a_face_missing_is_open_and_each_face_has_one_side) {
  Mesh mesh = box_with_core(GetParam());
  std::vector<Side> sides = surface_of_regions(mesh, {"core"});
  const Side side = sides.back();
  sides.pop_back();
  EXPECT_FALSE(is_closed(mesh, sides));
  const int i = side_index(mesh, side);
  mesh.boundary[side_index(mesh, {mesh.neighbor[i], mesh.neighbor_face[i]})] = mesh.boundary[i] = -1;
  EXPECT_EQ(sides_of_group(mesh, "shell").size(), sides.size());
}

TEST_P(Surfaces, of_an_exterior_group_are_its_faces) {
  const Mesh mesh = box_with_core(GetParam());
  const std::vector<Side> sides = sides_of_group(mesh, "xmin");
  EXPECT_EQ(sides.size(), GetParam() == 2 ? 4 : 32);
  EXPECT_FALSE(is_closed(mesh, sides));
}

TEST_P(Surfaces, of_a_region_that_ends_at_the_boundary_part_the_mesh_as_well) {
  const Mesh mesh = make_box({.dim = GetParam(), .cells = {4, 4, 4}}, true);
  EXPECT_TRUE(is_closed(mesh, surface_of_regions(mesh, {"box2"})));
}

TEST_P(Surfaces, of_names_that_the_mesh_lacks_are_refused) {
  const Mesh mesh = box_with_core(GetParam());
  EXPECT_THROW(surface_of_regions(mesh, {"nobody"}), std::invalid_argument);
  EXPECT_THROW(sides_of_group(mesh, "nobody"), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Surfaces, testing::Values(2, 3));

}  // namespace
}  // namespace dgsolve
