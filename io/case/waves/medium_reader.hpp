/// The medium that fills all regions, such as a gas.
#pragma once

#include "io/case/problem_reading.hpp"

namespace dgsolve {

/// `gas: {gamma: …}`, parameters or laws of them (ParameterLaw), to values, all of them: a default where
/// the case is silent. si: the case's units.
void read_medium(const ProblemReading& reading, bool si, std::map<std::string, double>& values);

}  // namespace dgsolve
