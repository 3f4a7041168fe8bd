#include "tests/simt/rank_processes.hpp"

#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

namespace dgsolve::simt {

RankProcesses::RankProcesses(int n, const Work& others, RankLimits limits) : n_(n), limits_(limits) {
  for (int rank = 1; rank < n; ++rank) {
    processes_.push_back(fork());
    if (processes_.back() != 0) continue;
    omp_set_num_threads(1);  // the threads that OpenMP may have by now are not there behind a fork
    try {
      Ranks ranks(
          folder_.path(), {rank, n}, "a test", [](const std::string&) {},
          [](const std::string&) { _exit(last_resort); }, limits_);
      others(ranks);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
      _exit(1);
    }
    _exit(0);
  }
}

RankProcesses::~RankProcesses() {
  ranks_.reset();
  for (int rank = 1; rank < n_; ++rank)
    if (processes_[rank - 1] > 0) {
      kill(rank);
      status_of(rank);
    }
}

Ranks& RankProcesses::ranks() {
  if (!ranks_)
    ranks_ = std::make_unique<Ranks>(
        folder_.path(), OwnRank{0, n_}, "a test", [](const std::string&) {}, [](const std::string&) {},
        limits_);
  return *ranks_;
}

void RankProcesses::kill(int rank) const { ::kill(processes_[rank - 1], SIGKILL); }

int RankProcesses::status_of(int rank) {
  int status = 0;
  waitpid(std::exchange(processes_[rank - 1], 0), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace dgsolve::simt
