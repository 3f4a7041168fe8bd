/// GPUs wait for one another: each writes into the others' memory that it has come, and goes on once all
/// have. Events take as long, but no kernel can begin early behind one (kernels/PERFORMANCE.md). A kernel
/// asked for behind a meeting reads nothing of earlier work before it has waited (wait_for_earlier_work):
/// those that wait at their end are not for here. One meeting at a time: another on these GPUs could keep
/// its kernels from starting.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::cuda {

class GpuMeeting {
 public:
  /// Whether kernels of all may wait for one another: each has a GPU of its own, for one GPU may run its
  /// kernels one after the other.
  static bool is_possible(const std::vector<Launcher*>& launchers);
  /// Of two GPUs or more, which reach each other's memory. Keeps references. Loads kernels, which a recording
  /// cannot.
  explicit GpuMeeting(const std::vector<Launcher*>& launchers);

  /// What each launcher is asked for from now on begins behind all that any was asked for before.
  void ask();

 private:
  struct Member {
    std::unique_ptr<KernelModule> kernel;
    Array<unsigned> arrived, round;
  };
  std::vector<Member> members_;
};

}  // namespace dgsolve::cuda
