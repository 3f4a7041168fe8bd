#include "io/restart/state_loader.hpp"

#include <stdexcept>

#include "io/restart/parts_of_state.hpp"
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
  const auto tell = [&](int rank, Channel& channel) {
    put_stored_state(channel, from);
    put_part(channel, parts.parts[rank]);
    channel.put(is_raw);
  };
  const auto set_own = [&](WaveState& part) { load_part(from, parts.parts[0], is_raw, part); };
  const std::vector<std::string> failures = set_parts(parts, state, StateSource::checkpoint, tell, set_own);
  for (std::size_t i = 0; i < failures.size(); ++i)
    if (!failures[i].empty()) throw std::runtime_error("rank " + std::to_string(i + 1) + ": " + failures[i]);
}

}  // namespace dgsolve
