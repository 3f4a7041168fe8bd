/// The files of formats that have one a snapshot: what a run that goes on finds, names and takes back.

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "io/fields/formats.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/waves/polynomial_run.hpp"

namespace {

std::vector<std::filesystem::path>* synced = nullptr;  ///< null: nobody wants to know

}  // namespace

/// The C library's, in this program: notes which files somebody waits for.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the library's is a reserved word
extern "C" int fsync(int file) {
  if (synced != nullptr)
    synced->push_back(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file)));
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace dgsolve::test {
namespace {

class FieldFiles : public testing::TestWithParam<std::string> {
 protected:
  FieldOutput output() const { return {GetParam(), 1.0, Precision::single, {}}; }
  std::set<std::string> files() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(run.file("fields")))
      all.insert("fields/" + entry.path().filename().string());
    return all;
  }
  /// A writer that goes on behind these.
  std::unique_ptr<Writer> resumed(const std::vector<WrittenSnapshot>& earlier) const {
    auto writer = run.writer(output());
    EXPECT_TRUE(run.resume(*writer, GetParam(), earlier).damaged.empty());
    return writer;
  }

  const PolynomialRun run{};
};

INSTANTIATE_TEST_SUITE_P(Formats, FieldFiles, testing::Values("vtu", "vtkhdf_series", "hdf5"),
                         [](const auto& test) { return test.param; });

TEST_P(FieldFiles, of_a_run_that_got_further_are_set_aside_and_those_of_the_snapshots_listed_stay) {
  const auto at_checkpoint = run.end_beyond_checkpoint(output(), 2, 2);
  const std::set<std::string> expected = files();
  // It went on, and so did another run behind it, which may have a mesh of its own.
  const auto second = resumed(at_checkpoint);
  for (int i = 2; i < 4; ++i) second->write({1.0 * i, i, run.state(i)});
  resumed(second->written())->write({4, 4, run.state(4)});
  const std::string other = "fields/fields_000007.vtu.of_somebody_else";
  std::ofstream(run.file(other)).close();
  const std::set<std::string> all = files();
  ASSERT_GE(all.size(), expected.size() + 4);
  resumed(at_checkpoint);
  std::set<std::string> left = files();
  EXPECT_EQ(left.erase(other), 1u);
  EXPECT_EQ(left, expected);
  for (const std::string& file : all)
    EXPECT_TRUE(left.contains(file) || file == other ||
                std::filesystem::exists(run.file("fields_before") / std::filesystem::path(file).filename()))
        << file << " is gone";
}

TEST_P(FieldFiles, of_another_format_are_left_alone_and_handed_on) {
  const auto earlier = run.end_beyond_checkpoint(output(), 3, 3);
  const std::string other = GetParam() == "vtu" ? "hdf5" : "vtu";
  const std::set<std::string> before = files();
  const auto writer = run.writer({other, 1.0, Precision::single, {}});
  const std::vector<WrittenSnapshot> handed_on =
      EarlierFields(run.folder.path(), field_format(other), earlier).of_other_formats();
  EXPECT_EQ(run.resume(*writer, other, earlier).n_moved, 0u);
  EXPECT_EQ(files(), before);
  ASSERT_EQ(handed_on.size(), 3u);
  writer->write({3, 3, run.state(3)});
  EXPECT_EQ(resumed(handed_on)->written().size(), 3u);
}

TEST_P(FieldFiles, keep_what_listed_snapshots_have_though_earlier_ones_are_gone) {
  const auto earlier = run.end_beyond_checkpoint(output(), 4, 4);
  std::filesystem::remove(run.file(earlier[1].file));
  const auto second = resumed(earlier);
  second->write({4, 4, run.state(4)});
  const auto listed = second->written();
  ASSERT_EQ(listed.size(), 4u);
  const std::string before = read_text(run.file(listed.back().file));
  const auto third = resumed(listed);
  third->write({5, 5, run.state(5)});
  EXPECT_TRUE(read_text(run.file(listed.back().file)) == before) << "another one has its name";
  std::set<std::string> names;
  for (const WrittenSnapshot& snapshot : third->written()) names.insert(snapshot.file);
  EXPECT_EQ(names.size(), 5u);
}

/// A checkpoint waits for the snapshots that it lists, which are no use without it.
TEST(MeshFile, that_snapshots_link_to_is_on_the_disk_once_it_is_written) {
  for (const auto& [format, name] : {std::pair{"vtkhdf_series", "mesh_000000.hdf"}, {"hdf5", "mesh.h5"}}) {
    SCOPED_TRACE(format);
    const PolynomialRun run;
    std::vector<std::filesystem::path> waited_for;
    synced = &waited_for;
    run.end_beyond_checkpoint({format, 1.0, Precision::single, {}}, 1, 1);
    synced = nullptr;
    const std::filesystem::path folder = run.file("fields");
    ASSERT_TRUE(std::filesystem::exists(folder / name));
    const auto file = std::find(waited_for.begin(), waited_for.end(), folder / (std::string(name) + ".tmp"));
    ASSERT_NE(file, waited_for.end());
    EXPECT_NE(std::find(file, waited_for.end(), folder), waited_for.end()) << "its name";
  }
}

}  // namespace
}  // namespace dgsolve::test
