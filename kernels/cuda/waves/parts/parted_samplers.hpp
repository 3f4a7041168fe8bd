/// Fields at points, and their Fourier transforms, where the points' cells are on several GPUs.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/parts/parted_state.hpp"

namespace dgsolve::cuda {

/// A sampler for the points of each part that has some.
template <class S>
struct SamplerOfPart {
  std::size_t part;
  std::vector<std::size_t> points;  ///< their places among all
  std::unique_ptr<S> sampler;
};

class PartedSampler : public Sampler {
 public:
  /// As WaveOperator::sampler. Keeps no references.
  PartedSampler(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
                const std::vector<int>& elements, const std::vector<double>& weights, std::size_t capacity,
                int n_fields);

  void take(const WaveState& u) override;
  void read(std::span<double> values) override;

 private:
  const std::size_t n_fields_, row_size_;
  std::vector<SamplerOfPart<Sampler>> parts_;
};

class PartedFrequencySampler : public FrequencySampler {
 public:
  /// As WaveOperator::frequency_sampler. Keeps no references.
  PartedFrequencySampler(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
                         const FrequencyPoints& points, int n_fields, int Np);

  void take(const WaveState& u, long step) override;
  FrequencySums read() const override;
  void write(const FrequencySums& sums) override;
  void keep() override;
  void go_back() override;

 private:
  const std::size_t n_values_, of_point_;  ///< of all, of a point
  std::vector<SamplerOfPart<FrequencySampler>> parts_;
};

}  // namespace dgsolve::cuda
