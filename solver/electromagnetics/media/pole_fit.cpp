#define EIGEN_DONT_PARALLELIZE  // solver/linear/dense.cpp says why
#include "solver/electromagnetics/media/pole_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "solver/electromagnetics/media/pole_model.hpp"

namespace dgsolve {
namespace {

using Eigen::VectorXd, Eigen::Index;

int slots(const PoleCounts& counts) { return (counts.real + 1) / 2 + counts.pairs; }

/// Of the lossless medium ε∞ and twice the resonances; else ε∞, σ, twice the real poles, four times the
/// pairs.
int unknowns(const PoleCounts& counts) {
  return counts.lossless ? 1 + 2 * counts.pairs : 2 + 2 * counts.real + 4 * counts.pairs;
}

/// Real numbers: of a lossless medium Re ε alone tells something.
int numbers_in(const PermittivityRows& rows) {
  return static_cast<int>(rows.omega.size()) * (is_lossless(rows) ? 1 : 2);
}

/// A share in (0, 1) that fills it evenly with k = 0, 1, …: multiples of the golden section.
double spread(int k) { return std::fmod(0.5 + 0.6180339887498949 * k, 1.0); }

/// Poles all over the band and a little beyond, wide and narrow.
class Starts {
 public:
  Starts(const PoleModel& model, const PoleCounts& counts)
      : counts_(counts), bottom_(std::log(model.lowest())), top_(std::log(model.highest())) {}

  VectorXd number(int k) const {
    VectorXd x(counts_.real + (counts_.lossless ? 1 : 2) * counts_.pairs);
    for (int i = 0; i < counts_.real; ++i) set_real(x, i, k);
    for (int i = 0; i < counts_.pairs; ++i) set_pair(x, i, counts_.pairs * k + i, k);
    return x;
  }
  /// The poles of a fit with a pair less, and one more.
  VectorXd after(const VectorXd& found, int k) const {
    VectorXd x(found.size() + (counts_.lossless ? 1 : 2));
    x.head(found.size()) = found;
    set_pair(x, counts_.pairs - 1, k, k);
    return x;
  }

 private:
  /// One is a Drude pole's, below the band; several are spread over it.
  void set_real(VectorXd& x, int i, int k) const {
    const double share = counts_.real == 1 ? -0.5 * (k % 3) : (i + 0.5 + 0.3 * (k % 3 - 1)) / counts_.real;
    const double below = counts_.real == 1 ? 1 : 0;
    x(i) = bottom_ - below + share * std::max(top_ - bottom_, 2.0);
  }
  void set_pair(VectorXd& x, int i, int place, int k) const {
    if (counts_.lossless) {  // resonances lie beside the band: above it, but for every second one
      x(i) = i % 2 == 1 ? bottom_ - 0.3 - 2 * spread(place) : top_ + 0.1 + spread(place);
      return;
    }
    const double omega = bottom_ - 0.3 + spread(place) * (top_ - bottom_ + 1.2);
    x(counts_.real + 2 * i) = omega - (k % 2 == 0 ? 1.2 : 2.5);
    x(counts_.real + 2 * i + 1) = omega;
  }

  const PoleCounts counts_;
  const double bottom_, top_;  ///< logarithms of the band's ends
};

struct Found {
  VectorXd x;
  PoleFit fit;
};

/// The best of several starts that becomes a medium; no more starts once one has that error. fewer: with a
/// pair less, or nullptr.
std::optional<Found> search(const PermittivityRows& rows, const PoleCounts& counts, const VectorXd* fewer,
                            double enough) {
  constexpr int n_starts = 8, most_steps = 60;
  if (unknowns(counts) > numbers_in(rows)) return {};
  const PoleModel model(rows, counts);
  const Starts starts(model, counts);
  std::vector<SquaresMinimum> minima;
  for (int k = 0; k < (counts.pairs + counts.real > 0 ? n_starts : 1); ++k) {
    const VectorXd start = fewer && k % 2 == 1 ? starts.after(*fewer, k / 2) : starts.number(k);
    if (auto minimum = levenberg_marquardt([&](const VectorXd& x) { return model.residuals(x); }, start,
                                           model.box(), most_steps))
      minima.push_back(std::move(*minimum));
    if (!minima.empty() && minima.back().residuals.norm() <= enough) break;
  }
  std::ranges::sort(minima, {}, [](const SquaresMinimum& m) { return m.residuals.norm(); });
  for (const SquaresMinimum& minimum : minima)
    if (const std::optional<Dispersion> medium = model.medium(minimum.x)) {
      Found found{minimum.x, compared(*medium, rows)};
      found.fit.counts = counts;
      return found;
    }
  return {};
}

}  // namespace

PoleFit compared(const Dispersion& medium, const PermittivityRows& rows) {
  PoleFit fit{medium, {}, 0, 0};
  for (std::size_t i = 0; i < rows.omega.size(); ++i) {
    const double error =
        std::abs(permittivity(medium, rows.omega[i]) - rows.epsilon[i]) / std::abs(rows.epsilon[i]);
    fit.error += error * error / static_cast<double>(rows.omega.size());
    fit.largest = std::max(fit.largest, error);
  }
  fit.error = std::sqrt(fit.error);
  return fit;
}

bool is_lossless(const PermittivityRows& rows) {
  return std::ranges::all_of(rows.epsilon,
                             [](std::complex<double> e) { return e.imag() == 0 && e.real() > 0; });
}

std::optional<PoleFit> fit_poles(const PermittivityRows& rows, const PoleCounts& counts) {
  const std::optional<Found> found = search(rows, counts, nullptr, 0);
  return found ? std::optional(found->fit) : std::nullopt;
}

PoleFit fit_by_noise(const PermittivityRows& rows, int most_slots) {
  constexpr double of_tables = 1e-3;  // three digits
  constexpr int worth_trying = 2;     // further pairs that tell nothing, one after the other
  const double n = numbers_in(rows);
  std::optional<PoleFit> best;
  double best_criterion = 0;
  /// Whether it is the best one so far.
  const auto include = [&](const PoleFit& fit) {
    const double error = std::max(fit.error, of_tables),
                 criterion = 2 * n * std::log(error) + unknowns(fit.counts) * std::log(n);
    const bool is_best = !best || criterion < best_criterion;
    if (is_best) {
      best = fit;
      best_criterion = criterion;
    }
    return is_best;
  };
  const bool lossless = is_lossless(rows);
  for (int real = 2; real <= 3 && !lossless; ++real)  // relaxations
    if (const std::optional<Found> found = search(rows, {real, 0, false}, nullptr, 0)) include(found->fit);
  std::optional<Found> before;
  for (int pairs = 0, n_useless = 0; n_useless < worth_trying; ++pairs) {
    const PoleCounts counts{lossless ? 0 : 1, pairs, lossless};
    if (slots(counts) > most_slots) break;
    std::optional<Found> found = search(rows, counts, before ? &before->x : nullptr, of_tables / 10);
    n_useless = found && include(found->fit) ? 0 : n_useless + 1;
    before = std::move(found);
    if (best && best->error <= of_tables) break;
  }
  if (!best)
    throw std::invalid_argument(
        "no passive poles come near the rows; expected more rows, or rows of a medium that absorbs");
  return *best;
}

std::optional<PoleFit> fit_to_tolerance(const PermittivityRows& rows, double tolerance,
                                        int most_auxiliaries) {
  const bool lossless = is_lossless(rows);
  std::vector<PoleCounts> order;
  for (int n = 1; n <= most_auxiliaries; ++n) {
    if (n % 2 == 0) order.push_back({0, n / 2, lossless});
    if (n % 2 == 1 && !lossless) order.push_back({1, n / 2, false});
    if (n >= 2 && n <= 4 && !lossless) order.push_back({n, 0, false});
  }
  for (const PoleCounts& counts : order)
    if (const std::optional<Found> found = search(rows, counts, nullptr, tolerance / 5);
        found && found->fit.largest <= tolerance)
      return found->fit;
  return {};
}

}  // namespace dgsolve
