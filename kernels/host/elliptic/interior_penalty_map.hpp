/// The interior penalty operator as a linear map of the host.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/host/dispatch.hpp"
#include "kernels/host/simd/byte_count.hpp"

namespace dgsolve::host {

std::unique_ptr<LinearMap> make_interior_penalty(const InteriorPenaltyView& view, Precision precision,
                                                 InstructionSet instruction_set, int threads,
                                                 const ByteCount& bytes);

}  // namespace dgsolve::host
