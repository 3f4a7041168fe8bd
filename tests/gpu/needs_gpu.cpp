/// Skips all of test_gpu where no GPU can be used.
#include <gtest/gtest.h>

#include "kernels/devices.hpp"

namespace dgsolve::test {
namespace {

class NeedsGpu : public testing::Environment {
 public:
  void SetUp() override {
    try {
      make_device("cuda", Precision::double_);
    } catch (const DeviceError& reason) {
      GTEST_SKIP() << "no GPU can be used: " << reason.what();
    }
  }
};

const testing::Environment* const needs_gpu = testing::AddGlobalTestEnvironment(new NeedsGpu);

}  // namespace
}  // namespace dgsolve::test
