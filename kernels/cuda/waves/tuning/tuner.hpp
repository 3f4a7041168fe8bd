/// Chooses among the variants of a stage by trying them: each has to be right before it is timed, and clearly
/// faster than the best so far to win. Knows no GPU: what is tried stands behind an interface.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

/// Values of a stage's result, in groups that are compared each by its own size (a field of a state, …).
using StageSample = std::vector<std::vector<double>>;

/// Where variants are tried. Calls throw DeviceError where the GPU cannot run the variant.
class Trial {
 public:
  virtual ~Trial() = default;
  /// s, since tuning began.
  virtual double elapsed() = 0;
  /// Makes this variant the one that runs, as soon as it is compiled; tells `row` what its kernel takes.
  virtual void load(std::size_t variant, TuningRow& row) = 0;
  /// Results of the variant loaded on data that are the same for all.
  virtual StageSample run() = 0;
  /// Time of a stage with the variant loaded, s; a first, rough measurement where that is longer than
  /// `enough`.
  virtual double measure(double enough) = 0;
};

struct Tuning {
  std::vector<TuningRow> rows;  ///< as the variants
  std::size_t winner = 0;
};

/// Tries variants in the order of their names, the first as the reference for all others, the second in any
/// case, as the likeliest to be fast, and more until the budget is spent (s, from when the reference is
/// loaded); then, while it lasts, those that are close once more; and loads the winner. tolerance: of the
/// differences to the reference, relative to the largest value of a group. Throws DeviceError where the
/// reference itself cannot run, or nothing can after a variant's fault.
Tuning tune(const std::vector<std::string>& variants, Trial& trial, double tolerance, double budget);

/// What is kept of a tuning: for the next run, and for people.
std::string decision_text(const Tuning& tuning);
/// The variant that the text says won; none where it says nothing of these variants.
std::optional<std::size_t> decided_variant(const std::string& text, const std::vector<std::string>& variants);

/// Elements whose results are compared: some with each coefficient row and with each boundary condition, on
/// straight and on curved cells, as long as there is room, and others from all over the mesh; at most `most`,
/// in ascending order; of a part, counted from its first cell.
std::vector<int> sample_elements(const WaveProblem& problem, int most);

}  // namespace dgsolve::cuda
