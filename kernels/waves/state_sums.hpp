/// Sums of a state over all cells. Each sum is described here once: one GPU, several, another
/// process and the one that serves it go by its row.
#pragma once

#include <array>
#include <vector>

#include "kernels/waves/equation.hpp"
#include "kernels/waves/powers.hpp"

namespace dgsolve {

enum class StateSum : unsigned char { energy, powers, integrals };

struct StateSumInfo {
  const char* name;  ///< of the GPU's kernels: straight_NAME and curved_NAME
  int n_values;
  /// It reads neighbours, boundary data and sources at a time. Its kernels are then in a text of their own,
  /// kernels/cuda/waves/NAME.cu, which only runs that ask for it compile; else among those of a stage.
  bool reads_surroundings;
};
/// In the order of StateSum.
inline constexpr std::array<StateSumInfo, 3> state_sums = {
    {{"energy", 1, false}, {"powers", 5, true}, {"integrals", max_integrals, false}}};
constexpr const StateSumInfo& info(StateSum sum) { return state_sums[static_cast<std::size_t>(sum)]; }

/// The values of StateSum::powers.
inline Powers powers_of(const std::vector<double>& values) {
  Powers powers;
  for (std::size_t i = 0; i < values.size(); ++i) powers.*power_terms[i].value = values[i];
  return powers;
}

}  // namespace dgsolve
