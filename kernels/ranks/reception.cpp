#include "kernels/ranks/reception.hpp"

#include <utility>

namespace dgsolve {

void Reception::keep_first() { listeners_.erase(listeners_.begin() + 1, listeners_.end()); }

void Reception::add_sources(std::vector<pollfd>& sources) const {
  for (const Listener& listener : listeners_) sources.push_back({listener.descriptor(), POLLIN, 0});
  for (const auto& visitor : visitors_) sources.push_back({visitor->socket.descriptor(), POLLIN, 0});
}

std::vector<Guest> Reception::serve() {
  std::vector<Guest> guests;
  for (auto& visitor : std::exchange(visitors_, {})) listen_to(std::move(visitor), guests);
  for (const Listener& listener : listeners_)
    for (int i = 0; i < most_; ++i) {  // and then whoever else waits for this process
      std::optional<Socket> socket = listener.accept(0);
      if (!socket) break;
      listen_to(std::make_unique<Visitor>(Visitor{std::move(*socket), TextBehindToken(token_), {}}), guests);
      if (static_cast<int>(visitors_.size()) > most_) visitors_.erase(visitors_.begin());
    }
  return guests;
}

void Reception::listen_to(std::unique_ptr<Visitor> visitor, std::vector<Guest>& guests) {
  const TextBehindToken::State state = visitor->said.read(visitor->socket);
  if (state == TextBehindToken::State::whole)
    if (std::optional<Hello> hello = Hello::from(visitor->said.text()))
      guests.push_back({std::move(visitor->socket), std::move(*hello)});
  if (state == TextBehindToken::State::unfinished && visitor->since.seconds() < seconds_)
    visitors_.push_back(std::move(visitor));
}

}  // namespace dgsolve
