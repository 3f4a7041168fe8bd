/// How the processes of a run find each other: the first one opens a port and says in a file of a folder that
/// all see where it is. That file's word is taken only by whom the first one answers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ranks/socket.hpp"

namespace dgsolve {

/// Which of the run's processes this is.
struct RankPlace {
  int rank, n;
};

/// A process has two connections to the first one: for what it is asked to do, and for what another thread
/// reads of it meanwhile.
inline constexpr int n_channels = 2;

/// What a process knows once all have come.
struct Arrival {
  std::vector<Socket> sockets;  ///< [rank − 1][channel] at the first process, [channel] at the others
  int place_on_host = 0;        ///< among this host's processes
};

/// The first process.
class Meeting {
 public:
  /// Begins to wait for the others. identity: what all must have alike. Throws std::invalid_argument where
  /// another run meets in the folder, or has met there and goes on; std::runtime_error where the file cannot
  /// be written.
  Meeting(const std::filesystem::path& folder, int n, std::string identity);
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  /// Takes the file away.
  ~Meeting();

  /// Throws std::invalid_argument where a process comes that is not of this run, and where some do not come.
  Arrival wait_for_all(int seconds) const;
  const Listener& listener() const { return listener_; }
  /// Tells somebody who comes later what goes on here.
  void turn_away() const;

 private:
  struct Guest;
  std::optional<Guest> next_guest(int milliseconds) const;
  std::string mistake_of(const Guest& guest, const std::vector<Guest>& others) const;

  const std::filesystem::path file_;
  const int n_;
  const std::string identity_, token_;
  Listener listener_;
};

/// Another process; waits so long for the first one, and then as long as that one waits. Throws
/// std::invalid_argument where the first one does not come, or says that this process is not of its run.
Arrival join(const std::filesystem::path& folder, RankPlace place, const std::string& identity, int seconds);

}  // namespace dgsolve
