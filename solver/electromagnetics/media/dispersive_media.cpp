#include "solver/electromagnetics/media/dispersive_media.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "kernels/models/poles.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "solver/waves/coefficients.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

template <Formulation formulation, int... i>
std::vector<LocalModelInfo> models_of(std::integer_sequence<int, i...>) {
  return {info_of_model<Poles<formulation, i + 1>>("poles", "kernels/models/poles.hpp")...};
}

/// The model of an equation with so many slots.
const LocalModelInfo& model_of(const std::string& equation, int n_slots) {
  using Slots = std::make_integer_sequence<int, most_slots>;
  static const std::vector<std::vector<LocalModelInfo>> all = {models_of<Formulation::full>(Slots{}),
                                                               models_of<Formulation::tm>(Slots{}),
                                                               models_of<Formulation::te>(Slots{})};
  const auto found = std::ranges::find_if(
      all, [&](const auto& of_equation) { return of_equation.front().equation == equation; });
  if (found == all.end()) throw std::invalid_argument("regions: " + equation + " has no poles");
  return (*found)[n_slots - 1];
}

/// A parameter of a region, which must be a number where there are poles.
double number_of(const std::string& parameter, const std::string& region, const Physics& physics,
                 const WaveOptions& options) {
  const std::vector<Expression> formulas = region_formulas(physics, options, region);
  const auto place = std::ranges::find(physics.info.parameters, parameter, &ParameterInfo::name);
  const Expression& f = formulas.at(place - physics.info.parameters.begin());
  if (!f.is_constant())
    throw std::invalid_argument("regions." + region + "." + parameter +
                                ": is a formula, and the region has poles; expected a number");
  return f(0, 0, 0, 0);
}

RegionModel model_in(const std::string& region, const Dispersion& medium, const Physics& physics) {
  try {
    require_passive(medium);
    const PoleSlots slots = pole_slots(medium);
    RegionModel of_region{model_of(physics.info.type, slots.n_slots), {}, fastest_pole(medium).name};
    for (std::size_t i = 0; i < slots.coefficients.size(); ++i)
      of_region.parameters[of_region.model.parameters.at(i).name] = slots.coefficients[i];
    return of_region;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("regions." + region + ": " + error.what());
  }
}

}  // namespace

void set_dispersive_media(WaveOptions& options, const Physics& physics) {
  for (auto& [region, medium] : options.dispersion) {
    medium.epsilon_infinity = number_of("epsilon_r", region, physics, options);
    medium.conductivity_rate = number_of("sigma", region, physics, options) / options.units.epsilon_0;
    options.models[region] = {model_in(region, medium, physics)};
    options.regions.at(region)["sigma"] = Expression(0.0);
  }
}

void refuse_many_poles_on_host(const WaveOptions& options) {
  for (const auto& [region, medium] : options.dispersion)
    if (const int n = pole_slots(medium).n_slots; n > most_slots_on_host)
      throw std::invalid_argument(
          "regions." + region + ": " + std::to_string(n) + " slots of poles, and the CPU has kernels for " +
          std::to_string(most_slots_on_host) +
          "; a slot is a resonance, or two Debye or Drude poles. Expected fewer poles, or device: cuda");
}

bool is_lossy_region(const WaveOptions& options, const std::string& region, double relaxation) {
  return relaxation != 0 || options.dispersion.contains(region);
}

}  // namespace dgsolve
