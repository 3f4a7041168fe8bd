/// Checkpoint files: what is read is what was written, or an error.

#include <gtest/gtest.h>

#include <fstream>

#include "io/mesh/mesh_digest.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "tests/support/programs/checkpoint_example.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

TEST(CheckpointFile, holds_every_bit_of_state_mesh_and_record) {
  const TemporaryFolder folder;
  for (const int geometry_order : {1, 3}) {
    Box box(3, 2, 2, geometry_order, [](Mesh& mesh) { mesh.periodic_pairs = {{"left", "right"}}; });
    WholeCheckpoint written = example(box);
    if (geometry_order == 3) written.record = {};
    write_checkpoint(folder.path() / "c.h5", written, box.mesh);
    Mesh mesh;
    EXPECT_TRUE(same(read_whole_checkpoint(folder.path() / "c.h5", mesh), written));
    EXPECT_TRUE(same(mesh, box.mesh));
  }
}

TEST(CheckpointFile, keeps_single_precision_in_half_the_room) {
  const TemporaryFolder folder;
  const Box box(2, 8, 4);
  WholeCheckpoint written = example(box);
  write_checkpoint(folder.path() / "double.h5", written, box.mesh);
  written.state.precision = Precision::single;
  for (double& value : written.saved.canonical) value = static_cast<float>(value);
  write_checkpoint(folder.path() / "single.h5", written, box.mesh);
  Mesh mesh;
  EXPECT_TRUE(same(read_whole_checkpoint(folder.path() / "single.h5", mesh), written));
  EXPECT_LT(
      std::filesystem::file_size(folder.path() / "single.h5") + 4 * written.saved.canonical.size() - 2000,
      std::filesystem::file_size(folder.path() / "double.h5"));
}

TEST(CheckpointFile, is_of_another_mesh_where_a_file_that_the_script_takes_in_is_another) {
  const TemporaryFolder folder;
  const std::filesystem::path script = folder.path() / "a.geo", sizes = folder.path() / "sizes.geo";
  std::ofstream(script) << "Include \"sizes.geo\";\nRectangle(1) = {0, 0, 0, L, 1};\n";
  std::ofstream(sizes) << "Merge  \"a.geo\"; L = 1;\n";  // round in a circle
  const std::string before = digest_of_mesh_file(script);
  EXPECT_EQ(digest_of_mesh_file(script), before);
  std::ofstream(sizes) << "L = 3;\n";
  EXPECT_NE(digest_of_mesh_file(script), before);
  EXPECT_THROW(digest_of_mesh_file(folder.path() / "none.geo"), std::runtime_error);
}

TEST(CheckpointFile, that_does_not_fit_on_the_disk_leaves_the_ones_before_as_they_were) {
  const TemporaryFolder folder;
  const Box box(2, 4, 3);
  const CheckpointFolder checkpoints(folder.path(), 1);
  WholeCheckpoint checkpoint = example(box);
  const auto write = [&] {
    std::filesystem::path file = checkpoints.new_file_after(checkpoint.position.steps);
    write_checkpoint(file, checkpoint, box.mesh);
    checkpoints.remove_oldest();
    return file;
  };
  const std::filesystem::path first = write();
  checkpoint.position.steps = 11;
  {
    const FullDisk full(std::filesystem::file_size(first) - 100);
    EXPECT_THROW(write(), std::runtime_error);
  }
  EXPECT_EQ(checkpoints.newest_first(), std::vector{first});
  Mesh mesh;
  EXPECT_EQ(read_checkpoint(first, mesh).position.steps, 10);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(checkpoints.path()))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1) << "half of a checkpoint was left";
  const std::filesystem::path second = write();
  EXPECT_EQ(checkpoints.newest_first(), std::vector{second});
}

}  // namespace
}  // namespace dgsolve::test
