/// What a case says of an open boundary.
#pragma once

#include "io/yaml/case_section.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// `{type: open, thickness: …, layers: …, reflection: …, frequency: …}`, all but the type left to choose.
void read_open_boundary(CaseSection& section, OpenBoundary& open);

}  // namespace dgsolve
