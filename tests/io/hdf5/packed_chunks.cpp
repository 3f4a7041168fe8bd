/// Chunks that this program packs, as HDF5 unpacks them.

#include "io/hdf5/packed_chunks.hpp"

#include <gtest/gtest.h>

#include <random>

#include "io/hdf5/hdf5_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// Of rows of three values, three chunks and a part of one: smooth ones, which shrink.
std::vector<double> some_values() {
  std::vector<double> values(3 * 70'001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1e-4 * static_cast<double>(i));
  return values;
}

/// What does not shrink.
std::vector<std::uint8_t> noise() {
  std::vector<std::uint8_t> values(1'200'000);
  std::mt19937 random;
  for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random());
  return values;
}

TEST(PackedChunks, are_what_was_written_whether_they_shrink_or_not) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "packed.h5";
  const std::vector<double> smooth = some_values();
  const std::vector<std::uint8_t> rough = noise();
  const std::vector<int> few = {3, 1, 4};
  {
    hdf5::Group root = hdf5::new_file(file);
    root.dataset("smooth", {70'001, 3}, smooth.data());
    root.dataset("rough", {rough.size()}, rough.data());
    root.dataset("few", {3}, few.data());
    root.dataset("none", {0, 4}, few.data());
    root.save();
  }
  const hdf5::Group root = hdf5::open_file(file);
  EXPECT_EQ(root.read<double>("smooth"), smooth);
  EXPECT_EQ(root.read<std::uint8_t>("rough"), rough);
  EXPECT_EQ(root.read<int>("few"), few);
  EXPECT_EQ(root.rows("none"), 0u);
  EXPECT_LT(std::filesystem::file_size(file), smooth.size() * sizeof(double) + rough.size());
}

TEST(PackedChunks, have_doubles_as_floats_where_the_file_has_these) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "packed.h5";
  const std::vector<double> values = some_values();
  const hdf5::NumberType type = hdf5::doubles_as(Precision::single);
  {
    hdf5::Group root = hdf5::new_file(file);
    root.write("values", type, {70'001, 3}, hdf5::Group::Filter::deflate, values.data());
    root.save();
  }
  const std::vector<double> found = hdf5::open_file(file).read<double>("values", type);
  ASSERT_EQ(found.size(), values.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], static_cast<float>(values[i]));
}

TEST(PackedChunks, skip_deflating_what_would_not_shrink) {
  const std::vector<std::uint8_t> rough = noise();
  const hdf5::PackedChunk packed = hdf5::pack(rough, 1);
  EXPECT_EQ(packed.skipped, 2u);
  EXPECT_TRUE(std::ranges::equal(packed.bytes, rough));
  EXPECT_EQ(hdf5::pack(std::vector<unsigned char>(100'000), 8).skipped, 0u);
}

}  // namespace
}  // namespace dgsolve::test
