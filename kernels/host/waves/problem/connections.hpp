/// Who meets whom, in the form the host's kernels read.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/problem/boundary_data.hpp"

namespace dgsolve::host {

class Connections {
 public:
  Connections(const WaveProblem& problem, const Numbering& numbering);

  BoundaryData boundaries;

  FaceTables tables() const;
  std::size_t bytes() const;

 private:
  AlignedArray<int> nodes_, permutations_, neighbor_;
  AlignedArray<std::uint8_t> permutation_;
};

}  // namespace dgsolve::host
