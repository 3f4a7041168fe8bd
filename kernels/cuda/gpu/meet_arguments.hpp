/// What the kernel by which GPUs wait for one another is given.
#pragma once

namespace dgsolve::cuda {

inline constexpr unsigned most_meeting = 32;                     ///< GPUs: a warp's lanes
inline constexpr unsigned long long longest_wait = 60000000000;  ///< ns

struct MeetArguments {
  unsigned n, own;                  ///< GPUs; which of them this one is
  unsigned* arrived[most_meeting];  ///< [GPU], in its memory: [n], the round to which each has come
  unsigned* round;                  ///< in this GPU's memory: to which it has come
};

}  // namespace dgsolve::cuda
