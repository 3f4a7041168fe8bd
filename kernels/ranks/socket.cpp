#include "kernels/ranks/socket.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace dgsolve {
namespace {

constexpr int connect_milliseconds = 3000;

void set(int descriptor, int level, int option, int value) {
  setsockopt(descriptor, level, option, &value, sizeof value);
}

/// Small commands leave at once. That a host went down, which nobody tells, shows within 20 s on a connection
/// where nothing is on its way.
void set_up(int descriptor) {
  set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
  set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 5);
  set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 5);
  set(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

bool wait_for(int descriptor, short event, int milliseconds) {
  pollfd waiting{descriptor, event, 0};
  int n = 0;
  do n = poll(&waiting, 1, milliseconds);
  while (n < 0 && errno == EINTR);
  return n > 0;
}

bool connects(int descriptor, const sockaddr_in& to) {
  const int flags = fcntl(descriptor, F_GETFL);
  fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 && errno != EINPROGRESS)
    return false;
  int error = 0;
  socklen_t size = sizeof error;
  const bool is_there = wait_for(descriptor, POLLOUT, connect_milliseconds) &&
                        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
  fcntl(descriptor, F_SETFL, flags);
  return is_there;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool Socket::send(const void* data, std::size_t bytes) const {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = ::send(descriptor_, from, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    from += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

std::size_t Socket::receive_some(void* data, std::size_t most) const {
  ssize_t n = 0;
  do n = recv(descriptor_, data, most, 0);
  while (n < 0 && errno == EINTR);
  return n < 0 ? 0 : static_cast<std::size_t>(n);
}

bool Socket::receive(void* data, std::size_t bytes) const {
  char* to = static_cast<char*>(data);
  while (bytes > 0) {
    const std::size_t n = receive_some(to, bytes);
    if (n == 0) return false;
    to += n;
    bytes -= n;
  }
  return true;
}

void Socket::limit_waits(int seconds) const {
  const timeval limit{seconds, 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

void Socket::hang_up() const { shutdown(descriptor_, SHUT_RDWR); }

bool Socket::send_now(const void* data, std::size_t bytes) const {
  return ::send(descriptor_, data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(bytes);
}

std::optional<std::size_t> Socket::receive_now(void* data, std::size_t most) const {
  const ssize_t n = recv(descriptor_, data, most, MSG_DONTWAIT);
  if (n > 0) return static_cast<std::size_t>(n);
  const bool may_come = n < 0 && (errno == EAGAIN || errno == EINTR);
  return may_come ? std::optional<std::size_t>(0) : std::nullopt;
}

bool Socket::is_left() const { return wait_for(descriptor_, POLLRDHUP, 0); }

// Nobody who hangs up between poll and accept lets this process wait: the socket does not block.
Listener::Listener(const std::string& address)
    : address_(address), socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  socklen_t size = sizeof place;
  auto* const generic = reinterpret_cast<sockaddr*>(&place);
  if (inet_pton(AF_INET, address.c_str(), &place.sin_addr) != 1 || bind(descriptor(), generic, size) != 0 ||
      listen(descriptor(), SOMAXCONN) != 0 || getsockname(descriptor(), generic, &size) != 0)
    throw std::runtime_error("ranks: no port can be opened at " + address +
                             " for other processes: " + std::strerror(errno));
  port_ = ntohs(place.sin_port);
}

std::optional<Socket> Listener::accept(int milliseconds) const {
  if (!wait_for(descriptor(), POLLIN, milliseconds)) return {};
  Socket socket(accept4(descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket) return {};
  set_up(socket.descriptor());
  return socket;
}

std::optional<Socket> connect_to(const std::string& address, int port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  if (inet_pton(AF_INET, address.c_str(), &to.sin_addr) != 1) return {};
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket || !connects(socket.descriptor(), to)) return {};
  set_up(socket.descriptor());
  return socket;
}

void wait_for_bytes(const Socket& socket, int milliseconds) {
  wait_for(socket.descriptor(), POLLIN, milliseconds);
}

}  // namespace dgsolve
