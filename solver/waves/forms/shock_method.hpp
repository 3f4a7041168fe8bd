/// How a flow with shocks is kept positive and sharp: by all but the first, values are squeezed towards their
/// mean until they are positive, and oscillations in rough cells are treated
/// (kernels/waves/traits/rough_cells.hpp).
#pragma once

#include <array>
#include <utility>

namespace dgsolve {

enum class ShockMethod : unsigned char {
  none,
  positivity,           ///< they are not treated
  automatic,            ///< they are damped
  entropy_filter,       ///< they are filtered
  artificial_viscosity  ///< the flux is viscous there
};
/// All of them, and their names in cases.
inline constexpr std::array<std::pair<const char*, ShockMethod>, 5> shock_methods = {
    {{"none", ShockMethod::none},
     {"positivity", ShockMethod::positivity},
     {"auto", ShockMethod::automatic},
     {"entropy_filter", ShockMethod::entropy_filter},
     {"artificial_viscosity", ShockMethod::artificial_viscosity}}};

}  // namespace dgsolve
