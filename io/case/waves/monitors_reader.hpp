/// `monitors`: a list of maps, each with a name and a type, a row each of the table in monitors_reader.cpp.
#pragma once

#include "io/case/case.hpp"
#include "io/case/problem_reading.hpp"

namespace dgsolve {

void read_monitors(const ProblemReading& reading, Case& c);

}  // namespace dgsolve
