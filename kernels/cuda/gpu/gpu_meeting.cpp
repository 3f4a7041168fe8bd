#include "kernels/cuda/gpu/gpu_meeting.hpp"

#include "kernels/cuda/gpu/meet_arguments.hpp"

namespace dgsolve::cuda {
namespace {

const KernelText meet_text{.file = "kernels/cuda/gpu/meet.cu", .prefix = "", .kernels_wait = true};
const KernelLaunch meet_launch{"meet", 1, most_meeting};

}  // namespace

bool GpuMeeting::is_possible(const std::vector<Launcher*>& launchers) {
  for (const Launcher* a : launchers)
    for (const Launcher* b : launchers)
      if (a != b && !a->gpu.runs_beside(b->gpu)) return false;
  return launchers.size() <= most_meeting;
}

// To load a kernel later could wait for a GPU that waits.
GpuMeeting::GpuMeeting(const std::vector<Launcher*>& launchers) {
  for (Launcher* const launcher : launchers) {
    Member& member = members_.emplace_back();
    member.kernel = launcher->load(meet_text);
    member.kernel->prepare(meet_launch);
    const std::vector<unsigned> nobody(launchers.size());
    member.arrived = Array<unsigned>(*launcher, nobody, "a meeting of GPUs");
    member.round = Array<unsigned>(*launcher, std::vector<unsigned>(1), "a meeting of GPUs");
  }
}

void GpuMeeting::ask() {
  MeetArguments arguments{};
  arguments.n = static_cast<unsigned>(members_.size());
  for (unsigned i = 0; i < arguments.n; ++i) arguments.arrived[i] = members_[i].arrived.data();
  for (unsigned i = 0; i < arguments.n; ++i) {
    arguments.own = i;
    arguments.round = members_[i].round.data();
    members_[i].kernel->launch(meet_launch, arguments);
  }
}

}  // namespace dgsolve::cuda
