/// The fields of a state at some points, taken on its device.
#pragma once

#include <vector>

#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::test {

/// weights: [point][Np]. [point][field]
inline std::vector<double> sample(WaveOperator& wave, const WaveState& u, const std::vector<int>& elements,
                                  const std::vector<double>& weights, int n_fields) {
  std::vector<double> values(elements.size() * n_fields);
  const auto sampler = wave.sampler(elements, weights, 1);
  sampler->take(u);
  sampler->read(values);
  return values;
}

}  // namespace dgsolve::test
