/// Reads `time` of a case of waves.
#pragma once

#include "io/case/case.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// top: the case's keys; c: it, as far as it is read.
void read_time(CaseSection& top, const Case& c, ShockMethod shocks, TimeOptions& time);

}  // namespace dgsolve
