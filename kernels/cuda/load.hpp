/// The GPU backend, loaded when it is asked for: it needs libraries that not every machine has.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/waves/backend.hpp"

namespace dgsolve::cuda {

/// "cuda:0", "cuda:1", …; or "cuda", which make_backend refuses with the reason, where no GPU can be used.
std::vector<std::string> device_names();
/// `device`: its number; none: the one with the most free memory. Throws BackendError with the reason where
/// there is none, no driver, or a library is missing.
std::unique_ptr<Backend> make_backend(std::optional<int> device, Precision precision);

}  // namespace dgsolve::cuda
