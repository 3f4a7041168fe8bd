/// Whether absorbing layers absorb what a case sends and asks for.
#pragma once

#include "io/case/case.hpp"

namespace dgsolve {

/// Warns where a monitor's frequency or a part of a waveform lies so far below the layers' frequency that
/// they leave much of it, or near fields of it reach layers that do not fit them.
void check_layers(const Case& input);

}  // namespace dgsolve
