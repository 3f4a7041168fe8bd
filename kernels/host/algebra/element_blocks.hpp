/// Dense blocks an element, overlapping or not (ElementBlocks in kernels/algebra/linear_algebra.hpp).
#pragma once

#include "kernels/host/algebra/vector.hpp"

namespace dgsolve::host {

/// Throws std::invalid_argument where sizes do not fit together or an index is out of range.
std::unique_ptr<LinearMap> make_element_blocks(const ElementBlocks& blocks, Precision precision, int threads,
                                               const ByteCount& bytes);

}  // namespace dgsolve::host
