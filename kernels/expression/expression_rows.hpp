/// The operations of formulas on rows of values. Private to kernels/expression*.cpp.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/expression/expression_node.hpp"

namespace dgsolve {

/// One operation on rows of n values; samples: of a sampled function; `out` is none of the arguments. NaN
/// passes through min, max and sign. A value depends on its arguments alone: neither on its place in the row
/// nor on the processor's vectors.
void apply_to_rows(Op op, int index, const SampledFunction* samples, const std::array<const double*, 3>& in,
                   double* out, std::size_t n);

/// One operation at one point; samples: of a sampled function.
double apply(Op op, int index, const SampledFunction* samples, const std::array<double, 3>& a);

}  // namespace dgsolve
