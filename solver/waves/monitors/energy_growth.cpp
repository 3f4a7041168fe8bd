#include "solver/waves/monitors/energy_growth.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dgsolve {
namespace {

constexpr int n_parts = 8, fewest_in_a_part = 8;
constexpr double negligible = 1e-10;  ///< of the largest energy that there was until then
constexpr double noticed = 1.1;

}  // namespace

std::optional<double> lasting_growth(const std::vector<double>& time, const std::vector<double>& energy,
                                     double since) {
  if (time.empty() || time.back() <= since) return {};
  const double span = time.back() - since;
  std::array<double, n_parts> largest = {};
  std::array<int, n_parts> n = {};
  constexpr int first = n_parts / 2 - 1, middle = first + 2, last = n_parts - 1;
  double earlier = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const int part =
        std::min(static_cast<int>(std::floor(n_parts * ((time[i] - since) / span))), n_parts - 1);
    if (part <= first) earlier = std::max(earlier, energy[i]);
    if (part < 0) continue;
    largest[part] = std::max(largest[part], energy[i]);
    ++n[part];
  }
  if (*std::ranges::min_element(n) < fewest_in_a_part) return {};
  if (largest[first] <= negligible * earlier) return {};
  for (int part = first; part < last; ++part)
    if (largest[part + 1] <= largest[part]) return {};
  const double growth = largest[last] / largest[first];
  const bool weakens =
      2 * std::log(largest[last] / largest[middle]) < std::log(largest[middle] / largest[first]);
  if (growth < noticed || weakens) return {};
  return growth;
}

}  // namespace dgsolve
