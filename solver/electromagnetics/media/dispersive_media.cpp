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

/// Counts of states of ε: 0, 1, … 6, then even ones; of μ: even ones.
constexpr int last_odd = 5, n_counts_of_epsilon = most_slots + 1 + (last_odd + 1) / 2,
              n_counts_of_mu = most_slots_of_mu + 1, n_counts = n_counts_of_epsilon * n_counts_of_mu;
constexpr int states_of_count(int count) { return count <= last_odd ? count : 2 * count - last_odd - 1; }
constexpr int count_of_states(int n_states) {
  return n_states <= last_odd ? n_states : (n_states + last_odd + 1) / 2;
}

template <Formulation formulation, int count>
LocalModelInfo model_with() {
  return info_of_model<
      Poles<formulation, states_of_count(count / n_counts_of_mu), 2 * (count % n_counts_of_mu)>>(
      "poles", "kernels/models/poles.hpp");
}
template <Formulation formulation, int... count>
std::vector<LocalModelInfo> models_of(std::integer_sequence<int, count...>) {
  return {model_with<formulation, count>()...};
}

/// The model of an equation with so many states.
const LocalModelInfo& model_of(const std::string& equation, const PoleSlots& slots) {
  using Counts = std::make_integer_sequence<int, n_counts>;
  static const std::vector<std::vector<LocalModelInfo>> all = {models_of<Formulation::full>(Counts{}),
                                                               models_of<Formulation::tm>(Counts{}),
                                                               models_of<Formulation::te>(Counts{})};
  const auto found = std::ranges::find_if(
      all, [&](const auto& of_equation) { return of_equation.front().equation == equation; });
  if (found == all.end()) throw std::invalid_argument("regions: " + equation + " has no poles");
  return (*found)[count_of_states(slots.n_electric) * n_counts_of_mu + slots.n_magnetic / 2];
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
    RegionModel of_region{model_of(physics.info.type, slots), {}, fastest_pole(medium).name};
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
    if (medium.mu.has_poles()) medium.mu.infinity = number_of("mu_r", region, physics, options);
    options.models[region] = {model_in(region, medium, physics)};
    options.regions.at(region)["sigma"] = Expression(0.0);
  }
}

void refuse_many_poles_on_host(const WaveOptions& options) {
  for (const auto& [region, medium] : options.dispersion) {
    const PoleSlots slots = pole_slots(medium);
    const int electric = (slots.n_electric + 1) / 2, magnetic = slots.n_magnetic / 2;
    const int most = magnetic > 0 ? most_slots_of_each_on_host : most_slots_on_host;
    if (electric <= most && magnetic <= most) continue;
    const std::string of_mu = magnetic > 0 ? " and " + std::to_string(magnetic) + " of mu" : "";
    throw std::invalid_argument(
        "regions." + region + ": " + std::to_string(electric) + " slots of poles" + of_mu +
        ", and the CPU has kernels for " + std::to_string(most) + (of_mu.empty() ? "" : " of each") +
        "; a slot is a resonance, or two Debye or Drude poles. Expected fewer poles, or device: cuda");
  }
}

bool is_lossy_region(const WaveOptions& options, const std::string& region, double relaxation) {
  return relaxation != 0 || options.dispersion.contains(region);
}

}  // namespace dgsolve
