/// `output: {means: …}` of a case.
#pragma once

#include "io/case/case.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// given: outputs of all problems, which are read.
void read_means(CaseSection& output, const OutputOptions& given, WaveCase& wave);

}  // namespace dgsolve
