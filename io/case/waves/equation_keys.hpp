/// Numbers and formulas by the names that an equation gives them.
#pragma once

#include <map>
#include <string>

#include "io/case/problem_reading.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/waves/equation.hpp"

namespace dgsolve {

const NumberRange& range_of(ParameterRange range);

/// A map from fields to formulas. units: of the fields that have one, SI.
void read_fields(const ProblemReading& reading, CaseSection& parent, const std::string& key,
                 std::map<std::string, Expression>& values, const std::map<std::string, std::string>& units,
                 bool may_use_time);

}  // namespace dgsolve
