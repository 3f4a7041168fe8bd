/// Measures of a state, which a device finds by going over all cells: sums, and largest values. Each measure
/// is described here once: one GPU, several, another process and the one that serves it go by its row.
#pragma once

#include "kernels/base/prelude.hpp"

#ifndef DGSOLVE_KERNEL_TEXT
#include <array>
#include <vector>

#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/traits/powers.hpp"
#endif

namespace DGSOLVE_NAMESPACE {

/// How the values of cells become one. Both begin with 0: the largest of values that are not negative.
enum class Reduce : unsigned char { sum, largest };

/// Not a number where one of the values is none.
DGSOLVE_INLINE double reduce(Reduce how, double a, double b) {
  if (how == Reduce::sum) return a + b;
  return b > a || b != b ? b : a;
}

}  // namespace DGSOLVE_NAMESPACE

#ifndef DGSOLVE_KERNEL_TEXT

namespace dgsolve {

/// As functions of WaveOperator name them; squares: ∫ u², [max_integrals], of each field where the equation's
/// flux is not linear (n_squares), else 0.
enum class StateMeasure : unsigned char { energy, powers, integrals, squares, step_rate };

struct StateMeasureInfo {
  const char* name;  ///< of the GPU's kernels: straight_NAME and curved_NAME
  int n_values;
  Reduce how;
  /// Its kernels are in kernels/cuda/waves/NAME.cu, which only runs that ask for it compile; else among those
  /// of a stage.
  bool has_own_text;
  bool reads_surroundings;  ///< neighbours, boundary data and sources at a time
};
/// In the order of StateMeasure.
inline constexpr std::array<StateMeasureInfo, 5> state_measures = {{
    {"energy", 1, Reduce::sum, false, false},
    {"powers", 5, Reduce::sum, true, true},
    {"integrals", max_integrals, Reduce::sum, true, false},
    {"squares", max_integrals, Reduce::sum, true, false},
    {"step_rate", 1, Reduce::largest, true, false},
}};
constexpr const StateMeasureInfo& info(StateMeasure measure) {
  return state_measures[static_cast<std::size_t>(measure)];
}

/// The values of StateMeasure::powers.
inline Powers powers_of(const std::vector<double>& values) {
  Powers powers;
  for (std::size_t i = 0; i < values.size(); ++i) powers.*power_terms[i].value = values[i];
  return powers;
}

}  // namespace dgsolve

#endif
