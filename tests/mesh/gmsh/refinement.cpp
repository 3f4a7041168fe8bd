/// Meshes whose cells are split.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"

namespace dgsolve {
namespace {

using test::meshes;

TEST(Refinement, splits_every_cell_and_keeps_groups_and_volumes_of_finished_meshes) {
  for (const char* file : {"square.msh", "disk_order1_v22_text.msh", "disk_order1_v41_binary.msh",
                           "octant_order1_v41_text.msh", "octant_order1_v22_binary.msh"}) {
    SCOPED_TRACE(file);
    const Mesh coarse = read_mesh({.file = meshes / file}),
               fine = read_mesh({.file = meshes / file, .refine = 2});
    expect_sound(fine, false);
    EXPECT_EQ(fine.n_elements(), coarse.n_elements() << 2 * coarse.dim);
    EXPECT_EQ(sorted_names(fine.region_names), sorted_names(coarse.region_names));
    EXPECT_EQ(sorted_names(fine.boundary_names), sorted_names(coarse.boundary_names));
    EXPECT_NEAR(total_volume(fine), total_volume(coarse), 1e-12 * total_volume(coarse));
    for (const std::string& name : coarse.boundary_names)
      EXPECT_NEAR(boundary_measure(fine, name), boundary_measure(coarse, name), 1e-12) << name;
  }
}

TEST(Refinement, keeps_meshes_of_periodic_scripts_periodic) {
  for (const char* file : {"periodic_2d.geo", "periodic_3d.geo"}) {
    SCOPED_TRACE(file);
    const Mesh coarse = read_mesh({.file = meshes / file});
    const Mesh fine = read_mesh({.file = meshes / file, .refine = 1});
    EXPECT_EQ(fine.periodic_pairs, coarse.periodic_pairs);
    ASSERT_FALSE(coarse.periodic_pairs.empty());
    expect_sound(fine, true);
    EXPECT_EQ(fine.n_elements(), coarse.n_elements() << coarse.dim);
  }
}

TEST(Refinement, is_refused_where_it_would_lose_what_the_file_says) {
  for (const char* file : {"periodic_2d_v22_text.msh", "periodic_3d_v41_text.msh"})
    EXPECT_THROW(read_mesh({.file = meshes / file, .refine = 1}), MeshError) << file;
  EXPECT_THROW(read_mesh({.file = meshes / "disk_order2_v41_text.msh", .geometry_order = 2, .refine = 1}),
               MeshError);
}

TEST(Refinement, puts_new_nodes_of_a_script_on_its_geometry) {
  for (int order = 1; order <= 4; ++order) {
    const Mesh disk = read_mesh(
        {.file = meshes / "disk.geo", .parameters = {{"h", 0.5}}, .geometry_order = order, .refine = 2});
    expect_sound(disk, false);
    EXPECT_EQ(disk.geometry_order, order);
    // Vertices on the rim are on the circle: the polygon's area is near the disc's.
    const Mesh coarse = read_mesh({.file = meshes / "disk.geo", .parameters = {{"h", 0.5}}});
    EXPECT_EQ(disk.n_elements(), 16 * coarse.n_elements());
    EXPECT_LT(std::abs(total_volume(disk) - std::numbers::pi),
              std::abs(total_volume(coarse) - std::numbers::pi) / 10);
  }
}

}  // namespace
}  // namespace dgsolve
