#include "io/case/waves/media_of_case.hpp"

#include <stdexcept>
#include <utility>

#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "solver/electromagnetics/monitors/run_band.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {
namespace {

/// The node under the region's key in the case, which may be a pattern.
template <class T>
void give_to_groups_of_patterns(const Case& c,
                                const std::map<std::string, std::map<std::string, Expression>>& regions,
                                std::map<std::string, T>& values) {
  const std::map<std::string, T> by_key = std::exchange(values, {});
  for (const auto& [region, parameters] : regions) {
    const auto pattern = c.pattern_of.find("regions." + region);
    if (const auto found = by_key.find(pattern == c.pattern_of.end() ? region : pattern->second);
        found != by_key.end())
      values[region] = found->second;
  }
}

void take_permittivity(const Dispersion& from, Dispersion& medium) {
  medium.debye = from.debye;
  medium.drude = from.drude;
  medium.lorentz = from.lorentz;
  medium.pairs = from.pairs;
}

/// Regions of one material have one fit.
void take_materials(WaveCase& wave) {
  if (wave.materials.empty()) return;
  const std::optional<Band> run = band_of_case(wave);
  std::map<std::string, std::pair<const MaterialChoice*, const MaterialFit*>> taken;  // by name
  for (const auto& [region, choice] : wave.materials) {
    const auto before = taken.find(choice.name);
    const bool is_taken = before != taken.end() && before->second.first->poles == choice.poles &&
                          before->second.first->n_pairs == choice.n_pairs;
    try {
      wave.fits[region] = is_taken ? *before->second.second : take_poles(choice, run, most_slots_on_host);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("regions." + region + ".material: " + error.what());
    }
    const MaterialFit& fit = wave.fits.at(region);
    taken[choice.name] = {&choice, &fit};
    if (fit.medium.has_poles()) take_permittivity(fit.medium, wave.dispersion[region]);
    wave.regions.at(region)["epsilon_r"] = Expression(fit.medium.epsilon_infinity);
    wave.regions.at(region)["sigma"] = Expression(fit.medium.conductivity_rate * wave.units.epsilon_0);
  }
}

}  // namespace

std::optional<Band> band_of_case(const WaveCase& wave) {
  return band_of_run(wave, wave.time.final, wave.monitors,
                     wave.s_parameters ? wave.s_parameters->frequencies : std::vector<double>{});
}

void set_media_of_case(Case& c, const EquationInfo& system) {
  WaveCase& wave = std::get<WaveCase>(c.problem);
  give_to_groups_of_patterns(c, wave.regions, wave.dispersion);
  give_to_groups_of_patterns(c, wave.regions, wave.materials);
  try {
    take_materials(wave);
    set_dispersive_media(wave, find_physics(system.equation, system.dim, system.formulation));
  } catch (const std::invalid_argument& error) {  // "regions.NAME: …"
    throw error_at(c, error.what());
  }
}

}  // namespace dgsolve
