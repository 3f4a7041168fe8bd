/// Guards against a library that may crash or never end.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace dgsolve {

/// Runs `work` in a fork of this process and returns its numbers; whatever else it changes is lost. Returns
/// nothing where `work` throws, crashes or takes longer than `seconds`.
std::optional<std::vector<double>> run_in_fork(unsigned seconds,
                                               const std::function<std::vector<double>()>& work);

}  // namespace dgsolve
