/// The shapes of elements for which the interior penalty kernels are compiled with the tests.
#pragma once

#include "kernels/base/polynomials.hpp"
#include "kernels/cuda/elliptic/penalty_maps.hpp"

namespace dgsolve::test {

struct PenaltyShape {
  int dim, N;
  Precision precision;
  bool tensor;  ///< there are tensor cores
};

inline constexpr PenaltyShape penalty_shapes[] = {
    {2, 1, Precision::double_, false}, {2, 4, Precision::double_, true}, {3, 2, Precision::double_, false},
    {3, 3, Precision::double_, true},  {3, 3, Precision::single, true},  {3, 2, Precision::single, false},
    {3, 4, Precision::double_, true},  {3, 1, Precision::double_, true}, {3, 5, Precision::double_, true},
    {3, 6, Precision::double_, false},
};

inline std::string penalty_prefix(const PenaltyShape& shape) {
  ReferenceView r{};
  r.dim = shape.dim;
  r.N = shape.N;
  r.Np = n_polynomials(r.dim, r.N);
  r.Nfp = n_polynomials(r.dim - 1, r.N);
  r.n_faces = r.dim + 1;
  return cuda::penalty_prefix(r, shape.precision, shape.tensor);
}

}  // namespace dgsolve::test
