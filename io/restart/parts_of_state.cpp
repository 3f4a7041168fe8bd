#include "io/restart/parts_of_state.hpp"

#include <algorithm>
#include <exception>

namespace dgsolve {

std::vector<std::string> set_parts(const StateParts& parts, WaveState& state, StateSource source,
                                   const std::function<void(int rank, Channel& channel)>& tell,
                                   const std::function<void(WaveState& part)>& set_own) {
  std::vector<Channel*> others;
  for (int rank = 1; rank < static_cast<int>(parts.parts.size()); ++rank) {
    Channel& channel = *others.emplace_back(&state.hand_over(rank));
    channel.put(source);
    tell(rank, channel);
    channel.flush();
  }
  std::exception_ptr own_mistake;
  try {
    set_own(state.own_part());
  } catch (...) {
    own_mistake = std::current_exception();
  }
  std::vector<std::string> mistakes;
  for (Channel* const other : others) mistakes.push_back(other->take_text());
  if (own_mistake) std::rethrow_exception(own_mistake);
  if (std::ranges::all_of(mistakes, &std::string::empty)) state.join_parts();
  return mistakes;
}

}  // namespace dgsolve
