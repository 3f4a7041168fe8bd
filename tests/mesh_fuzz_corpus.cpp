/// What the fuzzer of the mesh reader came upon (tests/fuzz/run.sh), read again without it.

#include <gtest/gtest.h>

#include "tests/fuzz/mesh_target.hpp"
#include "tests/places.hpp"
#include "tests/text_files.hpp"

namespace dgsolve::test {
namespace {

TEST(MeshReader, makes_a_mesh_or_an_error_of_all_that_the_fuzzer_came_upon) {
  const TemporaryFolder folder;
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/fuzz/corpus_mesh")) {
    SCOPED_TRACE(entry.path());
    EXPECT_NO_THROW(expect_mesh_or_error(folder, read_text(entry.path())));
    ++n;
  }
  EXPECT_GT(n, 0);
}

}  // namespace
}  // namespace dgsolve::test
