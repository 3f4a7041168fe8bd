/// The interior penalty operators that a device offers beside its linear algebra.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve {

class PenaltyMaps {
 public:
  explicit PenaltyMaps(LinearAlgebra& algebra) : algebra(algebra) {}
  virtual ~PenaltyMaps() = default;

  LinearAlgebra& algebra;  ///< whose vectors the maps take

  /// The operator of kernels/elliptic/interior_penalty.hpp without its matrix.
  virtual std::unique_ptr<LinearMap> interior_penalty(const InteriorPenaltyView& view,
                                                      Precision precision) = 0;
};

}  // namespace dgsolve
