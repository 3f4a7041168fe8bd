/// Samples at points whose cells are on several GPUs.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

class PartedSampler : public Sampler {
 public:
  /// As WaveOperator::sampler. Keeps no references.
  PartedSampler(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
                const SamplePoints& points, int n_fields, int Np);

  void take(const WaveState& u, long step) override;
  Samples read() override;
  void write(const Samples& samples) override;
  void keep() override;
  void go_back() override;

 private:
  /// Of a part that has points.
  struct Share {
    std::size_t part;
    std::vector<std::size_t> points;  ///< their indices among all
    std::unique_ptr<Sampler> sampler;
  };

  const SampleKind kind_;
  const std::size_t n_points_, of_point_;  ///< of_point_: values
  std::vector<Share> shares_;
};

}  // namespace dgsolve::cuda
