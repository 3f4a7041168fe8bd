/// Meshes drawn by their names.

#include "io/picture/names_picture.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <fstream>
#include <iterator>
#include <set>

#include "mesh/box.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

std::set<Colour> colours_in(const Picture& picture) { return {picture.pixels.begin(), picture.pixels.end()}; }

TEST(NamesPicture, has_a_colour_for_each_name_of_a_plane_mesh) {
  const Mesh mesh = square_mesh();
  EXPECT_EQ(colours_in(picture_of_names(mesh)).size(),
            1 + mesh.boundary_names.size() + mesh.region_names.size());
  const std::string told = colours_of_names(mesh);
  EXPECT_TRUE(told.starts_with(mesh.boundary_names[0] + " blue, ")) << told;
}

TEST(NamesPicture, shows_each_side_of_a_box_in_its_shade) {
  EXPECT_EQ(colours_in(picture_of_names(make_box({.dim = 3}))).size(), 1u + 6);
}

TEST(PngFiles, have_the_pixels_row_by_row) {
  Picture picture(3, 2, {255, 255, 255});
  picture.at(2, 0) = {1, 2, 3};
  picture.at(0, 1) = {200, 100, 0};
  const TemporaryFolder folder;
  write_png(picture, folder.path() / "a.png");
  std::ifstream in(folder.path() / "a.png", std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  ASSERT_TRUE(file.starts_with("\x89PNG\r\n\x1a\n"));
  const std::size_t at = file.find("IDAT") + 4, end = file.find("IEND");
  std::string rows(100, '\0');
  uLongf n = rows.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &n, reinterpret_cast<const Bytef*>(&file[at]),
                       end - at - 8),
            Z_OK);
  std::string expected;
  for (int row = 0; row < 2; ++row) {
    expected += '\0';
    for (int column = 0; column < 3; ++column)
      for (const std::uint8_t part : picture.at(column, row)) expected += static_cast<char>(part);
  }
  EXPECT_EQ(rows.substr(0, n), expected);
}

TEST(PngFiles, replace_pictures_and_nothing_else) {
  const TemporaryFolder folder;
  const std::filesystem::path picture = folder.path() / "a.png", mesh = folder.path() / "a.msh";
  for (int width : {1, 2}) EXPECT_NO_THROW(write_png({width, 1, {0, 0, 0}}, picture));
  std::ofstream(mesh) << "$MeshFormat\n";
  try {
    write_png({1, 1, {0, 0, 0}}, mesh);
    ADD_FAILURE() << "a mesh is lost";
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(mesh.string() + ": this file is no PNG picture"));
  }
  std::ifstream stream(mesh);
  std::string text;
  std::getline(stream, text);
  EXPECT_EQ(text, "$MeshFormat");
}

TEST(PngFiles, go_to_no_pipe_or_device_which_stays) {
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  try {
    write_png({1, 1, {0, 0, 0}}, pipe);
    ADD_FAILURE() << "a picture is in a pipe";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), pipe.string() + ": cannot be written: this is no file but a named pipe");
  }
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

}  // namespace
}  // namespace dgsolve::test
