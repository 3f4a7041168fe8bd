#include "tests/simt/emulated_communicator.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <sstream>
#include <stdexcept>

namespace dgsolve::simt {
namespace {

/// Moves what can be moved now; what is done is taken from the list, also where the other process is gone.
template <class Move>
void go_on(std::vector<cuda::Communicator::Piece>& pieces, const std::vector<Socket>& sockets, Move move) {
  for (cuda::Communicator::Piece& piece : pieces) {
    const ssize_t n =
        move(sockets[piece.rank].descriptor(), piece.data, piece.bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
    const bool is_gone = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    if (n > 0) piece.data = static_cast<char*>(piece.data) + n;
    piece.bytes = is_gone ? 0 : piece.bytes - static_cast<std::size_t>(n > 0 ? n : 0);
  }
  std::erase_if(pieces, [](const auto& piece) { return piece.bytes == 0; });
}

}  // namespace

EmulatedCommunicator::EmulatedCommunicator(Ranks& ranks, Order in_order)
    : in_order_(std::move(in_order)), sockets_(ranks.n()) {
  const Listener listener("127.0.0.1");
  std::string ports;
  for (const std::string& port : ranks.to_first(std::to_string(listener.port()))) ports += port + ' ';
  std::istringstream all(ranks.from_first(ports));
  for (int rank = 0, port = 0; rank < ranks.rank() && all >> port; ++rank) {
    std::optional<Socket> socket = connect_to("127.0.0.1", port);
    const int own = ranks.rank();
    if (!socket || !socket->send(&own, sizeof own)) throw std::runtime_error("no connection to a rank");
    sockets_[rank] = std::move(*socket);
  }
  for (int later = ranks.rank() + 1; later < ranks.n(); ++later) {
    std::optional<Socket> socket = listener.accept(10000);
    int rank = 0;
    if (!socket || !socket->receive(&rank, sizeof rank))
      throw std::runtime_error("no connection from a rank");
    sockets_[rank] = std::move(*socket);
  }
}

/// A GPU that waits for others' data has done all that it was asked for before.
void EmulatedCommunicator::exchange(cuda::Launcher& launcher, const std::vector<Piece>& sent,
                                    const std::vector<Piece>& received) {
  if (!in_order_(launcher, [=, this, &launcher] { exchange(launcher, sent, received); })) return;
  std::vector<Piece> out = sent, in = received;
  while (!out.empty() || !in.empty()) {
    wait_for_sockets(out, in);
    go_on(out, sockets_, send);
    go_on(in, sockets_, recv);
  }
}

void EmulatedCommunicator::wait_for_sockets(const std::vector<Piece>& out,
                                            const std::vector<Piece>& in) const {
  std::vector<pollfd> sockets;
  for (const Piece& piece : out) sockets.push_back({sockets_[piece.rank].descriptor(), POLLOUT, 0});
  for (const Piece& piece : in) sockets.push_back({sockets_[piece.rank].descriptor(), POLLIN, 0});
  poll(sockets.data(), sockets.size(), -1);
}

void EmulatedCommunicator::abandon() {
  for (const Socket& socket : sockets_)
    if (socket) socket.hang_up();
}

}  // namespace dgsolve::simt
