/// A checkpoint whose state processes wrote in parts is the checkpoint that one process writes.

#include <gtest/gtest.h>

#include <fstream>

#include "io/hdf5/hdf5_file.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/programs/checkpoint_example.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// Remembers what it is set to.
class SetState : public WaveState {
 public:
  void upload(std::span<const double> values) override { canonical.assign(values.begin(), values.end()); }
  void download(std::span<double>) const override {}
  void fill(const RunsOfCells&, const CellWriter&) override {}
  void visit(const RunsOfCells&, const CellReader&) const override {}
  std::vector<std::byte> save() const override { return raw; }
  void restore(std::span<const std::byte> bytes) override { raw.assign(bytes.begin(), bytes.end()); }
  void assign(const WaveState&) override {}

  std::vector<std::byte> raw;
  std::vector<double> canonical;
};

class CheckpointParts : public testing::Test {
 protected:
  CheckpointParts() {
    written_.state.file = folder_.path() / "checkpoint_000000000010.h5";
    written_.state.n_auxiliaries = 50;
    for (int i = 0; i < 50; ++i) written_.saved.canonical.push_back(i / 7.0);
  }

  /// Cells in n parts; in each part ghosts stand between what is its own, in another order than in the whole.
  StateParts cut(int n) const {
    const StoredState& whole = written_.state;
    const auto share = [n](std::size_t all, int i) { return all * i / n; };
    StateParts parts{whole.raw_bytes, {}};
    for (int i = 0; i < n; ++i) {
      const auto run = [&](std::size_t all) {
        return PartRun{0, share(all, i), share(all, i + 1) - share(all, i)};
      };
      const PartRun bytes = run(whole.raw_bytes), aux = run(whole.n_auxiliaries);
      const std::size_t half = bytes.size / 2, ghosts = 13;
      parts.parts.push_back({{static_cast<int>(share(whole.K, i)), static_cast<int>(share(whole.K, i + 1))},
                             {aux},
                             {{bytes.size - half + ghosts, bytes.in_whole, half},
                              {0, bytes.in_whole + half, bytes.size - half}},
                             aux.size,
                             bytes.size + ghosts});
    }
    return parts;
  }

  SavedState of_part(const StatePart& part) const {
    SavedState own{std::vector<std::byte>(part.raw_bytes, std::byte{99}), {}};
    for (const PartRun& run : part.raw)
      std::copy_n(&written_.saved.raw[run.in_whole], run.size, &own.raw[run.in_part]);
    const std::vector<double>& all = written_.saved.canonical;
    const std::size_t of_cell = written_.state.of_cell;
    own.canonical.assign(&all[part.cells.first * of_cell], &all[part.cells.last * of_cell]);
    for (const PartRun& run : part.auxiliaries)
      own.canonical.insert(own.canonical.end(), &all[written_.state.n_fields() + run.in_whole],
                           &all[written_.state.n_fields() + run.in_whole] + run.size);
    return own;
  }

  void write_in_parts(const WholeCheckpoint& checkpoint, int n) const {
    const StateParts parts = cut(n);
    std::vector<std::string> seals;
    for (int i = 0; i < n; ++i)
      seals.push_back(
          write_state_file(part_of(checkpoint.state, parts.parts[i], i), of_part(parts.parts[i])));
    write_checkpoint(checkpoint, box_.mesh,
                     [&](const hdf5::Group& root) { show_parts(root, checkpoint.state, parts, seals); });
  }

  std::string error_of_reading() const {
    return error_of([&] {
      Mesh mesh;
      read_checkpoint(written_.state.file, mesh);
    });
  }

  const TemporaryFolder folder_;
  const Box box_{2, 4, 3};
  WholeCheckpoint written_ = example(box_);
};

TEST_F(CheckpointParts, are_read_as_what_one_process_writes) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const int n : {1, 2, 5}) {
      written_.state.precision = precision;
      for (double& value : written_.saved.canonical)
        if (precision == Precision::single) value = static_cast<float>(value);
      write_in_parts(written_, n);
      Mesh mesh;
      const WholeCheckpoint found = read_whole_checkpoint(written_.state.file, mesh);
      EXPECT_TRUE(same(found, written_)) << n;
      EXPECT_EQ(found.state.K, written_.state.K);
      EXPECT_EQ(found.state.n_auxiliaries, written_.state.n_auxiliaries);
      EXPECT_EQ(part_files(written_.state.file).size(), static_cast<std::size_t>(n));
      std::filesystem::remove_all(folder_.path());
      std::filesystem::create_directories(folder_.path());
    }
}

TEST_F(CheckpointParts, are_loaded_by_any_other_number_of_processes_each_its_own_part) {
  write_in_parts(written_, 3);
  for (const int n : {1, 2, 4})
    for (const StatePart& part : cut(n).parts) {
      SetState found;
      load_part(written_.state, part, true, found);
      load_part(written_.state, part, false, found);
      const SavedState expected = of_part(part);
      EXPECT_TRUE(found.canonical == expected.canonical);
      for (const PartRun& run : part.raw)
        EXPECT_TRUE(std::equal(&found.raw[run.in_part], &found.raw[run.in_part] + run.size,
                               &expected.raw[run.in_part]));
    }
}

TEST_F(CheckpointParts, that_are_missing_damaged_or_of_another_checkpoint_are_refused_by_name) {
  write_in_parts(written_, 2);
  EXPECT_EQ(error_of_reading(), "no error");
  const std::filesystem::path second = part_files(written_.state.file).back();
  const std::string bytes = read_text(second);
  const auto expect_refused = [&](const std::string& what) {
    const std::string error = error_of_reading();
    EXPECT_TRUE(error.starts_with(written_.state.file.string() + ": ")) << error;
    EXPECT_NE(error.find(second.string()), std::string::npos) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
  };
  std::filesystem::remove(second);
  expect_refused("there is no such file");
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  std::ofstream(second, std::ios::binary) << damaged;
  expect_refused("damaged");
  WholeCheckpoint other = written_;
  other.state.file = folder_.path() / "checkpoint_000000000011.h5";
  for (double& value : written_.saved.canonical) value += 1;
  write_in_parts(other, 2);
  std::filesystem::copy_file(part_files(other.state.file).back(), second,
                             std::filesystem::copy_options::overwrite_existing);
  expect_refused("is of another checkpoint");
  std::ofstream(second, std::ios::binary) << bytes;
  EXPECT_EQ(error_of_reading(), "no error");
}

TEST_F(CheckpointParts, go_where_their_checkpoint_goes) {
  const CheckpointFolder folder(folder_.path(), 2);
  for (const long steps : {10, 20, 30, 40}) {
    written_.state.file = folder.new_file_after(steps);
    write_in_parts(written_, 2);
    folder.remove_oldest();
  }
  const auto files_in = [&](const char* name) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / name))
      names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  };
  const std::vector<std::string> last = {"checkpoint_000000000040.h5", "checkpoint_000000000040_0.h5",
                                         "checkpoint_000000000040_1.h5"},
                                 before = {"checkpoint_000000000030.h5", "checkpoint_000000000030_0.h5",
                                           "checkpoint_000000000030_1.h5"};
  std::ofstream(folder.path() / "checkpoint_000000000035_1.h5");  // of a run that was killed
  std::ofstream(folder.path() / "checkpoint_mine.h5");
  EXPECT_EQ(folder.set_aside_after(30).n, 1);
  std::vector<std::string> left = before;
  left.emplace_back("checkpoint_mine.h5");
  EXPECT_EQ(files_in("checkpoints"), left);
  EXPECT_EQ(files_in("checkpoints_before"), last);
}

}  // namespace
}  // namespace dgsolve::test
