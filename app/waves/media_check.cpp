#include "app/waves/media_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <set>
#include <string>

#include "app/console/log.hpp"
#include "io/case/physical_constants.hpp"
#include "io/case/waves/media_of_case.hpp"
#include "kernels/base/names.hpp"
#include "solver/checks/resolution.hpp"
#include "solver/electromagnetics/layers/edge_growth.hpp"
#include "solver/electromagnetics/monitors/run_band.hpp"

namespace dgsolve {
namespace {

/// Of waveforms and monitors; else to the highest frequency of formulas.
std::optional<Band> band_of(const Case& input, const SpatialOperator& op) {
  const WaveCase& wave = input.wave();
  if (const auto band = band_of_case(wave)) return band;
  return band_around({0, highest_frequency(op.discretization, wave, wave.time.final) / turn});
}

std::string text_of(std::complex<double> value) {
  return fmt::format("{:.5g} - {:.3g}j", value.real(), 0 - value.imag());
}

/// ε or μ at an angular frequency.
using Response = std::complex<double> (*)(const Dispersion&, double);

void say_media(const Case& input, const Band& band) {
  const char* const unit = input.si ? " Hz" : "";
  for (const auto& [region, medium] : input.wave().dispersion) {
    if (absorbs(input.wave().models, region)) continue;
    const auto say_response = [&, &name = region, &of = medium](const char* what, Response response,
                                                                double infinity) {
      say("regions.{}: {} is {} at frequency {:.4g}{}, {} at {:.4g}{}, and {:.4g} far above its poles", name,
          what, text_of(response(of, turn * band.lower)), band.lower, unit,
          text_of(response(of, turn * band.upper)), band.upper, unit, infinity);
    };
    say_response("epsilon_r", permittivity, medium.epsilon_infinity);
    if (medium.mu.has_poles()) say_response("mu_r", permeability, medium.mu.infinity);
  }
}

std::string share_text(double error) { return fmt::format("{:.2g} %", 100 * error); }

/// Which poles were taken for materials by name or table, and how near they are.
void say_materials(const WaveCase& wave) {
  for (const auto& [region, fit] : wave.fits) {
    const MaterialChoice& choice = wave.materials.at(region);
    const std::string from =
                          choice.material ? choice.name + " (" + choice.material->source + ")" : choice.name,
                      band = fmt::format("{:.4g} to {:.4g} Hz", fit.fitted.lower, fit.fitted.upper);
    if (fit.is_source)
      say("regions.{}: {}: the source's {}{}", region, from, fit.poles,
          choice.poles == MaterialChoice::Poles::all ? ""
          : fit.run                                  ? "; fewer do not come within 1 % in the run's band"
                    : "; no waveform, monitor or S-parameter tells the run's band");
    else
      say("regions.{}: {}: {} for {}; error {} (root mean square of |Δε/ε|), at most {}", region, from,
          fit.poles, band, share_text(fit.error), share_text(fit.largest));
    if (choice.material && choice.poles == MaterialChoice::Poles::automatic && fit.largest > 0.01)
      warn("regions.{}: its poles are not within 1 % of {} everywhere in the band; expected a narrower one",
           region, choice.name);
    if (fit.run && (fit.run->lower < fit.known.lower || fit.run->upper > fit.known.upper))
      warn(
          "regions.{}: {} is known from {:.4g} to {:.4g} Hz, and the run has waves from {:.4g} to {:.4g} Hz: "
          "beyond, the medium is what its poles make of it; expected waveforms and monitors in that band",
          region, choice.name, fit.known.lower, fit.known.upper, fit.run->lower, fit.run->upper);
  }
}

/// Where in the band a real part is negative with the least loss, −Im over −Re; none: nowhere.
struct Metallic {
  double loss, frequency;
};
std::optional<Metallic> most_metallic(const Dispersion& medium, Response response, const Band& band) {
  constexpr int n = 400;
  std::optional<Metallic> most;
  for (int i = 0; i <= n; ++i) {
    const double frequency = band.lower * std::pow(band.upper / band.lower, double(i) / n);
    const std::complex<double> value = response(medium, turn * frequency);
    const double loss = value.imag() / value.real();
    if (value.real() < 0 && !(most && most->loss < loss)) most = {loss, frequency};
  }
  return most;
}

/// Edges of layers may feed what fades in a metal: solver/electromagnetics/README.md.
void check_edges_over_metal(const Case& input, const SpatialOperator& op) {
  const WaveCase& wave = input.wave();
  for (const auto& [region, medium] : wave.dispersion) {
    if (absorbs(wave.models, region)) continue;
    std::optional<double> fed;
    std::optional<double> factor = 1;  // empty: none helps
    for (const LayerAbsorption& layer : layers_over(region, wave))
      if (const auto omega = fed_frequency(medium, layer, *op.physics.info.electromagnetic)) {
        fed = omega;
        const auto of_layer = factor_against_growth(medium, layer, *op.physics.info.electromagnetic);
        factor = factor && of_layer ? std::optional(std::max(*factor, *of_layer)) : std::nullopt;
      }
    if (!fed) continue;
    double frequency = 0;  // of the layers, Hz
    for (const auto& [name, boundary] : wave.boundaries)
      if (boundary.open) frequency = *boundary.open->frequency;
    warn(
        "regions.{}: it goes on in an edge of absorbing layers, where the numerical flux may feed fields "
        "that fade in it, at about the frequency {:.4g}, with Re epsilon = {:.3g}. Expected {}more losses, "
        "or a medium that ends inside the mesh",
        region, *fed / turn, permittivity(medium, *fed).real(),
        factor ? fmt::format("a key frequency of open boundaries of at least {:.4g}, ", frequency * *factor)
               : "(no frequency of open boundaries up to a hundred times theirs helps) ");
  }
}

/// Layers feed waves on surfaces of metals a little, and much with another flux than upwind.
void check_surfaces_in_layers(const WaveCase& wave, const SpatialOperator& op, const Band& band) {
  constexpr double enough = 1e-3;  // of a loss with the upwind flux
  const bool is_upwind = op.physics.upwind_share(op.flux_parameters) == 1;
  for (const auto& [region, medium] : wave.dispersion) {
    if (absorbs(wave.models, region) || layers_over(region, wave).empty()) continue;
    for (const auto& [what, response] :
         {std::pair<const char*, Response>("epsilon", permittivity), {"mu", permeability}})
      if (const auto metallic = most_metallic(medium, response, band);
          metallic && !(is_upwind && metallic->loss > enough))
        warn(
            "regions.{}: it goes on in absorbing layers, and its {} is negative at frequency {:.4g}, with a "
            "loss tangent of {:.2g}{}: waves on its surface may grow there. Expected {}, or a medium that "
            "ends inside the mesh",
            region, what, metallic->frequency, metallic->loss,
            is_upwind ? "" : ", and the flux is not upwind", is_upwind ? "more damping" : "flux: {alpha: 1}");
  }
}

/// Boundaries that have one impedance at all frequencies.
void check_boundaries_at_media(const WaveCase& wave, const Mesh& mesh) {
  std::set<std::pair<std::string, std::string>> meetings;  // group, region
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side) {
    if (mesh.boundary[side] < 0) continue;
    const std::string &group = mesh.boundary_names[mesh.boundary[side]],
                      &region = mesh.region_names[mesh.region[side / mesh.n_faces()]];
    const auto boundary = wave.boundaries.find(group);
    if (boundary == wave.boundaries.end() || absorbs(wave.models, region)) continue;
    const std::string& type = boundary->second.type;
    if (wave.dispersion.contains(region) && (type == "absorbing" || type == "incoming" || type == "incident"))
      meetings.insert({group, region});
  }
  for (const auto& [group, region] : meetings)
    warn(
        "boundaries.{}: type {} goes by the impedance far above the poles of region {}, and is wrong where "
        "epsilon or mu differ from that; expected a region without poles there, or type open",
        group, wave.boundaries.at(group).type, region);
}

void check_energy_density(const Case& input) {
  constexpr const char* name = "energy_density";
  const auto& fields = input.output.fields;
  bool is_asked = fields && index_of(fields->names, name) >= 0;
  for (const ProbeOutput& probe : input.output.probes)
    is_asked = is_asked || index_of(probe.fields, name) >= 0;
  if (is_asked)
    warn(
        "output: energy_density is that of the fields; where regions have poles, what the medium stores is "
        "not in it. The energy of a run has both");
}

}  // namespace

void check_media(const Case& input, const SpatialOperator& op) {
  const WaveCase& wave = input.wave();
  say_materials(wave);
  if (wave.dispersion.empty()) return;
  if (const std::optional<Band> band = band_of(input, op)) {
    say_media(input, *band);
    check_surfaces_in_layers(wave, op, *band);
  }
  check_edges_over_metal(input, op);
  check_boundaries_at_media(wave, op.discretization.mesh);
  check_energy_density(input);
  if (wave.initial_case)
    warn(
        "initial.from: poles begin at rest, so that the medium of regions that have some is not polarised by "
        "the static field, and the run begins with waves; expected regions without poles where that field "
        "is");
}

}  // namespace dgsolve
