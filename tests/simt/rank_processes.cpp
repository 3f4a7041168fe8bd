#include "tests/simt/rank_processes.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

namespace dgsolve::simt {
namespace {

/// A socket pair for each pair of processes: [a][b] is a's end to b.
std::vector<std::vector<int>> connect_all(int n) {
  std::vector<std::vector<int>> sockets(n, std::vector<int>(n, -1));
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < a; ++b) {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
      sockets[a][b] = ends[0];
      sockets[b][a] = ends[1];
    }
  return sockets;
}

/// Of all, a process keeps its own.
std::vector<int> keep(const std::vector<std::vector<int>>& sockets, int rank) {
  for (int other = 0; other < static_cast<int>(sockets.size()); ++other)
    for (const int socket : sockets[other])
      if (other != rank && socket >= 0) close(socket);
  return sockets[rank];
}

}  // namespace

RankProcesses::RankProcesses(int n, const Work& others, Ranks::Limits limits) : n_(n), limits_(limits) {
  const std::vector<std::vector<int>> sockets = connect_all(n);
  for (int rank = 1; rank < n; ++rank) {
    processes_.push_back(fork());
    if (processes_.back() != 0) continue;
    device.to_ranks = keep(sockets, rank);
    try {
      Ranks ranks(
          folder_.path(), {rank, n}, "a test", [](const std::string&) { _exit(last_resort); }, limits_);
      others(ranks);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
      _exit(1);
    }
    _exit(0);
  }
  device.to_ranks = keep(sockets, 0);
}

RankProcesses::~RankProcesses() {
  ranks_.reset();
  for (int rank = 1; rank < n_; ++rank)
    if (processes_[rank - 1] > 0) {
      kill(rank);
      status_of(rank);
    }
  for (const int socket : device.to_ranks)
    if (socket >= 0) close(socket);
  device.to_ranks.clear();
}

Ranks& RankProcesses::ranks() {
  if (!ranks_)
    ranks_ = std::make_unique<Ranks>(
        folder_.path(), RankPlace{0, n_}, "a test", [](const std::string&) {}, limits_);
  return *ranks_;
}

void RankProcesses::kill(int rank) const { ::kill(processes_[rank - 1], SIGKILL); }

int RankProcesses::status_of(int rank) {
  int status = 0;
  waitpid(std::exchange(processes_[rank - 1], 0), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace dgsolve::simt
