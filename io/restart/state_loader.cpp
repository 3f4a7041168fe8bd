#include "io/restart/state_loader.hpp"

#include <stdexcept>

#include "io/restart/state_message.hpp"

namespace dgsolve {
namespace {

void check_sizes(const StoredState& from, bool is_raw, const StateParts& parts, const WaveOperator& wave) {
  if (is_raw) return check_size("restart", from.raw_bytes, parts.raw_bytes, "bytes");
  const std::size_t K = parts.parts.back().cells.last;
  check_size("restart", from.K, K, "cells");
  if (from.n_auxiliaries > 0) check_size("restart", from.n_auxiliaries, wave.n_auxiliaries(), "auxiliaries");
}

}  // namespace

void load_state(const StoredState& from, bool is_raw, const WaveOperator& wave, WaveState& state) {
  const StateParts parts = wave.parts_by_rank();
  if (parts.parts.empty()) return is_raw ? state.restore(read_raw(from)) : state.upload(read_canonical(from));
  check_sizes(from, is_raw, parts, wave);
  std::vector<Channel*> others;
  for (std::size_t rank = 1; rank < parts.parts.size(); ++rank) {
    Channel& channel = *others.emplace_back(&state.hand_over(static_cast<int>(rank)));
    channel.put(StateSource::checkpoint);
    put_stored_state(channel, from);
    put_part(channel, parts.parts[rank]);
    channel.put(is_raw);
    channel.flush();
  }
  load_part(from, parts.parts[0], is_raw, state.own_part());
  for (std::size_t i = 0; i < others.size(); ++i)
    if (const std::string failure = others[i]->take_text(); !failure.empty())
      throw std::runtime_error("rank " + std::to_string(i + 1) + ": " + failure);
  state.join_parts();
}

}  // namespace dgsolve
