/// What parts of a problem tell each other: after each stage the states at the nodes of their common faces,
/// written by each part's GPU straight to the others' memory. Work of several launchers is put in order by
/// events, which a recording takes in as well.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/gpu_wave_operator.hpp"
#include "kernels/cuda/waves/parts/push_arguments.hpp"

namespace dgsolve::cuda {

class PeerExchange {
 public:
  /// parts: of the problem, in the order of their cells. Keeps pointers to them. Throws DeviceError where two
  /// parts meet whose GPUs cannot reach each other's memory.
  PeerExchange(const WaveProblem& problem, const std::vector<GpuWaveOperator*>& parts);

  /// What parts are asked for from now on begins once their neighbours have done what they were asked for
  /// before. So nothing is read of a ghost before it is there, nor is a ghost written while something asked
  /// for before still reads what it was.
  void meet();
  /// Sends nodes of a state to its ghosts, each part behind what it was asked for. Behind `meet` only.
  void push(const std::vector<void*>& states);

  /// Waits for all that was sent. Throws nothing: a fault shows where somebody waits for results.
  void finish() noexcept;

  std::size_t n_faces(int part) const { return parts_[part].faces.size(); }

 private:
  struct Part {
    GpuWaveOperator* op;
    std::vector<int> neighbors;  ///< that send to it, or that it sends to
    Array<RimFace> faces;        ///< that it sends
    std::unique_ptr<KernelModule> module;
    std::unique_ptr<Event> done;  ///< what it was asked for before the last `meet`
  };

  std::vector<Part> parts_;
  RimPush sizes_{};  ///< what is the same for all pushes
  KernelLaunch launch_;
};

}  // namespace dgsolve::cuda
