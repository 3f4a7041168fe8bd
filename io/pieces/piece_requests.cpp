#include "io/pieces/piece_requests.hpp"

#include <stdexcept>
#include <utility>

namespace dgsolve {

Channel& PieceRequests::begin(const StateCopy& copy, int rank, PieceKind kind) {
  Channel& channel = copy.hand_over(rank);
  channel.put(kind);
  asked_.push_back({rank, &channel});
  return channel;
}

void PieceRequests::wait_until_read() const {
  for (const Asked& asked : asked_) asked.channel->take<bool>();
}

std::vector<std::string> PieceRequests::wait_until_written() {
  std::vector<std::string> said;
  for (const Asked& asked : std::exchange(asked_, {})) {
    const std::string failure = asked.channel->take_text();
    if (!failure.empty()) throw std::runtime_error("rank " + std::to_string(asked.rank) + ": " + failure);
    said.push_back(asked.channel->take_text());
  }
  return said;
}

}  // namespace dgsolve
