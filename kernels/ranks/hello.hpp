/// The first messages of two processes on a connection: a text each, behind the run's token. Whoever does
/// not know the token is a stranger, and is not listened to any further.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "kernels/ranks/socket.hpp"

namespace dgsolve {

/// A process has two connections to the first one: for what it is asked to do, and for what another thread
/// reads of it meanwhile.
inline constexpr int n_channels = 2;

/// A process, as it presents itself.
struct Hello {
  int rank, n, channel;
  std::string host;
  std::string identity;  ///< what all processes of a run must have alike

  std::string text() const;
  /// None where no process says that.
  static std::optional<Hello> from(const std::string& text);
};

/// Never waits. False where the other end is gone.
bool send_behind_token(const Socket& socket, const std::string& token, const std::string& text);

/// A text behind a token, as it comes in piece by piece.
class TextBehindToken {
 public:
  explicit TextBehindToken(std::string token) : token_(std::move(token)) {}

  enum class State { unfinished, whole, foreign };
  /// Takes what is there, and never waits. foreign: the other end does not know the token, is no process of
  /// a run, or is gone.
  State read(const Socket& socket);
  std::string text() const { return bytes_.substr(header()); }

 private:
  std::size_t header() const;
  std::size_t length() const;
  bool is_ours() const;

  const std::string token_;
  std::string bytes_;  ///< the token, the text's length, the text
};

}  // namespace dgsolve
