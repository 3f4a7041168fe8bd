#include "kernels/base/loop_threads.hpp"

#include <omp.h>

#include <fstream>

namespace dgsolve {
namespace {

thread_local int together = 0;  // threads to return to; 0: works together
thread_local const std::function<bool()>* comes_late = nullptr;

}  // namespace

void work_alone() {
  if (works_alone()) return;
  together = omp_get_max_threads();
  omp_set_num_threads(1);
}

void work_together() {
  if (!works_alone()) return;
  omp_set_num_threads(together);
  together = 0;
}

bool works_alone() { return together != 0; }

int most_loop_threads() { return works_alone() ? together : omp_get_max_threads(); }

int loop_threads(int most) {
  if (comes_late != nullptr && (*comes_late)()) work_alone();
  return works_alone() ? 1 : most;
}

void work_alone_when(const std::function<bool()>* is_late) { comes_late = is_late; }

double CoreWaits::share() {
  double ran = 0, waited = 0;  // ns
  if (!(std::ifstream("/proc/thread-self/schedstat") >> ran >> waited)) return 0;
  const double more_ran = 1e-9 * ran - ran_, more_waited = 1e-9 * waited - waited_;
  ran_ += more_ran;
  waited_ += more_waited;
  return more_waited > 0 ? more_waited / (more_ran + more_waited) : 0;
}

void look_for_cores() {
  thread_local CoreWaits waits;
  if (is_crowded(waits.share()))
    work_alone();
  else
    work_together();
}

}  // namespace dgsolve
