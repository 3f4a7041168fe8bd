#include "kernels/cuda/gpu/gpu_meeting.hpp"

#include "kernels/cuda/gpu/meet_arguments.hpp"

namespace dgsolve::cuda {
namespace {

const KernelText meet_text{.file = "kernels/cuda/gpu/meet.cu", .prefix = "", .kernels_wait = true};
const KernelLaunch meet_launch{"meet", 1, most_meeting};

/// Each on a GPU of its own: one GPU may run its kernels one after the other.
bool run_side_by_side(const std::vector<Launcher*>& launchers) {
  for (const Launcher* a : launchers)
    for (const Launcher* b : launchers)
      if (a != b && !a->gpu.runs_beside(b->gpu)) return false;
  return launchers.size() <= most_meeting;
}

}  // namespace

GpuMeeting::GpuMeeting(const std::vector<Launcher*>& launchers) {
  for (Launcher* const launcher : launchers) members_.push_back({launcher, nullptr, nullptr, {}, {}});
  if (!run_side_by_side(launchers)) {
    for (Member& member : members_) member.point = member.launcher->event();
    return;
  }
  // Kernels are loaded here: to load one later could wait for a GPU that waits.
  for (Member& member : members_) {
    member.kernel = member.launcher->load(meet_text);
    member.kernel->prepare(meet_launch);
    const std::vector<unsigned> nobody(members_.size());
    member.arrived = Array<unsigned>(*member.launcher, nobody, "a meeting of GPUs");
    member.round = Array<unsigned>(*member.launcher, std::vector<unsigned>(1), "a meeting of GPUs");
  }
}

void GpuMeeting::ask() {
  if (members_[0].kernel)
    ask_by_kernels();
  else
    ask_by_events();
}

void GpuMeeting::ask_by_kernels() {
  MeetArguments arguments{};
  arguments.n = static_cast<unsigned>(members_.size());
  for (unsigned i = 0; i < arguments.n; ++i) arguments.arrived[i] = members_[i].arrived.data();
  for (unsigned i = 0; i < arguments.n; ++i) {
    arguments.own = i;
    arguments.round = members_[i].round.data();
    members_[i].kernel->launch(meet_launch, arguments);
  }
}

void GpuMeeting::ask_by_events() {
  for (Member& member : members_) member.launcher->record(*member.point);
  for (Member& member : members_)
    for (const Member& other : members_)
      if (&other != &member) member.launcher->follow(*other.point);
}

}  // namespace dgsolve::cuda
