/// Going on from a checkpoint.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "io/restart/checkpoint.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

/// The checkpoint in the file named, and its mesh as it was read. An empty name stands for the newest whole
/// checkpoint in the case's output folder. Says which one it takes, and which it passes over. Throws
/// std::invalid_argument where it finds no checkpoint, or where that has another physics, order or mesh, or
/// lies behind the final time.
Checkpoint find_restart(const Case& input, const std::string& named, Mesh& mesh);

/// Sets a state to the one that the checkpoint has; throws what load_state throws. Keeps references.
InitialState state_of(const Checkpoint& checkpoint, const SpatialOperator& op);

/// What is not of the run's identity may change, but not in silence. now: with its text.
void say_what_changed(const Checkpoint& checkpoint, const Case& now);

/// A ledger explains the energy of one problem alone: another one begins its own.
void close_books_of_another_problem(Checkpoint& checkpoint, const Case& now);

}  // namespace dgsolve
