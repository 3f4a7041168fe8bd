/// What rank 0 tells another process of the state in a checkpoint, and of the part that the process has.
#pragma once

#include "io/restart/state_file.hpp"
#include "kernels/ranks/channel.hpp"

namespace dgsolve {

/// The file's path goes absolute. Throws RankLost.
void put_stored_state(Channel& channel, const StoredState& state);
/// Waits for it. Throws RankLost.
StoredState take_stored_state(Channel& channel);

void put_part(Channel& channel, const StatePart& part);
StatePart take_part(Channel& channel);

}  // namespace dgsolve
