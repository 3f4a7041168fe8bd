/// The GPU's linear algebra for linear_algebra_suite.cpp.
#include "tests/support/kernels/linear_algebra_under_test.hpp"

namespace dgsolve::test {

std::shared_ptr<LinearAlgebra> linear_algebra_under_test() {
  const std::shared_ptr<Device> device = make_device("cuda", Precision::double_);
  return {device, &device->linear_algebra()};
}

}  // namespace dgsolve::test
