/// The exchange between GPUs of one process: each part's GPU writes nodes straight to the others' memory.
/// Work of several launchers is put in order by events, which a recording takes in as well.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/gpu_wave_operator.hpp"
#include "kernels/cuda/waves/parts/part_exchange.hpp"
#include "kernels/cuda/waves/parts/push_arguments.hpp"

namespace dgsolve::cuda {

class PeerExchange : public PartExchange {
 public:
  /// parts: of the problem, in the order of their cells. Keeps pointers to them. Throws DeviceError where two
  /// parts meet whose GPUs cannot reach each other's memory.
  PeerExchange(const WaveProblem& problem, const std::vector<GpuWaveOperator*>& parts);

  void meet() override;
  void push(const std::vector<std::unique_ptr<WaveState>>& states) override;
  void push_gradients() override;
  void join() override {}
  void finish() noexcept override;
  std::size_t n_faces(std::size_t part) const override { return parts_[part].faces.size(); }

 private:
  struct Part {
    GpuWaveOperator* op;
    std::vector<int> neighbors;  ///< that send to it, or that it sends to
    Array<RimFace> faces;        ///< that it sends
    std::unique_ptr<KernelModule> module;
    std::unique_ptr<Event> done;  ///< what it was asked for before the last `meet`
  };

  /// Pushes of states, or of gradients: numbers that all of them share, and their kernel.
  struct Kind {
    RimPush sizes{};
    KernelLaunch launch{};
  };
  /// values: of a node; stride: from one slot to the next.
  Kind kind_of(const WaveProblem& problem, std::size_t values, std::size_t stride) const;
  void push(const Kind& kind, const std::vector<void*>& arrays);

  std::vector<Part> parts_;
  Kind states_, gradients_;
};

}  // namespace dgsolve::cuda
