#include "solver/waves/physics/dispersion.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {

using Complex = std::complex<double>;

Complex permittivity(const Dispersion& medium, double omega) {
  const Complex s(0, omega);
  Complex epsilon = medium.epsilon_infinity + medium.conductivity_rate / s;
  for (const auto& [delta, tau] : medium.debye) epsilon += delta / (1.0 + s * tau);
  for (const auto& [plasma, damping] : medium.drude) epsilon += plasma * plasma / (s * (s + damping));
  for (const auto& [delta, frequency, damping] : medium.lorentz)
    epsilon += delta * frequency * frequency / (frequency * frequency + s * (s + damping));
  for (const auto& [pole, residue] : medium.pairs)
    epsilon += residue / (s - pole) + std::conj(residue) / (s - std::conj(pole));
  return epsilon;
}

PoleRate fastest_pole(const Dispersion& medium) {
  const double root = std::sqrt(medium.epsilon_infinity);
  PoleRate fastest;
  const auto include = [&](const char* kind, std::size_t i, double rate) {
    if (rate > fastest.rate) fastest = {kind + ('[' + std::to_string(i) + ']'), rate};
  };
  for (std::size_t i = 0; i < medium.debye.size(); ++i)
    include("debye", i, (1 + medium.debye[i].delta / medium.epsilon_infinity) / medium.debye[i].tau);
  for (std::size_t i = 0; i < medium.drude.size(); ++i)
    include("drude", i, std::max(medium.drude[i].plasma_frequency / root, medium.drude[i].damping));
  for (std::size_t i = 0; i < medium.lorentz.size(); ++i) {
    const auto& [delta, frequency, damping] = medium.lorentz[i];
    include("lorentz", i, std::max(frequency * std::sqrt(1 + delta / medium.epsilon_infinity), damping));
  }
  for (std::size_t i = 0; i < medium.pairs.size(); ++i) {
    const auto& [pole, residue] = medium.pairs[i];
    include("pairs", i, std::abs(pole) + std::sqrt(std::abs(pole * residue) / medium.epsilon_infinity));
  }
  return fastest;
}

std::vector<double> marked_frequencies(const Dispersion& medium) {
  std::vector<double> omega;
  for (const DebyePole& pole : medium.debye) omega.push_back(1 / pole.tau);
  for (const DrudePole& pole : medium.drude) {
    omega.push_back(pole.plasma_frequency / std::sqrt(medium.epsilon_infinity));
    if (pole.damping > 0) omega.push_back(pole.damping);
  }
  for (const LorentzPole& pole : medium.lorentz) omega.push_back(pole.frequency);
  for (const PolePair& pair : medium.pairs) omega.push_back(std::abs(pair.pole));
  return omega;
}

ShortestWave shortest_wave(const Dispersion& medium, double highest) {
  constexpr int n = 400;
  ShortestWave shortest;
  const auto include = [&](double omega) {
    Complex index = std::sqrt(permittivity(medium, omega) / medium.epsilon_infinity);
    if (index.imag() > 0) index = -index;
    if (!std::isfinite(std::abs(index))) return;  // at a resonance without damping
    if (omega * std::abs(index) > shortest.omega * std::abs(shortest.index)) shortest = {omega, index};
  };
  for (int i = 1; i <= n; ++i) include(highest * i / n);
  for (const double omega : marked_frequencies(medium))
    if (omega < highest) include(omega);
  return shortest;
}

double swinging_frequency(const Dispersion& medium, double kc) {
  double squared = kc * kc;
  for (const DrudePole& pole : medium.drude)
    squared += pole.plasma_frequency * pole.plasma_frequency / medium.epsilon_infinity;
  for (const auto& [delta, frequency, damping] : medium.lorentz)
    squared += frequency * frequency * (1 + delta / medium.epsilon_infinity);
  for (const auto& [pole, residue] : medium.pairs)
    squared += std::norm(pole) + 2 * std::abs(pole * residue) / medium.epsilon_infinity;
  return std::sqrt(squared);
}

}  // namespace dgsolve
