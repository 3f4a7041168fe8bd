#include "solver/waves/physics/dispersion.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {

using Complex = std::complex<double>;

Dispersion dual_of(const MagneticPoles& mu) {
  return {.drude = mu.drude, .lorentz = mu.lorentz, .epsilon_infinity = mu.infinity};
}

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

Complex permeability(const Dispersion& medium, double omega) {
  return permittivity(dual_of(medium.mu), omega);
}

double highest_backward_frequency(const Dispersion& medium) {
  if (!medium.mu.has_poles()) return 0;
  constexpr int n = 4000;
  constexpr double beyond = 100;  // of the marked frequencies
  const std::vector<double> marked = marked_frequencies(medium);
  const auto [lowest, highest] = std::ranges::minmax(marked);
  for (int i = n; i >= 0; --i) {
    const double omega = lowest / beyond * std::pow(highest / lowest * beyond * beyond, double(i) / n);
    const Complex epsilon = permittivity(medium, omega), mu = permeability(medium, omega);
    if (epsilon.real() * std::abs(mu) + mu.real() * std::abs(epsilon) < 0) return omega;
  }
  return 0;
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
  if (medium.mu.has_poles())
    if (const PoleRate of_mu = fastest_pole(dual_of(medium.mu)); of_mu.rate > fastest.rate)
      fastest = {"mu." + of_mu.name, of_mu.rate};
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
  if (medium.mu.has_poles())
    for (const double of_mu : marked_frequencies(dual_of(medium.mu))) omega.push_back(of_mu);
  return omega;
}

ShortestWave shortest_wave(const Dispersion& medium, double highest) {
  constexpr int n = 400;
  ShortestWave shortest;
  const auto include = [&](double omega) {
    const Complex root = std::sqrt(permittivity(medium, omega) / medium.epsilon_infinity) *
                         std::sqrt(permeability(medium, omega) / medium.mu.infinity),
                  index(std::abs(root.real()), -std::abs(root.imag()));
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
  if (medium.mu.has_poles()) return swinging_frequency(dual_of(medium.mu), std::sqrt(squared));
  return std::sqrt(squared);
}

}  // namespace dgsolve
