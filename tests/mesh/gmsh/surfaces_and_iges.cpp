#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "mesh/gmsh/warning_notes.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

/// 1 × 2 × 3 inches, six faces and no solid.
TEST(Iges, is_in_metres_whatever_its_unit_and_its_closed_faces_are_a_solid) {
  const test::TemporaryFolder folder;
  const auto capitals = folder.path() / "BOX.IGS";
  std::filesystem::copy_file(test::meshes / "box_in_inches.igs", capitals);
  constexpr double inch = 0.0254;
  for (const auto& file : {test::meshes / "box_in_inches.igs", capitals}) {
    const Mesh mesh = read_mesh({.file = file, .parameters = {{"h", 0.02}}});
    expect_sound(mesh, false);
    EXPECT_EQ(mesh.dim, 3);
    EXPECT_NEAR(total_volume(mesh), 6 * inch * inch * inch, 1e-12 * inch);
    EXPECT_EQ(mesh.region_names, std::vector<std::string>{"volume_1"});
    EXPECT_EQ(mesh.boundary_names.size(), 6);
  }
}

/// Surfaces of bodies as STL, normals outwards.
class Facets {
 public:
  void add_box(Point lower, Point upper, bool inwards = false) {
    for (int axis = 0; axis < 3; ++axis)
      for (const bool above : {false, true}) {
        const int b = (axis + 1) % 3, c = (axis + 2) % 3;
        std::array<Point, 4> corners;
        for (int i = 0; i < 4; ++i) {
          corners[i][axis] = above ? upper[axis] : lower[axis];
          corners[i][b] = i == 1 || i == 2 ? upper[b] : lower[b];
          corners[i][c] = i >= 2 ? upper[c] : lower[c];
        }
        const bool turn = above == inwards;
        triangles_.push_back({corners[0], corners[turn ? 2 : 1], corners[turn ? 1 : 2]});
        triangles_.push_back({corners[0], corners[turn ? 3 : 2], corners[turn ? 2 : 3]});
      }
  }
  /// Upon a regular polygon of radius 1.
  void add_drum(int n_sides, double height) {
    const auto corner = [&](int i, double z) {
      const double angle = 2 * std::numbers::pi * i / n_sides;
      return Point{std::cos(angle), std::sin(angle), z};
    };
    for (int i = 0; i < n_sides; ++i) {
      const Point a = corner(i, 0), b = corner(i + 1, 0), c = corner(i + 1, height), d = corner(i, height);
      for (const auto& triangle : {std::array{a, b, c}, {a, c, d}, {b, a, {0, 0, 0}}, {d, c, {0, 0, height}}})
        triangles_.push_back(triangle);
    }
  }
  void drop_one() { triangles_.pop_back(); }

  void write_text(const std::filesystem::path& file) const {
    std::ofstream out(file);
    out << "solid body\n";
    for (const auto& triangle : triangles_) {
      out << "facet normal 0 0 0\nouter loop\n";
      for (const Point& x : triangle) out << "vertex " << x[0] << ' ' << x[1] << ' ' << x[2] << '\n';
      out << "endloop\nendfacet\n";
    }
    out << "endsolid body\n";
  }
  void write_binary(const std::filesystem::path& file) const {
    std::ofstream out(file, std::ios::binary);
    const auto put = [&](auto value) { out.write(reinterpret_cast<const char*>(&value), sizeof value); };
    out << std::string(80, ' ');
    put(static_cast<std::uint32_t>(triangles_.size()));
    for (const auto& triangle : triangles_) {
      for (int i = 0; i < 3; ++i) put(0.F);
      for (const Point& x : triangle)
        for (const double c : x) put(static_cast<float>(c));
      put(std::uint16_t{0});
    }
  }

 private:
  std::vector<std::array<Point, 3>> triangles_;
};

TEST(Stl, shells_bound_volumes_and_those_turned_inwards_are_cavities) {
  const test::TemporaryFolder folder;
  Facets facets;
  facets.add_box({0, 0, 0}, {2, 2, 2});
  facets.add_box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}, true);
  facets.add_box({3, 0, 0}, {4, 1, 1});
  const auto text = folder.path() / "bodies.stl", binary = folder.path() / "BODIES.STL";
  facets.write_text(text);
  facets.write_binary(binary);
  for (const auto& file : {text, binary}) {
    const Mesh mesh =
        read_mesh({.file = file, .parameters = {{"h", 0.5}}, .geometry_order = 0, .field_order = 3});
    expect_sound(mesh, false);
    EXPECT_EQ(mesh.geometry_order, 1);
    EXPECT_EQ(mesh.region_names.size(), 2);
    EXPECT_NEAR(total_volume(mesh), 8 - 1 + 1, 1e-9);
  }
}

TEST(Stl, a_box_keeps_its_six_faces_whole) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "box.stl";
  Facets facets;
  facets.add_box({0, 0, 0}, {2, 1, 1});
  facets.write_text(file);
  EXPECT_EQ(read_mesh({.file = file, .parameters = {{"h", 0.5}}}).boundary_names.size(), 6);
}

TEST(Stl, cells_that_fill_too_little_of_a_round_body_give_a_warning) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "drum.stl";
  Facets facets;
  constexpr int n_sides = 64;
  constexpr double height = 0.1;
  facets.add_drum(n_sides, height);
  facets.write_text(file);
  const double enclosed = height * n_sides / 2 * std::sin(2 * std::numbers::pi / n_sides);
  for (const double h : {0.05, 0.6}) {
    MeshReport report;
    const Mesh mesh = read_mesh({.file = file, .parameters = {{"h", h}}}, &report);
    const bool warned = std::ranges::any_of(
        report.notes, [](const std::string& note) { return note.starts_with(warning_mark); });
    EXPECT_EQ(warned, std::abs(total_volume(mesh) / enclosed - 1) > 1e-3) << h;
    EXPECT_EQ(warned, h > 0.5);
  }
}

TEST(Stl, surfaces_that_are_not_closed_are_refused_with_their_open_edges) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "open.stl";
  Facets facets;
  facets.add_box({0, 0, 0}, {1, 1, 1});
  facets.drop_one();
  facets.write_text(file);
  std::string error = test::mesh_error_of([&] { read_mesh({.file = file}); });
  EXPECT_TRUE(test::contains(error, "3 edges of the surface do not have two triangles")) << error;
  EXPECT_TRUE(test::contains(error, "(1, 1, 1)")) << error;
  std::ofstream(file) << "nothing of the kind";
  error = test::mesh_error_of([&] { read_mesh({.file = file}); });
  EXPECT_TRUE(test::contains(error, "no STL file")) << error;
}

TEST(Stl, a_cavity_outside_all_shells_is_refused) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "bodies.stl";
  Facets facets;
  facets.add_box({0, 0, 0}, {1, 1, 1});
  facets.add_box({3, 0, 0}, {4, 1, 1}, true);
  facets.write_text(file);
  const std::string error = test::mesh_error_of([&] { read_mesh({.file = file}); });
  EXPECT_TRUE(test::contains(error,
                             "the shell from (3, 0, 0) to (4, 1, 1), whose normals point inwards, is a "
                             "cavity in 0 other shells; expected one"))
      << error;
}

}  // namespace
}  // namespace dgsolve
