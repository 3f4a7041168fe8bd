/// The host's cores, where several processes of a run may run on the very same ones: a loop with more threads
/// than cores waits at its end for threads that have no core.
#pragma once

namespace dgsolve {

/// So many processes have the same cores, this one among them. Before other threads use what follows.
void set_processes_on_cores(int n);

/// Cores for this process while all of them work.
int core_share();

/// While it lives, the others work too: loops of the thread that made it have this process's share of cores.
class CoresShared {
 public:
  CoresShared();
  CoresShared(const CoresShared&) = delete;
  CoresShared& operator=(const CoresShared&) = delete;
  ~CoresShared();

 private:
  const int before_;  ///< threads
};

}  // namespace dgsolve
