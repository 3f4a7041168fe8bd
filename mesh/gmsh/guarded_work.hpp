/// Guards against a library that may crash or never end.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace dgsolve {

/// The numbers that `work` returns, computed in a copy of this process, which keeps what else it changes.
/// None where that throws or crashes, or takes longer than so many seconds.
std::optional<std::vector<double>> in_a_copy(double seconds,
                                             const std::function<std::vector<double>()>& work);

}  // namespace dgsolve
