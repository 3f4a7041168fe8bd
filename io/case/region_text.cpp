#include "io/case/region_text.hpp"

#include <vector>

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

std::string rate_text(double rate) { return exact_text(rate) + " rad/s"; }
std::string pair_text(std::complex<double> value) {
  return '[' + rate_text(value.real()) + ", " + rate_text(value.imag()) + ']';
}

/// ", drude: [{…}, {…}]"; nothing of an empty list.
template <class Pole>
std::string list_text(const std::string& key, const std::vector<Pole>& poles,
                      std::string (*text)(const Pole&)) {
  std::vector<std::string> texts;
  for (const Pole& pole : poles) texts.push_back('{' + text(pole) + '}');
  return texts.empty() ? "" : ", " + key + ": [" + listed(texts) + ']';
}

}  // namespace

bool is_said_by_material(const std::string& key) {
  for (const char* said : {"epsilon_r", "sigma", "debye", "drude", "lorentz", "pairs"})
    if (key == said) return true;
  return false;
}

std::string region_text(const Dispersion& medium, const Units& units) {
  std::string text = "{epsilon_r: " + exact_text(medium.epsilon_infinity) +
                     ", sigma: " + exact_text(medium.conductivity_rate * units.epsilon_0);
  text += list_text<DebyePole>("debye", medium.debye, [](const DebyePole& pole) {
    return "delta: " + exact_text(pole.delta) + ", tau: " + exact_text(pole.tau) + " s";
  });
  text += list_text<DrudePole>("drude", medium.drude, [](const DrudePole& pole) {
    return "plasma_frequency: " + rate_text(pole.plasma_frequency) + ", damping: " + rate_text(pole.damping);
  });
  text += list_text<LorentzPole>("lorentz", medium.lorentz, [](const LorentzPole& pole) {
    return "delta: " + exact_text(pole.delta) + ", frequency: " + rate_text(pole.frequency) +
           ", damping: " + rate_text(pole.damping);
  });
  text += list_text<PolePair>("pairs", medium.pairs, [](const PolePair& pair) {
    return "pole: " + pair_text(pair.pole) + ", residue: " + pair_text(pair.residue);
  });
  return text + '}';
}

}  // namespace dgsolve
