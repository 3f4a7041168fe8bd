/// TCP connections between the processes of a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace dgsolve {

/// An open socket, or none.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket();

  int descriptor() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

  /// All of it, or false: the other end is gone.
  bool send(const void* data, std::size_t bytes) const;
  bool receive(void* data, std::size_t bytes) const;
  /// At least one byte and as many as are there; 0: the other end is gone.
  std::size_t receive_some(void* data, std::size_t most) const;
  /// From now on `receive` gives up after so long without a byte; 0: never.
  void limit_waits(int seconds) const;
  /// Ends the connection: whoever waits at either end is told.
  void hang_up() const;

  // These never wait.

  /// All of it at once, or false.
  bool send_now(const void* data, std::size_t bytes) const;
  /// As many bytes as are there, at most so many; none: the other end is gone.
  std::optional<std::size_t> receive_now(void* data, std::size_t most) const;
  /// Whether the other end sends no more.
  bool is_left() const;

 private:
  int descriptor_ = -1;
};

/// Where other processes may connect to this one.
class Listener {
 public:
  /// At an address of this host, numeric, and a port that is free. Throws std::runtime_error.
  explicit Listener(const std::string& address);

  const std::string& address() const { return address_; }
  int port() const { return port_; }
  int descriptor() const { return socket_.descriptor(); }
  /// A connection that somebody made; none where nobody comes for so long.
  std::optional<Socket> accept(int milliseconds) const;

 private:
  std::string address_;
  Socket socket_;
  int port_ = 0;
};

/// None where nobody answers there within a few seconds.
std::optional<Socket> connect_to(const std::string& address, int port);

/// Until the other end has sent something or has gone, or so long.
void wait_for_bytes(const Socket& socket, int milliseconds);

}  // namespace dgsolve
