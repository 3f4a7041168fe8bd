#include "kernels/ranks/socket.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
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

Listener::Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in anywhere{};
  anywhere.sin_family = AF_INET;
  anywhere.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof anywhere;
  auto* const address = reinterpret_cast<sockaddr*>(&anywhere);
  if (bind(descriptor(), address, size) != 0 || listen(descriptor(), SOMAXCONN) != 0 ||
      getsockname(descriptor(), address, &size) != 0)
    throw std::runtime_error(std::string("ranks: no port can be opened for other processes: ") +
                             std::strerror(errno));
  port_ = ntohs(anywhere.sin_port);
}

std::optional<Socket> Listener::accept(int milliseconds) const {
  if (!wait_for(descriptor(), POLLIN, milliseconds)) return {};
  Socket socket(accept4(descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket) return {};
  set_up(socket.descriptor());
  return socket;
}

std::vector<std::string> addresses_of_host() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return {"127.0.0.1"};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(all, freeifaddrs);
  std::vector<std::string> outer, inner;
  for (const ifaddrs* i = all; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || (i->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN];
    if (i->ifa_addr->sa_family != AF_INET ||
        inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(i->ifa_addr)->sin_addr, text, sizeof text) ==
            nullptr)
      continue;
    ((i->ifa_flags & IFF_LOOPBACK) != 0 ? inner : outer).emplace_back(text);
  }
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
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

}  // namespace dgsolve
