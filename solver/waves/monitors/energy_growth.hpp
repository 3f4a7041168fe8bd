/// Energy that grows slowly for a long time, though nothing puts any in.
#pragma once

#include <optional>
#include <vector>

namespace dgsolve {

/// From the energy of a run over time; since: the time from which on nothing puts energy in. The factor by
/// which it grew in the last half of that time, where growth lasts; nothing otherwise.
///
/// Where no mode grows, the energy may still oscillate (fields trade it with the auxiliaries of layers, which
/// it leaves out), rise for a while, and tend to a constant from below. So the time is cut into eight parts.
/// The largest energy of a part must exceed that of the part before in the whole last half, by a tenth
/// together, and the second half of that rise must not be much weaker than the first. What is left at the
/// level of round-off and of waveforms' tails does not count.
std::optional<double> lasting_growth(const std::vector<double>& time, const std::vector<double>& energy,
                                     double since);

}  // namespace dgsolve
