/// Evaluates formulas before a run: one that gives NaN or infinity would make the run fail far from the
/// cause.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Evaluates formulas of fields at the points of projections. Throws std::invalid_argument that names the
/// key, the field, and a cell where a formula is not finite.
void check_fields(const SpatialOperator& op, const std::string& key,
                  const std::map<std::string, Expression>& fields, double t);

/// Writes, run by run of space.data_runs(), the L2 projection of the initial state; unnamed variables are
/// zero. Throws as check_fields does. first_cell: number of the space's first cell in the whole mesh. Keeps
/// references to space and physics.
CellWriter initial_projection(const NodalSpace& space, const Physics& physics, const WaveOptions& options,
                              int first_cell);

/// Evaluates the initial fields at the nodes. Throws std::invalid_argument that names a place and the state
/// there where the equation does not admit it.
void check_admissible(const SpatialOperator& op, const std::map<std::string, Expression>& initial);

/// Checks what drives a run, sources and boundary data, at the time t. Throws as check_fields does.
void check_formulas(const SpatialOperator& op, const WaveOptions& options, double t);

}  // namespace dgsolve
