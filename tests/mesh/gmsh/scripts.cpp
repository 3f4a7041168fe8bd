#include <clocale>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <regex>

#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::contains;
using test::meshes;

std::string error_of(const MeshOptions& options) {
  try {
    read_mesh(options);
  } catch (const MeshError& error) {
    return error.what();
  }
  return "";
}

TEST(Scripts, are_meshed_at_every_geometric_order) {
  for (int order = 1; order <= 4; ++order) {
    const Mesh disk =
        read_mesh({.file = meshes / "disk.geo", .parameters = {{"h", 0.5}}, .geometry_order = order});
    expect_sound(disk, false);
    EXPECT_EQ(disk.geometry_order, order);
    const Mesh octant =
        read_mesh({.file = meshes / "octant.geo", .parameters = {{"h", 0.5}}, .geometry_order = order});
    expect_sound(octant, false);
    EXPECT_LT(total_volume(octant), std::numbers::pi / 6);
    EXPECT_GT(total_volume(octant), 0.8 * std::numbers::pi / 6);
  }
}

TEST(Scripts, take_parameters_from_the_case) {
  const auto cells = [](double h) {
    return read_mesh({.file = meshes / "disk.geo", .parameters = {{"h", h}}}).n_elements();
  };
  EXPECT_GT(cells(0.2), 4 * cells(0.6));
  const Mesh wide = read_mesh({.file = meshes / "periodic_2d.geo", .parameters = {{"w", 3}, {"h", 0.5}}});
  EXPECT_NEAR(total_volume(wide), 3, 1e-12);
}

TEST(Scripts, know_nothing_of_parameters_that_were_given_to_the_scripts_before) {
  const auto width = [](std::map<std::string, double> parameters) {
    return total_volume(read_mesh({.file = meshes / "periodic_2d.geo", .parameters = std::move(parameters)}));
  };
  const double declared = width({});
  EXPECT_NEAR(width({{"w", 3}}), 3, 1e-12);
  EXPECT_EQ(width({}), declared);
}

TEST(Scripts, refuse_parameters_they_do_not_declare_and_list_those_they_do) {
  const std::string error = error_of({.file = meshes / "periodic_2d.geo", .parameters = {{"height", 3}}});
  EXPECT_TRUE(contains(error, "periodic_2d.geo")) << error;
  EXPECT_TRUE(contains(error, "mesh.parameters.height")) << error;
  EXPECT_TRUE(contains(error, "h, w")) << error;
  EXPECT_TRUE(contains(error_of({.file = meshes / "disk.geo", .parameters = {{"h", NAN}}}), "finite"));
  EXPECT_TRUE(contains(error_of({.file = meshes / "disk_order1_v41_text.msh", .parameters = {{"h", 1}}}),
                       "no such parameter"));
}

TEST(Scripts, declarations_are_found_in_included_files_but_not_in_comments_and_strings) {
  EXPECT_EQ(declared_parameters(meshes / "declares.geo"),
            (std::vector<std::string>{"included", "a", "b", "d", "_f1"}));
}

TEST(Scripts, that_gmsh_cannot_read_are_errors_and_the_next_mesh_is_read_all_the_same) {
  const auto file = std::filesystem::temp_directory_path() / "dgsolve_test_mistake.geo";
  for (const char* text : {"Point(1) = {0, 0, 0", "Line(1) = {1, 2};\nPhysical Curve(\"a\") = {1};\n",
                           "Point(1) = {0, 0, 0, 1};\n", "\x01\x02\xff\xfe garbage \x03"}) {
    std::ofstream(file) << text;
    const std::string error = error_of({.file = file});
    EXPECT_TRUE(contains(error, file.filename().string())) << text << ": " << error;
    expect_sound(read_mesh({.file = meshes / "disk_order1_v41_text.msh"}), false);
  }
  std::filesystem::remove(file);
}

/// A square whose cells' size is the parameter `cell_size`: Gmsh keeps parameters' values for the next
/// script.
void write_square(const std::filesystem::path& file, const std::string& model, const std::string& size) {
  std::ofstream(file) << "DefineConstant[cell_size = 0.5];\n"
                      << model << "Physical Surface(\"all\") = {1};\nPhysical Curve(\"walls\") = {1:4};\n"
                      << size;
}

const std::string built_in =
    "Point(1) = {0, 0, 0, cell_size}; Point(2) = {1, 0, 0, cell_size}; Point(3) = {1, 1, 0, cell_size};\n"
    "Point(4) = {0, 1, 0, cell_size}; Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4};\n"
    "Line(4) = {4, 1}; Curve Loop(1) = {1:4}; Plane Surface(1) = {1};\n";
const std::string open_cascade = "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\n";

TEST(Scripts, that_ask_for_cells_of_no_size_or_too_small_for_gmsh_are_errors) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "square.geo";
  const auto error_with = [&](double size) {
    return error_of({.file = file, .parameters = {{"cell_size", size}}});
  };
  write_square(file, open_cascade, "MeshSize{:} = cell_size;\n");
  for (const double size : {0.0, -1.0})
    EXPECT_TRUE(contains(error_with(size), "square.geo: Gmsh says: Error: Wrong mesh element size")) << size;
  for (const double size : {1e-12, 1e-300})
    EXPECT_TRUE(contains(error_with(size), "expected larger cells")) << size;
  EXPECT_EQ(error_with(0.5), "");
  write_square(file, built_in, "");
  for (const double size : {1e-12, 1e-300})
    EXPECT_TRUE(contains(error_with(size), "expected larger cells")) << size;
  EXPECT_EQ(error_with(0.5), "");
  EXPECT_TRUE(contains(error_of({.file = meshes / "disk.brep", .parameters = {{"h", 1e-12}}}),
                       "expected larger cells"));
}

TEST(Scripts, that_make_gmsh_doubt_the_size_of_cells_are_meshed_without_a_question) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "fine_points.geo";
  write_square(file, open_cascade, "MeshSize{:} = 1e-7;\nMesh.MeshSizeMin = 0.3;\n");
  ::testing::internal::CaptureStdout();
  expect_sound(read_mesh({.file = file}), false);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST(Scripts, with_prisms_are_refused_by_their_number_at_every_order) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "prisms.geo";
  std::ofstream(file)
      << "Point(1) = {0, 0, 0, 9}; Point(2) = {1, 0, 0, 9}; Point(3) = {0, 1, 0, 9};\n"
         "Line(1) = {1, 2}; Circle(2) = {2, 1, 3}; Line(3) = {3, 1};\n"
         "Curve Loop(1) = {1:3}; Plane Surface(1) = {1};\n"
         "s[] = Extrude {0, 0, 1} { Surface{1}; Layers{2}; Recombine; };\n"
         "Physical Volume(\"rod\") = {s[1]}; Physical Surface(\"skin\") = {1, s[0], s[2], s[3], s[4]};\n";
  for (int order = MeshOptions::automatic; order <= 3; ++order) {
    const std::string error = error_of({.file = file, .geometry_order = order, .field_order = 3});
    EXPECT_TRUE(contains(error, " prisms, ")) << error;
    EXPECT_TRUE(contains(error,
                         " (of type Prism 6, Quadrilateral 4); expected triangles (2D) or tetrahedra (3D) "
                         "only: let mesh: {split: true} cut them, or leave out in the .geo Recombine in "
                         "Extrude"))
        << error;
  }
}

TEST(Scripts, leave_the_locale_and_the_terminal_alone) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  read_mesh({.file = meshes / "periodic_2d.geo"});
  error_of({.file = meshes / "no_such_script.geo"});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), before);
}

TEST(Cad, parts_that_touch_are_joined_and_keep_their_names) {
  const Mesh mesh = read_mesh({.file = meshes / "two_boxes.step", .parameters = {{"h", 0.6e-3}}});
  expect_sound(mesh, false);
  EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"air", "glass"}));
  double volume[2] = {0, 0};
  bool meet = false;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    volume[mesh.region_names[mesh.region[e]] == "glass"] += simplex_volume(mesh, e);
    for (int f = 0; f < 4; ++f) {
      const int other = mesh.neighbor[e * 4 + f];
      meet = meet || (other >= 0 && mesh.region[other] != mesh.region[e]);
    }
  }
  EXPECT_NEAR(volume[0], 1e-9, 1e-19);  // m³, of millimetres
  EXPECT_NEAR(volume[1], 0.5e-9, 1e-19);
  EXPECT_TRUE(meet);
}

TEST(Cad, parts_of_one_name_are_one_region_and_a_note_says_so) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "pins.step";
  std::ofstream(file) << std::regex_replace(test::read_text(meshes / "two_boxes.step"), std::regex("'glass'"),
                                            "'air'");
  const auto is_said = [](const MeshReport& report) {
    return std::ranges::find(report.notes, "2 parts are called air: one region") != report.notes.end();
  };
  MeshReport report, of_two;
  const Mesh mesh = read_mesh({.file = file, .parameters = {{"h", 0.6e-3}}}, &report);
  EXPECT_EQ(mesh.region_names, std::vector<std::string>{"air"});
  EXPECT_TRUE(is_said(report));
  read_mesh({.file = meshes / "two_boxes.step", .parameters = {{"h", 0.6e-3}}}, &of_two);
  EXPECT_FALSE(is_said(of_two));
}

TEST(Scripts, models_are_measured_with_their_curves) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "disk.geo";
  std::ofstream(file) << "SetFactory(\"OpenCASCADE\");\nDisk(1) = {0, 0, 0, 1};\nMesh.MeshSizeMin = 1;\n"
                         "Mesh.MeshSizeMax = 1;\nMesh.ScalingFactor = 0.001;\n";
  MeshReport report;
  read_mesh({.file = file, .geometry_order = 4}, &report);
  const std::string label = "the model measures ";
  const auto note = std::ranges::find_if(report.notes, [&](const auto& n) { return contains(n, label); });
  ASSERT_NE(note, report.notes.end());
  double x = 0, y = 0;
  ASSERT_EQ(std::sscanf(&(*note)[note->find(label) + label.size()], "%lf x %lf", &x, &y), 2) << *note;
  EXPECT_NEAR(x, 2e-3, 2e-5);
  EXPECT_NEAR(y, 2e-3, 2e-5);
}

TEST(Cad, parts_that_overlap_are_refused_by_their_names) {
  std::string text = test::read_text(meshes / "two_boxes.step");
  const std::size_t glass = text.find("PRODUCT('glass'");
  const std::regex at_1("CARTESIAN_POINT\\('',\\(1\\.,([^,)]*),([^,)]*)\\)"),  // x, y, z
      at_2("CARTESIAN_POINT\\('',\\(2\\.,([^,)]*),([^,)]*)\\)");
  std::string moved = std::regex_replace(text.substr(glass), at_1, "CARTESIAN_POINT('',(0.7,$1,$2)");
  moved = std::regex_replace(moved, at_2, "CARTESIAN_POINT('',(1.7,$1,$2)");
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "overlap.step";
  std::ofstream(file) << text.substr(0, glass) << moved;
  const std::string error = error_of({.file = file, .parameters = {{"h", 0.6}}});
  EXPECT_TRUE(contains(error, "parts air and glass overlap")) << error;
}

TEST(Cad, h_sets_the_size_of_cells) {
  const auto cells = [](double h) {
    return read_mesh({.file = meshes / "disk.brep", .parameters = {{"h", h}}}).n_elements();
  };
  EXPECT_GT(cells(0.1), 8 * cells(0.5));
  EXPECT_TRUE(contains(error_of({.file = meshes / "disk.brep", .parameters = {{"h", 0}}}), "> 0"));
  EXPECT_TRUE(contains(error_of({.file = meshes / "disk.brep", .parameters = {{"size", 1}}}), "it has: h"));
}

TEST(Cad, curved_models_are_meshed_at_every_geometric_order) {
  for (int order = 1; order <= 4; ++order) {
    const Mesh mesh =
        read_mesh({.file = meshes / "disk.brep", .parameters = {{"h", 0.5}}, .geometry_order = order});
    expect_sound(mesh, false);
    EXPECT_EQ(mesh.region_names, std::vector<std::string>{"surface_1"});
    EXPECT_EQ(mesh.boundary_names, std::vector<std::string>{"curve_1"});
  }
}

TEST(Cad, that_gmsh_cannot_read_is_an_error) {
  for (const char* extension : {".step", ".brep"}) {
    const auto file =
        std::filesystem::temp_directory_path() / ("dgsolve_test_garbage" + std::string(extension));
    std::ofstream(file) << "neither one nor the other\n";
    EXPECT_TRUE(contains(error_of({.file = file}), file.filename().string()));
    std::filesystem::remove(file);
  }
}

}  // namespace
}  // namespace dgsolve
