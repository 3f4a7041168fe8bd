/// How many threads a thread's loops have. Where others hold the host's cores, it works alone: at a loop's
/// end it would wait for threads that have no core (kernels/PERFORMANCE.md). Each thread of the program
/// decides for its own loops.
#pragma once

#include <cstddef>
#include <functional>

namespace dgsolve {

/// From now on this thread's loops are done by it alone, or by as many threads as OpenMP gave it before.
void work_alone();
void work_together();
bool works_alone();

/// As many as its loops have when it does not work alone.
int most_loop_threads();

/// Threads for a loop that has room for `most`. Asked before each, so that one that begins too late is done
/// alone, and so are those after it.
int loop_threads(int most);
/// From now on a loop begins too late where this holds; null: none does.
void work_alone_when(const std::function<bool()>* is_late);

/// Threads for a loop over so many numbers: one where waking others takes longer than the loop.
inline int threads_for(std::size_t numbers, int most) { return numbers < 65536 ? 1 : loop_threads(most); }

/// How long a thread waits for a core.
class CoreWaits {
 public:
  /// Share of this thread's time since the last call, or since it began, in which it could have run and had
  /// no core; 0 where the system does not say it.
  double share();

 private:
  double ran_ = 0, waited_ = 0;  ///< s, at the last call
};

/// Whether others hold the cores, where a thread waits for one for such a share of its time.
inline bool is_crowded(double share) { return share > 0.25; }

/// Has this thread work alone where others hold the cores by now, and together where they do not. For what is
/// done once; work that is done again and again has a pace (pace.hpp).
void look_for_cores();

}  // namespace dgsolve
