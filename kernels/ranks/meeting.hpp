/// How the processes of a run find each other: the first one opens a port and says in a file of a folder that
/// all see where it is. A process trusts the file only if the port in it answers.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kernels/ranks/reception.hpp"

namespace dgsolve {

/// Which of the run's processes this is.
struct OwnRank {
  int rank, n;
  int hosts = 0;  ///< on which they are; 0: not known
};

struct RankLimits {
  int arrival_seconds = 120;    ///< until all have come
  double hello_seconds = 5;     ///< for a whole hello, and for the answer to it
  double loopback_seconds = 2;  ///< until processes are expected on other hosts, where it is not known
  int end_seconds = 20;         ///< from a loss until the last resort
};

/// A process's knowledge once all have come.
struct Arrival {
  std::vector<Socket> sockets;  ///< [rank − 1][channel] at the first process, [channel] at the others
  int rank_on_host = 0;         ///< among this host's processes
};

/// The first process.
class Meeting {
 public:
  using Tell = std::function<void(const std::string&)>;

  /// Begins to wait for the others. identity: what all must have alike; say: for the log. Throws
  /// std::invalid_argument where another run meets in the folder, or has met there and goes on;
  /// std::runtime_error where the file cannot be written.
  Meeting(const std::filesystem::path& folder, OwnRank place, std::string identity, RankLimits limits,
          Tell say);
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  /// Takes the file away.
  ~Meeting();

  /// Throws std::invalid_argument where a process comes that is not of this run, and where some do not come.
  Arrival wait_for_all();

  // Afterwards, for a thread that waits for more than this. Neither call waits.

  /// Readable where somebody comes.
  void add_sources(std::vector<pollfd>& sources) const { reception_.add_sources(sources); }
  /// Tells those who come what goes on here.
  void turn_away();

 private:
  void open_to_other_hosts();
  void say_where() const;
  void take_in(Guest guest, std::vector<Guest>& guests) const;
  std::string mistake_of(const Hello& hello, const std::vector<Guest>& guests) const;
  Arrival arrival_of(std::vector<Guest> guests);

  const std::filesystem::path file_;
  const OwnRank place_;
  const std::string identity_, token_, host_;
  const RankLimits limits_;
  const Tell say_;
  Reception reception_;
};

/// Another process; waits for the first one, and then as long as that one waits. Throws std::invalid_argument
/// where the first one does not come, or says that this process is not of its run.
Arrival join(const std::filesystem::path& folder, OwnRank place, const std::string& identity,
             RankLimits limits);

}  // namespace dgsolve
