#include "io/restart/state_message.hpp"

namespace dgsolve {

void put_stored_state(Channel& channel, const StoredState& state) {
  channel.put_text(std::filesystem::absolute(state.file));
  channel.put(state.precision);
  for (const std::size_t n : {state.K, state.of_cell, state.n_auxiliaries, state.raw_bytes}) channel.put(n);
}

StoredState take_stored_state(Channel& channel) {
  StoredState state;
  state.file = channel.take_text();
  state.precision = channel.take<Precision>();
  for (std::size_t* const n : {&state.K, &state.of_cell, &state.n_auxiliaries, &state.raw_bytes})
    *n = channel.take<std::size_t>();
  return state;
}

void put_part(Channel& channel, const StatePart& part) {
  channel.put(part.cells);
  channel.put_array(std::span(part.auxiliaries));
  channel.put_array(std::span(part.raw));
  channel.put(part.n_auxiliaries);
  channel.put(part.raw_bytes);
}

StatePart take_part(Channel& channel) {
  StatePart part;
  part.cells = channel.take<CellRange>();
  part.auxiliaries = channel.take_array<PartRun>();
  part.raw = channel.take_array<PartRun>();
  part.n_auxiliaries = channel.take<std::size_t>();
  part.raw_bytes = channel.take<std::size_t>();
  return part;
}

}  // namespace dgsolve
