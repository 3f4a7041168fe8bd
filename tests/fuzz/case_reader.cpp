/// libFuzzer over the case reader; tests/fuzz/run.sh.
#include <cstdint>

#include "tests/fuzz/case_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const dgsolve::test::CaseFolder folder;
  dgsolve::test::expect_case_or_error(folder, {data, data + size});
  return 0;
}
