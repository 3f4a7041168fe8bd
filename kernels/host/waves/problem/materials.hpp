/// Coefficients of an equation, or of a local model, as the host's kernels read them.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class Materials {
 public:
  Materials(const CoefficientView& coefficients, int Np, const Numbering& numbering);

  CoefficientTables<T> tables() const { return {values_.data(), row_.data()}; }
  std::size_t bytes() const { return values_.bytes() + row_.bytes(); }

 private:
  AlignedArray<T> values_;
  AlignedArray<int> row_;
};

}  // namespace dgsolve::host
