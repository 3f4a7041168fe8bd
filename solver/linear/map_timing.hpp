/// Times of a device's operations.
#pragma once

#include <functional>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Longer runs repeat within a few percent, whatever the clock and a replay cost by themselves.
constexpr double seconds_to_trust = 5e-3;
/// Runs of this length are enough to tell which of two operations is clearly faster: a replay's own cost is
/// lost in them. At most `seconds_to_trust`.
double seconds_to_compare(LinearAlgebra& algebra);

/// Seconds of `work`, operations of the algebra that do not synchronise, when recorded and repeated for
/// `long_enough` seconds.
double seconds_of(LinearAlgebra& algebra, const std::function<void()>& work,
                  double long_enough = seconds_to_trust);

/// Seconds of a product with the map.
double seconds_of_product(LinearAlgebra& algebra, LinearMap& map, double long_enough = seconds_to_trust);
/// At most how long one takes: a single one, on memory that is touched for the first time.
double most_seconds_of_product(LinearAlgebra& algebra, LinearMap& map);

/// Seconds to read so many bytes from memory, or less where a cache holds 8 MB.
double seconds_to_read(LinearAlgebra& algebra, double bytes, double long_enough = seconds_to_trust);

}  // namespace dgsolve
