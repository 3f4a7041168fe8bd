/// The part of a case that poses a problem of waves in time: a row of io/case/problem_kinds.cpp.
#pragma once

#include "io/case/problem_kinds.hpp"

namespace dgsolve {

std::vector<EquationInfo> wave_systems();
/// Regions, boundaries, source, initial fields, exact solution, numerical flux.
void read_wave(const ProblemReading& reading, Case& c);
/// Checkpoints and the ledger.
void read_wave_output(CaseSection& output, OutputOptions& options);
bool wave_has_exact(const Case& c);
std::vector<std::string> wave_regions(const Case& c);
std::map<std::string, BoundaryGroup> wave_boundaries(const Case& c);
void check_wave_names(const Case& c, const EquationInfo& system, MeshCheck& mesh);

}  // namespace dgsolve
