/// What the fuzzer of the mesh reader came upon (tests/fuzz/run.sh), read again without it.

#include <gtest/gtest.h>

#include "tests/fuzz/mesh_target.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

TEST(MeshReader, makes_a_mesh_or_an_error_of_all_that_the_fuzzer_came_upon) {
  if (!std::filesystem::exists(DGSOLVE_CORPORA))
    GTEST_SKIP() << "the corpora are unpacked where the tests are built";
  const TemporaryFolder folder;
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DGSOLVE_CORPORA "/corpus_mesh")) {
    SCOPED_TRACE(entry.path());
    EXPECT_NO_THROW(expect_mesh_or_error(folder, read_text(entry.path())));
    ++n;
  }
  EXPECT_GT(n, 0);
}

}  // namespace
}  // namespace dgsolve::test
