/// A checkpoint that was damaged is refused by name, or is what was written.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <map>

#include "io/base/seal.hpp"
#include "tests/support/programs/checkpoint_example.hpp"
#include "tests/support/programs/damage.hpp"
#include "tests/support/programs/hdf5_damage.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

class DamagedCheckpoint : public testing::Test {
 protected:
  DamagedCheckpoint() {
    WholeCheckpoint older = written_;
    older.position.steps = 9;
    older.position.done = 2;
    for (double& value : older.saved.canonical) value += 1;
    write_checkpoint(bad_, older, box_.mesh);
    stale_ = read_text(bad_);
    write_checkpoint(bad_, written_, box_.mesh);
    bytes_ = read_text(bad_);
  }

  enum class Read { refused, same, other };
  /// What comes of the damaged file; errors that do not name it fail the test.
  Read read(const std::string& damage) {
    Mesh mesh;
    try {
      const WholeCheckpoint found = read_whole_checkpoint(bad_, mesh);
      return same(found, written_) && same(mesh, box_.mesh) ? Read::same : Read::other;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()).rfind(bad_.string() + ": ", 0), 0u)
          << damage << ": " << error.what();
      return Read::refused;
    }
  }

  Hdf5Damage::Change change_by_library(std::mt19937_64& generator) {
    write_bytes(bad_, bytes_);
    return Hdf5Damage(bad_).change(generator);
  }

  const TemporaryFolder folder_;
  const std::filesystem::path bad_ = folder_.path() / "bad.h5";
  const Box box_{2, 3, 2, 2, [](Mesh& mesh) { mesh.periodic_pairs = {{"left", "right"}}; }};
  const WholeCheckpoint written_ = example(box_);
  std::string bytes_, stale_;
};

TEST_F(DamagedCheckpoint, is_refused_or_read_as_it_was_a_thousand_times) {
  std::map<Read, int> n;
  ByteDamage damage(bytes_, stale_);
  for (int i = 0; i < 80 * ByteDamage::n_kinds; ++i) {
    write_bytes(bad_, damage.next());
    ++n[read("damage " + std::to_string(i))];
    ASSERT_EQ(n[Read::other], 0) << "damage " << i << " is read as if it were none";
  }
  std::mt19937_64 generator(18);
  for (int i = 0; i < 280; ++i) {
    const auto [part, kind] = change_by_library(generator);
    ++n[read(part + ' ' + kind)];
    ASSERT_EQ(n[Read::other], 0) << part << ", " << kind;
  }
  RecordProperty("refused", n[Read::refused]);
  RecordProperty("harmless", n[Read::same]);
  EXPECT_EQ(n[Read::refused] + n[Read::same], 1000);
  EXPECT_GT(n[Read::refused], 990);
}

/// Beyond damage: the file is whole by its digest, as one of a program that shares our format.
TEST_F(DamagedCheckpoint, whose_parts_have_other_types_or_sizes_is_refused_even_where_its_digest_is_right) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  std::mt19937_64 generator(81);
  std::map<Read, int> n;
  for (int i = 0; i < 500; ++i) {
    const auto [part, kind] = change_by_library(generator);
    std::string bytes = read_text(bad_);
    write_bytes(bad_, bytes + seal_of(bytes));
    const Read found = read(part + ' ' + kind);
    ++n[found];
    // A list of another length may be another list. The time is for people; a run has it from the steps.
    // Earlier versions wrote neither tails nor steps nor integrals nor where a limiter acted.
    const bool may_be_missing = part.ends_with("/tail_times") || part.ends_with("steps_so_far") ||
                                part.ends_with("integrals_initial") || part.ends_with("limited");
    if (may_be_missing && (kind == "missing" || kind == "never written")) continue;
    if (kind == "other shape") {
      EXPECT_NE(found, Read::other) << part;
    } else if (kind != "longer" && kind != "shorter" && part != "./time") {
      EXPECT_EQ(found, Read::refused) << part << ", " << kind;
    }
  }
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 500'000) << "KiB";
  RecordProperty("refused", n[Read::refused]);
  EXPECT_GT(n[Read::refused], 300);
}

}  // namespace
}  // namespace dgsolve::test
