/// The part of a case that poses an elliptic problem: a row of io/case/problem_kinds.cpp.
#pragma once

#include "io/case/problem_kinds.hpp"

namespace dgsolve {

inline constexpr const char* elliptic_physics = "poisson";

std::vector<EquationInfo> elliptic_systems();
/// Regions, boundaries, source, exact solution and solver.
void read_elliptic(const ProblemReading& reading, Case& c);
/// The linear system.
void read_elliptic_output(CaseSection& output, OutputOptions& options);
bool elliptic_has_exact(const Case& c);
std::vector<std::string> elliptic_regions(const Case& c);
std::map<std::string, BoundaryGroup> elliptic_boundaries(const Case& c);
void check_elliptic_names(const Case& c, const EquationInfo& system, MeshCheck& mesh);

}  // namespace dgsolve
