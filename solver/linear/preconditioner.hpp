/// The interface of a preconditioner of conjugate gradients.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// z ← M r; both in double precision. M is symmetric, positive definite, and the same in every call.
  virtual void apply(const DeviceVector& r, DeviceVector& z) = 0;
};

}  // namespace dgsolve
