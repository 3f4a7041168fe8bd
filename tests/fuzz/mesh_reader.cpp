/// libFuzzer over the reader of .msh files; tests/fuzz/run.sh.
#include <cstdint>

#include "tests/fuzz/mesh_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const dgsolve::test::TemporaryFolder folder;
  dgsolve::test::expect_mesh_or_error(folder, {data, data + size});
  return 0;
}
