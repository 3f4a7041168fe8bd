/// The state of a checkpoint to its device: by this process alone, or by all that have a part of it.
#pragma once

#include "io/restart/state_file.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

/// is_raw: as it stood in memory, where the operator's layout is that of the checkpoint; else from canonical
/// values. Throws std::invalid_argument where the state has another size, and std::runtime_error where a
/// process cannot read its part.
void load_state(const StoredState& from, bool is_raw, const WaveOperator& wave, WaveState& state);

}  // namespace dgsolve
