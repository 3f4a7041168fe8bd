/// Times of a device's operations.
#pragma once

#include <functional>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Seconds of `work`, operations of the algebra that do not synchronise, when recorded and repeated.
double seconds_of(LinearAlgebra& algebra, const std::function<void()>& work);

/// Seconds of a product with the map.
double seconds_of_product(LinearAlgebra& algebra, LinearMap& map);

/// Seconds to read so many bytes from memory.
double seconds_to_read(LinearAlgebra& algebra, double bytes);

}  // namespace dgsolve
