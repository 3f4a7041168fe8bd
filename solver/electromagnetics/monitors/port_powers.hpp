/// Powers at the port that drives a run, as an antenna's gains and efficiencies count them.
#pragma once

#include <complex>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/waves/monitors/cut_off_tail.hpp"

namespace dgsolve {

/// [frequency of a monitor], W, or of transforms W s².
struct PortPowers {
  std::vector<double> incident;  ///< |a|²: what the source has to give
  std::vector<double> accepted;  ///< |a|² − |b|²: what does not return
};

/// The place of a frequency among others, to 1e-9 of it; none: it is not there.
std::optional<std::size_t> find_frequency(std::span<const double> all, double frequency);

/// waves: [place][wave], of which a is the one numbered `first` and b the next.
PortPowers port_powers(std::span<const std::complex<double>> waves, std::size_t n_waves, std::size_t first,
                       std::span<const std::size_t> places);

/// Powers from the waves that monitors of ports have gathered, by monitor.
using FindPortPowers = std::function<PortPowers(const std::map<std::string, std::vector<TailSample>>&)>;

}  // namespace dgsolve
