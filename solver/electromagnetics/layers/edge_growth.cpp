#include "solver/electromagnetics/layers/edge_growth.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace dgsolve {
namespace {

using Complex = std::complex<double>;

/// The smallest arg of m_i times ε or μ, with m_i = s_j s_k/s_i, of the components that there are (≥ 0).
double least_phase(Complex response, const LayerAbsorption& of, double omega,
                   const std::array<int, 3>& components) {
  std::array<double, 3> phase{};
  for (int i = 0; i < 3; ++i) phase[i] = std::arg(1.0 + of.along[i] / Complex(of.shift, omega));
  double least = 0;
  for (int i = 0; i < 3; ++i)
    if (components[i] >= 0) least = std::min(least, phase[0] + phase[1] + phase[2] - 2 * phase[i]);
  return least - std::abs(std::arg(response));  // the medium is passive
}

}  // namespace

std::vector<LayerAbsorption> layers_over(const std::string& region, const WaveOptions& options) {
  std::vector<LayerAbsorption> layers;
  for (const auto& [name, base] : options.layer_bases) {
    if (base != region) continue;
    const auto value = [&parameters = options.models.at(name).front().parameters](const char* parameter) {
      const auto found = parameters.find(parameter);
      return found == parameters.end() ? 0 : found->second;
    };
    layers.push_back({{value("absorption_x"), value("absorption_y"), value("absorption_z")}, value("shift")});
  }
  return layers;
}

std::optional<double> fed_frequency(const Dispersion& medium, const LayerAbsorption& absorption,
                                    const ElectromagneticFields& fields) {
  constexpr int n = 2000;
  constexpr double beyond = 30;  // of the medium's frequencies
  const std::vector<double> marked = marked_frequencies(medium);
  const auto [lowest, highest] = std::ranges::minmax(marked);
  std::optional<double> fed;
  double least = -1.5 * std::numbers::pi;
  for (int i = 0; i <= n; ++i) {
    const double omega = lowest / beyond * std::pow(highest / lowest * beyond * beyond, double(i) / n);
    const double phase =
        std::min(least_phase(permittivity(medium, omega), absorption, omega, fields.electric),
                 least_phase(permeability(medium, omega), absorption, omega, fields.magnetic));
    if (phase < least) {
      least = phase;
      fed = omega;
    }
  }
  return fed;
}

std::optional<double> factor_against_growth(const Dispersion& medium, LayerAbsorption absorption,
                                            const ElectromagneticFields& fields) {
  constexpr double step = 1.2, most = 100;
  const double shift = absorption.shift;
  for (double factor = 1; factor < most; factor *= step) {
    absorption.shift = factor * shift;
    if (!fed_frequency(medium, absorption, fields)) return factor;
  }
  return {};
}

}  // namespace dgsolve
