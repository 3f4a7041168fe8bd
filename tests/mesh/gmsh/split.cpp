#include <fstream>
#include <sstream>

#include "mesh/base/cut_cells.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

/// All orders of the vertices of a shape: faces are cut by their own vertices, and there are as many
/// simplices as it takes.
TEST(CutCells, have_faces_whose_diagonals_begin_at_their_lowest_vertex_in_every_order_of_vertices) {
  for (const CutShape& shape : cut_shapes) {
    if (shape.dim == 2) continue;
    std::vector<std::uint64_t> ranks(shape.n_vertices);
    for (int v = 0; v < shape.n_vertices; ++v) ranks[v] = static_cast<std::uint64_t>(v);
    do {
      const Pieces pieces = cut(shape, ranks);
      ASSERT_EQ(pieces.n, shape.n_vertices == 8 ? 6 : shape.n_vertices == 6 ? 3 : 2) << shape.one;
      for (int f = 0; f < shape.n_facets; ++f) {
        const int* const facet = shape.facet[f];
        if (facet[3] < 0) continue;
        const int lowest =
            *std::min_element(facet, facet + 4, [&](int a, int b) { return ranks[a] < ranks[b]; });
        int n_triangles = 0;
        for (int k = 0; k < pieces.n; ++k) {
          int n_on_facet = 0;
          bool has_lowest = false;
          for (const int v : pieces.vertices[k]) {
            n_on_facet += std::count(facet, facet + 4, v);
            has_lowest |= v == lowest;
          }
          if (n_on_facet < 3) continue;
          ++n_triangles;
          EXPECT_TRUE(has_lowest) << shape.one;
        }
        EXPECT_EQ(n_triangles, 2) << shape.one;
      }
    } while (std::next_permutation(ranks.begin(), ranks.end()));
  }
}

const std::string hexahedra =
    "SetFactory(\"OpenCASCADE\");\n"
    "Point(1) = {0, 0, 0}; Point(2) = {2, 0, 0}; Point(3) = {2, 1, 0}; Point(4) = {0, 1, 0};\n"
    "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};\n"
    "Curve Loop(1) = {1:4}; Plane Surface(1) = {1};\n"
    "Transfinite Curve {1, 3} = 5; Transfinite Curve {2, 4} = 3; Transfinite Surface {1};\n"
    "Recombine Surface {1};\n"
    "a[] = Extrude {0.3, 0.2, 1} { Surface{1}; Layers{3}; Recombine; };\n"
    "Physical Volume(\"sheared\") = {a[1]}; Physical Surface(\"low\") = {1};\n"
    "Physical Surface(\"others\") = {a[0], a[2], a[3], a[4], a[5]};\n";
const std::string extruded_prisms =
    "SetFactory(\"OpenCASCADE\"); Disk(1) = {0, 0, 0, 1}; MeshSize{:} = 0.6;\n"
    "a[] = Extrude {0, 0, 2} { Surface{1}; Layers{2}; Recombine; };\n"
    "Physical Volume(\"rod\") = {1}; Physical Surface(\"low\") = {1}; Physical Surface(\"others\") = {2, "
    "3};\n";
/// The hexahedra of one cube end in pyramids of the other one.
const std::string pyramids =
    "SetFactory(\"OpenCASCADE\"); Box(1) = {0, 0, 0, 1, 1, 1}; Box(2) = {-1, 0, 0, 1, 1, 1}; Coherence;\n"
    "Transfinite Curve {:} = 3; Transfinite Surface {:}; Recombine Surface {:}; Transfinite Volume {2};\n"
    "Physical Volume(\"a\") = {1}; Physical Volume(\"b\") = {2}; Physical Surface(\"others\") = {1:11};\n";

Mesh split_mesh_of(const std::string& script, int order, MeshReport* report = nullptr) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "model.geo";
  std::ofstream(file) << script;
  return read_mesh({.file = file, .geometry_order = order, .split = true}, report);
}

double volume_of(const Mesh& mesh, const std::string& region) {
  double sum = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (mesh.region_names[mesh.region[e]] == region) sum += simplex_volume(mesh, e);
  return sum;
}

TEST(Split, keeps_volumes_and_faces_of_hexahedra_prisms_and_pyramids) {
  MeshReport report;
  const Mesh sheared = split_mesh_of(hexahedra, 1, &report);
  expect_sound(sheared, false);
  EXPECT_EQ(sheared.n_elements(), 6 * 24);
  EXPECT_NEAR(total_volume(sheared), 2, 1e-12);
  EXPECT_NEAR(boundary_measure(sheared, "low"), 2, 1e-12);
  EXPECT_TRUE(std::ranges::any_of(report.notes, [](const std::string& note) {
    return note == "24 hexahedra were cut into 144 tetrahedra (mesh.split)";
  }));
  const Mesh rod = split_mesh_of(extruded_prisms, 1);
  expect_sound(rod, false);
  EXPECT_NEAR(total_volume(rod), 2 * boundary_measure(rod, "low"), 1e-12);
  const Mesh cubes = split_mesh_of(pyramids, 1);
  expect_sound(cubes, false);
  for (const char* cube : {"a", "b"}) EXPECT_NEAR(volume_of(cubes, cube), 1, 1e-12);
  EXPECT_NEAR(boundary_measure(cubes, "others"), 12, 1e-12);  // 10 outside, one from both sides
}

TEST(Split, gives_curved_cells_nodes_that_lie_on_the_curve) {
  const Mesh mesh = split_mesh_of(
      "SetFactory(\"OpenCASCADE\"); Disk(1) = {0, 0, 0, 1}; MeshSize{:} = 0.6; Recombine Surface {1};\n"
      "Physical Surface(\"disk\") = {1}; Physical Curve(\"wall\") = {1};\n",
      2);
  expect_sound(mesh, false);
  EXPECT_EQ(mesh.geometry_order, 2);
  int n_between = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int group = mesh.boundary[e * mesh.n_faces() + f];
      if (group < 0 || mesh.boundary_names[group] != "wall") continue;
      constexpr int middle[] = {3, 4, 5};  // of the edges of a triangle of order 2
      const Point& x = mesh.nodes[mesh.elements[e * mesh.nodes_per_element + middle[f]]];
      EXPECT_NEAR(std::hypot(x[0], x[1]), 1, 1e-12);
      ++n_between;
    }
  EXPECT_GT(n_between, 4);
}

/// 2 × 2 × 2 hexahedra, periodic along x, whose nodes are numbered in no order.
std::string periodic_hexahedra() {
  constexpr int n = 2, n_nodes = 27;
  const auto node = [](int i, int j, int k) { return 7 * (i + 3 * (j + 3 * k)) % n_nodes + 1; };
  std::ostringstream nodes, elements, pairs;
  int number = 0;
  const auto add_face = [&](int group, std::array<int, 4> v) {
    elements << ++number << " 3 2 " << group << ' ' << group;
    for (const int corner : v) elements << ' ' << corner;
    elements << '\n';
  };
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        nodes << node(i, j, k) << ' ' << i << ' ' << j << ' ' << k << '\n';
        if (i == n) pairs << node(i, j, k) << ' ' << node(0, j, k) << '\n';
      }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (const int at : {0, n}) {
        add_face(at == 0 ? 1 : 2,
                 {node(at, a, b), node(at, a + 1, b), node(at, a + 1, b + 1), node(at, a, b + 1)});
        add_face(3, {node(a, at, b), node(a + 1, at, b), node(a + 1, at, b + 1), node(a, at, b + 1)});
        add_face(3, {node(a, b, at), node(a + 1, b, at), node(a + 1, b + 1, at), node(a, b + 1, at)});
      }
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        elements << ++number << " 5 2 4 4";
        for (const int level : {k, k + 1})
          elements << ' ' << node(i, j, level) << ' ' << node(i + 1, j, level) << ' '
                   << node(i + 1, j + 1, level) << ' ' << node(i, j + 1, level);
        elements << '\n';
      }
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
         "$PhysicalNames\n4\n2 1 \"left\"\n2 2 \"right\"\n2 3 \"others\"\n3 4 \"box\"\n$EndPhysicalNames\n"
         "$Nodes\n27\n" +
         nodes.str() + "$EndNodes\n$Elements\n" + std::to_string(number) + "\n" + elements.str() +
         "$EndElements\n$Periodic\n1\n2 2 1\n9\n" + pairs.str() + "$EndPeriodic\n";
}

TEST(Split, cuts_periodic_sides_alike) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "box.msh";
  std::ofstream(file) << periodic_hexahedra();
  const Mesh mesh = read_mesh({.file = file, .split = true});
  expect_sound(mesh, true);
  EXPECT_EQ(mesh.n_elements(), 48);
  EXPECT_NEAR(total_volume(mesh), 8, 1e-12);
  int n_outside = 0;
  for (const int neighbor : mesh.neighbor) n_outside += neighbor < 0 ? 1 : 0;
  EXPECT_EQ(n_outside, 4 * 8);
}

TEST(Split, takes_no_curved_cells_without_inner_nodes) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "quad8.msh";
  std::ofstream(file)
      << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 2 0 0\n3 2 2 0\n4 0 2 0\n"
         "5 1 0 0\n6 2 1 0\n7 1 2 0\n8 0 1 0\n$EndNodes\n"
         "$Elements\n1\n1 16 2 1 1 1 2 3 4 5 6 7 8\n$EndElements\n";
  const std::string error =
      test::mesh_error_of([&] { read_mesh({.file = file, .geometry_order = 2, .split = true}); });
  EXPECT_TRUE(test::contains(error, "mesh.split: 1 quadrilaterals of type Quadrilateral 8 lack inner nodes"))
      << error;
}

}  // namespace
}  // namespace dgsolve
