#include <filesystem>
#include <set>
#include <sstream>

#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::meshes;

Mesh read(const std::string& name, int geometry_order = 1, MeshReport* report = nullptr) {
  return read_mesh({.file = meshes / name, .parameters = {}, .geometry_order = geometry_order, .scale = 1},
                   report);
}

bool on_unit_sphere(const Point& x) { return std::abs(length(x) - 1) < 1e-10; }

/// Geometry nodes of a face, by their reference coordinates: those whose barycentric coordinate of the vertex
/// that the face does not touch is zero.
std::vector<int> face_geometry_nodes(const Mesh& mesh, int e, int f) {
  const int dim = mesh.dim;
  int opposite = dim * (dim + 1) / 2;
  for (int j = 0; j < dim; ++j) opposite -= simplex(dim).face_vertex[f][j];
  std::vector<int> nodes;
  for (int n = 0; n < mesh.nodes_per_element; ++n) {
    const double* r = &mesh.reference_nodes[n * dim];
    double lambda = opposite == 0 ? 1 : (r[opposite - 1] + 1) / 2;
    if (opposite == 0)
      for (int i = 0; i < dim; ++i) lambda -= (r[i] + 1) / 2;
    if (std::abs(lambda) < 1e-12) nodes.push_back(mesh.elements[e * mesh.nodes_per_element + n]);
  }
  return nodes;
}

/// Neighbours share the geometry nodes of their face.
void expect_watertight(const Mesh& mesh) {
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int side = e * mesh.n_faces() + f, other = mesh.neighbor[side];
      if (other < 0) continue;
      const auto ours = face_geometry_nodes(mesh, e, f);
      const auto theirs = face_geometry_nodes(mesh, other, mesh.neighbor_face[side]);
      EXPECT_EQ(std::set<int>(ours.begin(), ours.end()), std::set<int>(theirs.begin(), theirs.end()));
    }
}

/// Largest distance of a geometry node from where the straight cell would have it.
double largest_bend(const Mesh& mesh, int e) {
  double bend = 0;
  for (int n = 0; n < mesh.nodes_per_element; ++n) {
    Point x = mesh.vertex(e, 0);
    for (int i = 0; i < mesh.dim; ++i) {
      const Point d = difference(mesh.vertex(e, i + 1), mesh.vertex(e, 0));
      for (int k = 0; k < 3; ++k) x[k] += (mesh.reference_nodes[n * mesh.dim + i] + 1) / 2 * d[k];
    }
    bend = std::max(bend, length(difference(x, mesh.nodes[mesh.elements[e * mesh.nodes_per_element + n]])));
  }
  return bend;
}

struct Format {
  std::string name;
  int order;
};

class Formats : public ::testing::TestWithParam<Format> {};

std::vector<Format> every_format() {
  std::vector<Format> formats;
  for (int order = 1; order <= 4; ++order)
    for (const char* format : {"v22_text", "v22_binary", "v41_text", "v41_binary"})
      formats.push_back({"order" + std::to_string(order) + "_" + format, order});
  return formats;
}

INSTANTIATE_TEST_SUITE_P(, Formats, ::testing::ValuesIn(every_format()),
                         [](const auto& p) { return p.param.name; });

TEST_P(Formats, a_disk_of_two_regions_is_sound_and_its_groups_are_where_they_belong) {
  const int order = GetParam().order;
  const Mesh mesh = read("disk_" + GetParam().name + ".msh", order);
  ASSERT_EQ(mesh.dim, 2);
  ASSERT_EQ(mesh.geometry_order, order);
  ASSERT_EQ(mesh.nodes_per_element, (order + 1) * (order + 2) / 2);
  expect_sound(mesh, false);
  expect_watertight(mesh);
  EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"core", "shell"}));
  EXPECT_EQ(sorted_names(mesh.boundary_names), (std::vector<std::string>{"interface", "rim"}));
  EXPECT_NEAR(boundary_measure(mesh, "interface"), 2 * 4 * std::sqrt(0.5), 1e-10);  // from both sides
  double core = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (mesh.region_names[mesh.region[e]] == "core") core += simplex_volume(mesh, e);
  EXPECT_NEAR(core, 0.5, 1e-10);
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < 3; ++f) {
      const int b = mesh.boundary[e * 3 + f];
      const bool is_rim = b >= 0 && mesh.boundary_names[b] == "rim";
      EXPECT_EQ(is_rim, mesh.neighbor[e * 3 + f] < 0);
      if (is_rim) {
        for (const int node : face_geometry_nodes(mesh, e, f)) EXPECT_TRUE(on_unit_sphere(mesh.nodes[node]));
      }
    }
}

TEST_P(Formats, an_octant_of_the_ball_is_sound_and_its_curved_nodes_lie_on_the_sphere) {
  const int order = GetParam().order;
  const Mesh mesh = read("octant_" + GetParam().name + ".msh", order);
  ASSERT_EQ(mesh.dim, 3);
  ASSERT_EQ(mesh.nodes_per_element, (order + 1) * (order + 2) * (order + 3) / 6);
  expect_sound(mesh, false);
  expect_watertight(mesh);
  EXPECT_EQ(mesh.region_names, std::vector<std::string>{"ball"});
  int n_sphere = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < 4; ++f) {
      const int b = mesh.boundary[e * 4 + f];
      if (b < 0) continue;
      const bool is_sphere = mesh.boundary_names[b] == "sphere";
      n_sphere += is_sphere;
      for (const int node : face_geometry_nodes(mesh, e, f)) {
        const Point& x = mesh.nodes[node];
        if (is_sphere)
          EXPECT_TRUE(on_unit_sphere(x));
        else
          EXPECT_LT(std::min({std::abs(x[0]), std::abs(x[1]), std::abs(x[2])}), 1e-12);
      }
    }
  EXPECT_GT(n_sphere, 0);
}

TEST_P(Formats, cells_that_touch_no_curve_are_straight_images_of_the_reference_nodes) {
  const Mesh mesh = read("disk_" + GetParam().name + ".msh", GetParam().order);
  int n_straight = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    if (mesh.region_names[mesh.region[e]] != "core") continue;
    EXPECT_LT(largest_bend(mesh, e), 1e-10);
    ++n_straight;
  }
  EXPECT_GT(n_straight, 0);
}

TEST(Reader, gives_the_same_mesh_from_every_format) {
  for (const std::string shape : {"disk_order3_", "octant_order3_"}) {
    const Mesh first = read(shape + "v22_text.msh", 3);
    for (const char* format : {"v22_binary.msh", "v41_text.msh", "v41_binary.msh"}) {
      const Mesh mesh = read(shape + format, 3);
      EXPECT_EQ(mesh.n_elements(), first.n_elements());
      EXPECT_NEAR(total_volume(mesh), total_volume(first), 1e-12);
      for (const std::string& name : first.boundary_names)
        EXPECT_NEAR(boundary_measure(mesh, name), boundary_measure(first, name), 1e-12);
    }
  }
}

TEST(Reader, scales_coordinates) {
  const auto file = meshes / "octant_order2_v41_text.msh";
  const Mesh metres = read_mesh({.file = file, .parameters = {}, .geometry_order = 2, .scale = 1});
  const Mesh millimetres = read_mesh({.file = file, .parameters = {}, .geometry_order = 2, .scale = 1e-3});
  EXPECT_NEAR(total_volume(millimetres), 1e-9 * total_volume(metres), 1e-22);
}

TEST(Reader, connects_gmsh_periodic_entities_by_named_groups_and_within_one_group) {
  for (const char* file : {"periodic_2d_v22_text.msh", "periodic_2d_v41_text.msh", "periodic_2d.geo"}) {
    const Mesh mesh = read(file);
    expect_sound(mesh, true);
    EXPECT_EQ(std::count(mesh.neighbor.begin(), mesh.neighbor.end(), -1), 0) << file;
    std::set<std::set<std::string>> pairs;
    for (const auto& pair : mesh.periodic_pairs) pairs.insert({pair[0], pair[1]});
    EXPECT_EQ(pairs, (std::set<std::set<std::string>>{{"left", "right"}, {"both"}})) << file;
  }
}

TEST(Reader, connects_periodic_entities_without_groups_and_says_so_where_they_have_no_names) {
  for (const auto& [file, n_pairs] : {std::pair("periodic_3d_v41_text.msh", 2u), {"periodic_3d.geo", 3u}}) {
    MeshReport report;
    const Mesh mesh = read(file, 1, &report);
    expect_sound(mesh, true);
    EXPECT_EQ(std::count(mesh.neighbor.begin(), mesh.neighbor.end(), -1), 0) << file;
    EXPECT_NEAR(total_volume(mesh), 1, 1e-10);
    EXPECT_EQ(mesh.periodic_pairs.size(), n_pairs);  // the .msh has no faces across z
    EXPECT_EQ(std::ranges::any_of(report.notes,
                                  [](const std::string& note) {
                                    return note.find("in no group are joined periodically") !=
                                           std::string::npos;
                                  }),
              n_pairs == 2);
  }
}

TEST(Reader, reverses_negative_cells_with_their_high_order_nodes) {
  // clockwise.geo is the disk with its curves listed the other way round: Gmsh makes negative triangles.
  for (int order = 1; order <= 4; ++order) {
    MeshReport report;
    const Mesh mesh = read("clockwise.geo", order, &report);
    expect_sound(mesh, false);
    expect_watertight(mesh);
    EXPECT_TRUE(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
      return note.find("reversed") != std::string::npos;
    }));
    for (int e = 0; e < mesh.n_elements(); ++e) {
      const bool interior = std::count(&mesh.neighbor[3 * e], &mesh.neighbor[3 * e] + 3, -1) == 0;
      EXPECT_LT(interior ? largest_bend(mesh, e) : 0, 1e-10);
    }
  }
}

TEST(Reader, repairs_inverted_high_order_cells_with_gmsh_and_keeps_the_boundary) {
  MeshReport report;
  const Mesh mesh = read("annulus_order3_inverted_cells.msh", 3, &report);
  expect_sound(mesh, false);
  EXPECT_TRUE(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
    return note.find("optimiser") != std::string::npos;
  }));
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < 3; ++f) {
      if (mesh.neighbor[e * 3 + f] >= 0) continue;
      const auto nodes = face_geometry_nodes(mesh, e, f);
      for (const int node : nodes) EXPECT_NEAR(length(mesh.nodes[node]), length(mesh.nodes[nodes[0]]), 1e-8);
    }
}

TEST(Reader, reports_unused_nodes_and_what_the_hilbert_curve_gained) {
  MeshReport report;
  const Mesh mesh = read("disk.geo", 1, &report);
  expect_sound(mesh, false);
  // The circle's centre is a point of the model, but no cell's vertex.
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("belong to no cell"), std::string::npos);
  EXPECT_GT(report.locality_before, report.locality_after);
  std::set<int> used(mesh.elements.begin(), mesh.elements.end());
  EXPECT_EQ(used.size(), mesh.nodes.size());
}

TEST(MeshReader, reads_the_same_mesh_from_a_text_with_windows_line_ends) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "windows.msh";
  for (const std::string name : {"square.msh", "disk_order1_v22_text.msh", "disk_order1_v41_text.msh",
                                 "periodic_2d_v22_text.msh", "periodic_2d_v41_text.msh"}) {
    std::ofstream out(file, std::ios::binary);
    out << "$Comments\r\nof Windows\r\n$EndComments\r\n";
    std::istringstream lines(test::read_text(meshes / name));
    for (std::string line; std::getline(lines, line);) out << line << "\r\n";
    out.close();
    const Mesh windows = read_mesh({.file = file, .parameters = {}}), mesh = read(name);
    expect_same(windows, mesh, name);
  }
}

TEST(MeshReader, leaves_out_what_is_no_part_of_the_mesh_and_says_so) {
  const test::TemporaryFolder folder;
  // Gmsh crashes on one of these, and takes a gigabyte for each number of the other.
  for (const char* numbers : {"3\n-5\n-1\n2", "3\n0\n1\n1000000000"}) {
    const std::filesystem::path file = folder.path() / "with_data.msh";
    std::ofstream(file) << test::read_text(meshes / "square.msh") << "$NodeData\n1\n\"a view\"\n1\n0\n"
                        << numbers << "\n1 0.5\n$EndNodeData\n";
    MeshReport report;
    const Mesh mesh = read_mesh({.file = file, .parameters = {}}, &report);
    EXPECT_EQ(mesh.elements, read("square.msh").elements);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_NE(report.notes.front().find("left out: $NodeData"), std::string::npos) << report.notes.front();
  }
}

TEST(MeshReader, takes_the_group_of_each_element_of_format_2_2_whatever_its_entity) {
  for (const int refine : {0, 1}) {  // Gmsh splits cells
    const Mesh mesh = read_mesh({.file = meshes / "two_groups_on_entity_0.msh", .refine = refine});
    expect_sound(mesh, false);
    EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"left", "right"}));
    for (int e = 0; e < mesh.n_elements(); ++e)
      EXPECT_EQ(mesh.region_names[mesh.region[e]], centroid(mesh, e)[0] < 1 ? "left" : "right");
    EXPECT_NEAR(boundary_measure(mesh, "wall"), 6, 1e-12);
  }
}

TEST(MeshReader, reads_partitions_as_the_mesh_that_they_are_parts_of) {
  for (const char* file : {"square_partitioned_text.msh", "square_partitioned_binary.msh"})
    for (const int refine : {0, 1}) {
      const Mesh mesh = read_mesh({.file = meshes / file, .refine = refine}),
                 whole = read_mesh({.file = meshes / "square.msh", .refine = refine});
      expect_sound(mesh, false);
      EXPECT_EQ(mesh.n_elements(), whole.n_elements()) << file;
      EXPECT_EQ(mesh.region_names, whole.region_names) << file;
      EXPECT_EQ(sorted_names(mesh.boundary_names), sorted_names(whole.boundary_names)) << file;
      for (const std::string& name : whole.boundary_names)
        EXPECT_NEAR(boundary_measure(mesh, name), boundary_measure(whole, name), 1e-12) << name;
    }
}

/// A file with another section is given to Gmsh; others are read without it.
TEST(MeshReader, reads_a_plain_file_as_gmsh_does) {
  const test::TemporaryFolder folder;
  const auto expect_as_gmsh = [&](const std::string& name, int order) {
    const std::filesystem::path file = folder.path() / name;
    std::ofstream(file, std::ios::binary)
        << test::read_text(meshes / name) << "\n$Other\nnothing\n$EndOther\n";
    MeshReport report, report_of_gmsh;
    const Mesh mesh = read(name, order, &report),
               of_gmsh = read_mesh({.file = file, .geometry_order = order}, &report_of_gmsh);
    expect_same(mesh, of_gmsh, name);
    ASSERT_FALSE(report_of_gmsh.notes.empty());
    report_of_gmsh.notes.erase(report_of_gmsh.notes.begin());  // that the section is left out
    EXPECT_EQ(report.notes, report_of_gmsh.notes) << name;
  };
  for (const std::string shape : {"disk", "octant"})
    for (int order = 1; order <= 4; ++order)
      for (const char* format : {"v22_text", "v22_binary", "v41_text", "v41_binary"})
        expect_as_gmsh(shape + "_order" + std::to_string(order) + "_" + format + ".msh", order);
  for (const char* name :
       {"periodic_2d_v22_text.msh", "periodic_2d_v41_text.msh", "periodic_3d_v41_text.msh"})
    expect_as_gmsh(name, 1);
}

}  // namespace
}  // namespace dgsolve
