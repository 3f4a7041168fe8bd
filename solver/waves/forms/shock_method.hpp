/// How a flow with shocks is kept positive and sharp.
#pragma once

namespace dgsolve {

enum class ShockMethod : unsigned char {
  none,
  positivity,  ///< values are squeezed towards their mean until they are positive
  automatic    ///< … and oscillations in rough cells are damped (kernels/waves/limiter.hpp)
};

}  // namespace dgsolve
