/// The number types a device computes in.
#pragma once

namespace dgsolve {

enum class Precision { single, double_ };

}  // namespace dgsolve
