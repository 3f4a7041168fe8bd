#include "kernels/cuda/waves/tuning/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "kernels/base/device_error.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve::cuda {
namespace {

/// Share of the best time that a faster variant may take, measured once, or several times in turns.
constexpr double clearly_faster = 0.98, clearly_faster_in_turns = 0.995;
constexpr double close = 1.1;     ///< times of variants that chance may have put in a wrong order
constexpr double hopeless = 1.5;  ///< times the best a variant takes that need not be measured closely
constexpr int n_repetitions = 2;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Largest difference over the largest value, of the group where that is most; infinite where a value is not
/// finite.
double largest_difference(const StageSample& sample, const StageSample& reference) {
  double worst = 0;
  for (std::size_t group = 0; group < reference.size(); ++group) {
    double difference = 0, largest = 0;
    for (std::size_t i = 0; i < reference[group].size(); ++i) {
      const double value = sample[group][i], expected = reference[group][i];
      if (!std::isfinite(value)) return infinity;
      difference = std::max(difference, std::abs(value - expected));
      largest = std::max(largest, std::abs(expected));
    }
    if (difference > 0) worst = std::max(worst, difference / largest);
  }
  return worst;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

const std::string decision_head = "variant: ";

bool was_measured(const TuningRow& row) { return row.seconds > 0 && row.verdict.empty(); }

/// In order, so that a later one has to be clearly faster than those before it: to take no more than a share
/// of their time.
std::size_t fastest(const std::vector<TuningRow>& rows, double share) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (was_measured(rows[i]) && rows[i].seconds < share * rows[best].seconds) best = i;
  return best;
}

/// s; infinite where none was measured.
double shortest_time(const std::vector<TuningRow>& rows) {
  double shortest = infinity;
  for (const TuningRow& row : rows)
    if (was_measured(row)) shortest = std::min(shortest, row.seconds);
  return shortest;
}

/// Those not much slower than the fastest, if there are several.
std::vector<std::size_t> contenders(const std::vector<TuningRow>& rows) {
  const double shortest = shortest_time(rows);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (was_measured(rows[i]) && rows[i].seconds <= close * shortest) found.push_back(i);
  return found.size() > 1 ? found : std::vector<std::size_t>{};
}

}  // namespace

Tuning tune(const std::vector<std::string>& variants, Trial& trial, double tolerance, double budget) {
  Tuning tuning;
  for (const std::string& name : variants) tuning.rows.push_back({.variant = name, .verdict = ""});
  std::size_t loaded = 0;
  const auto load = [&](std::size_t variant) {
    loaded = variants.size();  // none, should this fail
    trial.load(variant, tuning.rows[variant]);
    loaded = variant;
  };

  load(0);
  const double start = trial.elapsed();  // without the reference there is nothing to try
  const StageSample reference = trial.run();
  tuning.rows[0].seconds = trial.measure(infinity);
  for (std::size_t i = 1; i < variants.size(); ++i) {
    TuningRow& row = tuning.rows[i];
    if (i > 1 && trial.elapsed() - start > budget) {
      row.verdict = "not tried: no time was left";
      continue;
    }
    try {
      load(i);
      const double difference = largest_difference(trial.run(), reference);
      if (difference <= tolerance) {
        row.seconds = trial.measure(hopeless * shortest_time(tuning.rows));
      } else {
        row.verdict = "wrong: off by " + number_text(difference, std::chars_format::scientific, 1) +
                      " of the largest value";
      }
    } catch (const DeviceError& reason) {
      row.verdict = "declined: " + first_line(reason.what());
    }
  }
  double share = clearly_faster;
  tuning.winner = fastest(tuning.rows, share);
  try {
    // In turns: clocks rise and fall, and one measurement is now and then off by a few percent.
    const std::vector<std::size_t> again = contenders(tuning.rows);
    for (int i = 0; i < n_repetitions && trial.elapsed() - start <= budget; ++i) {
      for (const std::size_t contender : again) {
        TuningRow& row = tuning.rows[contender];
        load(contender);
        const double seconds = trial.measure(infinity);
        row.seconds = i == 0 ? seconds : std::min(row.seconds, seconds);
      }
      if (i + 1 == n_repetitions) share = clearly_faster_in_turns;
    }
    tuning.winner = fastest(tuning.rows, share);
    if (loaded != tuning.winner) load(tuning.winner);
  } catch (const DeviceError& reason) {  // a variant's fault may have left the GPU useless
    throw DeviceError(std::string(reason.what()) + "\nafter trying these variants; " + decision_text(tuning));
  }
  for (TuningRow& row : tuning.rows)
    if (row.verdict.empty()) row.verdict = "not clearly faster";
  tuning.rows[tuning.winner].verdict = "chosen";
  return tuning;
}

std::string decision_text(const Tuning& tuning) {
  std::string text = decision_head + tuning.rows[tuning.winner].variant + "\n";
  for (const TuningRow& row : tuning.rows)
    text += row.variant + ": " +
            (row.seconds > 0 ? number_text(1e6 * row.seconds, std::chars_format::fixed, 2) + " us a stage, "
                             : "") +
            row.verdict + "\n";
  return text;
}

std::optional<std::size_t> decided_variant(const std::string& text,
                                           const std::vector<std::string>& variants) {
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (first_line(text) == decision_head + variants[i]) return i;
  return {};
}

std::vector<int> sample_elements(const WaveProblem& problem, int most) {
  constexpr int of_each = 8;
  const int n_faces = problem.reference.n_faces, n_conditions = static_cast<int>(problem.boundaries.size());
  // Without rows of elements coefficients are given at nodes.
  const CoefficientView& c = problem.coefficients;
  const std::size_t n_rows = c.row.empty() ? 1 : c.values.size() / c.n;
  std::vector<int> rows_seen(2 * n_rows),
      conditions_seen(2 * (1 + n_conditions));  // straight cells, then curved
  std::set<int> sample;
  const CellRange cells = problem.cells();
  for (int e = cells.first; e < cells.last; ++e) {
    const bool curved = problem.geometry.curved_index[e] >= 0;
    const std::size_t row = c.row.empty() ? 0 : c.row[e];
    bool wanted = rows_seen[curved * n_rows + row]++ < of_each;
    for (int face = 0; face < n_faces; ++face) {
      const int condition = problem.trace.condition(static_cast<std::size_t>(e) * n_faces + face);
      wanted |= conditions_seen[curved * (1 + n_conditions) + 1 + condition]++ < of_each;
    }
    if (wanted && static_cast<int>(sample.size()) < most / 2) sample.insert(e - cells.first);
  }
  const std::int64_t n = cells.size(), n_even = std::min<std::int64_t>(n, most / 2);  // evenly over the mesh
  for (std::int64_t i = 0; i < n_even; ++i) sample.insert(static_cast<int>(i * n / n_even));
  return {sample.begin(), sample.end()};
}

}  // namespace dgsolve::cuda
