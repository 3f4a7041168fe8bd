/// The fields of a state at some points, taken on its device.
#pragma once

#include <vector>

#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::test {

/// weights: [point][Np]. [point][field]
inline std::vector<double> sample(WaveOperator& wave, const WaveState& u, const std::vector<int>& elements,
                                  const std::vector<double>& weights) {
  const auto sampler = wave.sampler({SampleKind::rows, elements, weights, 1});
  sampler->take(u, -1);
  return sampler->read().values;
}

}  // namespace dgsolve::test
