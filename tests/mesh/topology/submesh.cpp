#include "mesh/topology/submesh.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mesh/box.hpp"

namespace dgsolve {
namespace {

TEST(Submesh, has_the_geometry_groups_and_connections_of_its_cells) {
  for (const int geometry_order : {1, 2}) {
    BoxOptions options;
    options.dim = 3;
    options.cells = {3, 3, 3};
    options.geometry_order = geometry_order;
    Mesh mesh = make_box(options, true);
    mesh.region_names = {"even", "odd"};
    for (int e = 0; e < mesh.n_elements(); ++e) mesh.region[e] = e % 2;
    std::vector<int> cells;
    for (int e = 5; e < mesh.n_elements(); e += e % 3 + 1) cells.push_back(e);
    const Mesh some = submesh(mesh, cells);
    ASSERT_EQ(some.n_elements(), std::ssize(cells));
    EXPECT_EQ(some.region_names, mesh.region_names);
    EXPECT_EQ(some.boundary_names, mesh.boundary_names);
    int n_joined = 0;
    for (int e = 0; e < some.n_elements(); ++e) {
      EXPECT_EQ(some.region[e], mesh.region[cells[e]]);
      for (int i = 0; i < mesh.nodes_per_element; ++i) EXPECT_EQ(some.vertex(e, i), mesh.vertex(cells[e], i));
      for (int f = 0; f < mesh.n_faces(); ++f) {
        const int here = e * mesh.n_faces() + f, there = cells[e] * mesh.n_faces() + f;
        EXPECT_EQ(some.boundary[here], mesh.boundary[there]);
        const auto across = std::ranges::find(cells, mesh.neighbor[there]);
        if (across == cells.end()) {
          EXPECT_EQ(some.neighbor[here], -1);
          continue;
        }
        ++n_joined;
        EXPECT_EQ(some.neighbor[here], across - cells.begin());
        EXPECT_EQ(some.neighbor_face[here], mesh.neighbor_face[there]);
        EXPECT_EQ(some.orientation[here], mesh.orientation[there]);
      }
    }
    EXPECT_GT(n_joined, 10);
    EXPECT_EQ(std::set<int>(some.elements.begin(), some.elements.end()).size(), some.nodes.size());
  }
}

}  // namespace
}  // namespace dgsolve
