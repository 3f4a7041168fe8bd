/// Sets a state of which several processes have a part each: every process sets its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/ranks/channel.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

/// What another process sets its part to.
enum class StateSource : unsigned char {
  checkpoint,  ///< what a checkpoint has of it (io/restart/state_loader.hpp)
  formulas     ///< what the case's formulas give in its cells
};

/// Rank 0's side. tell(rank, channel) says what the part is set to, behind `source`; set_own(part) sets rank
/// 0's; each other process answers with what went wrong, or an empty text. Returns these, of ranks 1, 2, …;
/// where none is wrong the parts are one state. Throws RankLost, and what set_own throws, once all have
/// answered: until then they can do nothing else.
std::vector<std::string> set_parts(const StateParts& parts, WaveState& state, StateSource source,
                                   const std::function<void(int rank, Channel& channel)>& tell,
                                   const std::function<void(WaveState& part)>& set_own);

}  // namespace dgsolve
