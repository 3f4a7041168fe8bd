/// The part of a case file that says what an elliptic problem is (physics: poisson).
#pragma once

#include "io/yaml/case_section.hpp"
#include "solver/elliptic/options.hpp"

namespace dgsolve {

/// Regions, boundaries, source, exact solution and solver; the order stands elsewhere.
void read_elliptic(CaseSection& top, const std::map<std::string, double>& constants,
                   EllipticOptions& options);

}  // namespace dgsolve
