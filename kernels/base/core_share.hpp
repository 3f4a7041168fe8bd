/// The host's cores, where several processes of a run may run on the very same ones. Loops with more threads
/// than there are cores wait for threads that have none, at their ends.
#pragma once

#include <omp.h>

#include <algorithm>

namespace dgsolve {

/// So many processes have the same cores, this one among them. Before there are other threads.
void set_processes_on_cores(int n);

/// Cores for this process while all of them work.
int core_share();

/// While it lives, loops of the thread that made it have the process's share of cores: the others work too.
class WorkOfAll {
 public:
  WorkOfAll() : before_(omp_get_max_threads()) { omp_set_num_threads(std::min(before_, core_share())); }
  WorkOfAll(const WorkOfAll&) = delete;
  WorkOfAll& operator=(const WorkOfAll&) = delete;
  ~WorkOfAll() { omp_set_num_threads(before_); }

 private:
  const int before_;
};

}  // namespace dgsolve
