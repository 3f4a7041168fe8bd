/// Formulas that give no number where they are evaluated make a run fail far from its cause: they are looked
/// at before it begins.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// op.project(fields, t). Throws std::invalid_argument that names the key, a field, and a cell where its
/// formula is not finite.
std::vector<double> project_checked(const SpatialOperator& op, const std::string& key,
                                    const std::map<std::string, Expression>& fields, double t);

/// What drives a run: sources and boundary data at the time t. Throws as project_checked does.
void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t);

}  // namespace dgsolve
