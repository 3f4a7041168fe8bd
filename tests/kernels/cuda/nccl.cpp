/// NCCL's library as it is found at run time: with all functions that are called, and new enough.

#include "kernels/cuda/runtime/nccl.hpp"

#include <gtest/gtest.h>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/runtime/library.hpp"

namespace dgsolve::test {
namespace {

TEST(Nccl, is_loaded_with_all_that_is_needed_or_said_to_be_missing) {
  try {
    EXPECT_GE(cuda::nccl_version(), 21800);
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("a run of several processes needs NVIDIA's NCCL"),
              std::string::npos)
        << error.what();
  }
}

TEST(Library, says_what_is_missing) {
  try {
    const cuda::Library library("libno_such_thing.so.2", "a test needs this");
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_EQ(std::string(error.what()),
              "a test needs this, which cannot be loaded: libno_such_thing.so.2 is not among the system's "
              "libraries, nor on LD_LIBRARY_PATH");
  }
  const cuda::Library library("libc.so.6", "a test needs this");
  EXPECT_NE(library.get<int()>("getpid"), nullptr);
  EXPECT_THROW(library.get<int()>("no_such_function"), DeviceError);
}

}  // namespace
}  // namespace dgsolve::test
