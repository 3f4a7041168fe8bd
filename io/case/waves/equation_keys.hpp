/// Numbers and formulas by the names that an equation gives them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/problem_reading.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/waves/traits/equation.hpp"

namespace dgsolve {

const NumberRange& range_of(ParameterRange range);

/// Formulas of a section by name, and vectors as lists of their components: `velocity: ["…", "…"]`.
void read_formulas(const ProblemReading& reading, CaseSection& section,
                   const std::vector<ParameterInfo>& names, bool may_use_time,
                   std::map<std::string, Expression>& values);

/// A map from fields to formulas of volume sources.
void read_source(const ProblemReading& reading, std::map<std::string, Expression>& values);

/// A map from variables to formulas, which give a whole state: none that is required may be missing, and what
/// stands for a variable, such as T for p, is put in its place. medium: its parameters.
void read_state(const ProblemReading& reading, CaseSection& parent, const std::string& key,
                const std::map<std::string, double>& medium, bool may_use_time,
                std::map<std::string, Expression>& values);

/// A map from variables, or what may stand for them, to formulas with which results are compared.
void read_exact(const ProblemReading& reading, std::map<std::string, Expression>& values);

}  // namespace dgsolve
