#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dgsolve {

/// [n][n]: VᵀWV, with weights [q] and the values V [q][n] of n basis functions at points.
inline std::vector<double> mass_matrix(std::span<const double> weights, std::span<const double> V) {
  const std::size_t n = V.size() / weights.size();
  std::vector<double> M(n * n);
  for (std::size_t q = 0; q < weights.size(); ++q)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) M[i * n + j] += weights[q] * V[q * n + i] * V[q * n + j];
  return M;
}

}  // namespace dgsolve
