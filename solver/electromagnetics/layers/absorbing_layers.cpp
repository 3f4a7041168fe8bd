#include "solver/electromagnetics/layers/absorbing_layers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "kernels/models/absorbing_layer.hpp"
#include "mesh/layers/extrude.hpp"
#include "solver/electromagnetics/layers/edge_growth.hpp"
#include "solver/electromagnetics/layers/layer_fitness.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

/// What ends the outermost layer.
constexpr const char* outermost = "absorbing";

template <Formulation formulation>
std::vector<LocalModelInfo> models_of() {
  const char* const file = "kernels/models/absorbing_layer.hpp";
  return {info_of_model<AbsorbingLayer<formulation, 1>>("absorbing layer", file),
          info_of_model<AbsorbingLayer<formulation, 2>>("absorbing edge", file)};
}

/// [system]: the models of absorption along one axis, and along several.
const std::vector<std::vector<LocalModelInfo>>& layer_models() {
  static const std::vector<std::vector<LocalModelInfo>> all = {
      models_of<Formulation::full>(), models_of<Formulation::tm>(), models_of<Formulation::te>()};
  return all;
}

const std::vector<LocalModelInfo>* models_for(const std::string& type) {
  for (const auto& of_system : layer_models())
    if (of_system.front().equation == type) return &of_system;
  return nullptr;
}

/// A region's wave speed and relaxation rate.
struct Medium {
  double speed, relaxation;
};

Medium medium_of(const std::string& region, const Physics& physics, const WaveOptions& options) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument("regions." + region + ": " + what +
                                ", and an absorbing layer goes on from it");
  };
  std::vector<double> parameters, c(physics.n_coefficients);
  for (const Expression& f : region_formulas(physics, options, region)) {
    if (!f.is_constant()) refuse("a parameter is a formula; expected numbers");
    parameters.push_back(f(0, 0, 0, 0));
  }
  physics.coefficients(parameters.data(), options.units, c.data());
  const double relaxation = physics.relaxation_rate(c.data());
  if (options.models.contains(region) && relaxation != 0)
    refuse("has both a loss of its own and a local model");
  const auto poles = options.dispersion.find(region);
  if (const double omega = poles == options.dispersion.end() ? 0 : highest_backward_frequency(poles->second);
      omega > 0)
    throw std::invalid_argument(fmt::format(
        "regions.{}: an absorbing layer goes on from it, and up to about the angular frequency {:.4g} "
        "(frequency {:.4g}) its epsilon and mu are negative, so that waves run backwards and would grow in "
        "the layer; expected such a medium to end inside the mesh",
        region, omega, omega / (2 * std::numbers::pi)));
  return {physics.wave_speed(c.data()), relaxation};
}

class Filling {
 public:
  Filling(const Layered& layered, const Physics& physics, WaveOptions& options)
      : layered_(layered), physics_(physics), options_(options), speed_(layered.planes.size(), 0) {
    for (const LayerRegion& region : layered.regions) {
      const Medium medium =
          media_.try_emplace(region.base, medium_of(region.base, physics, options)).first->second;
      for (int axis = 0; axis < 3; ++axis)
        if (region.layer[axis] > 0)
          speed_[region.plane[axis]] = std::max(speed_[region.plane[axis]], medium.speed);
    }
    set_frequency();
  }

  void fill() {
    const std::vector<LocalModelInfo>& models = *models_for(physics_.info.type);
    for (const LayerRegion& region : layered_.regions) {
      std::map<std::string, double> parameters = {{"shift", layer_shift(frequency_)},
                                                  {"relaxation", media_.at(region.base).relaxation}};
      int n_axes = 0;
      for (int axis = 0; axis < 3; ++axis) {
        if (region.layer[axis] == 0) continue;
        ++n_axes;
        parameters[std::string("absorption_") + "xyz"[axis]] =
            absorption(region.plane[axis], region.layer[axis]);
      }
      options_.regions[region.name] = options_.regions.at(region.base);
      const auto medium = options_.models.find(region.base);
      const bool is_alone = medium == options_.models.end();
      // Over a medium the edges' model serves slabs too (kernels/models/layered_poles.hpp).
      std::vector<RegionModel> both = {{models[n_axes == 1 && is_alone ? 0 : 1], parameters}};
      if (!is_alone) both.insert(both.end(), medium->second.begin(), medium->second.end());
      if (const auto poles = options_.dispersion.find(region.base); poles != options_.dispersion.end())
        options_.dispersion[region.name] = poles->second;
      options_.models[region.name] = std::move(both);
      options_.layer_bases[region.name] = region.base;
    }
  }

  /// Filled layers may feed what fades in a metal (edge_growth.hpp): fills them for a higher frequency, at
  /// which they do not, where nobody has chosen one. A sentence about it; empty: there was no need.
  std::string raise_frequency() {
    if (is_chosen_) return "";
    double factor = 1;
    std::string metal;
    for (const LayerRegion& region : layered_.regions) {
      const auto medium = options_.dispersion.find(region.base);
      if (medium == options_.dispersion.end()) continue;
      for (const LayerAbsorption& layer : layers_over(region.base, options_)) {
        const auto of_layer = factor_against_growth(medium->second, layer, *physics_.info.electromagnetic);
        if (!of_layer) return "";  // no frequency helps, of which the case's check warns
        if (*of_layer > factor) {
          factor = *of_layer;
          metal = region.base;
        }
      }
    }
    if (factor == 1) return "";
    const double before = std::exchange(frequency_, factor * frequency_);
    fill();
    return fmt::format(
        "layers: their frequency is {:.4g} in place of {:.4g}, so that edges of layers do not feed what "
        "fades in region {}; slower waves are absorbed less",
        frequency_, before, metal);
  }

  std::string text(int plane) const {
    const LayerPlane& p = layered_.planes[plane];
    return fmt::format(
        "layers: boundary {}: {} outside {} = {:.4g}, together {:.4g} thick, reflect {:.1e}, and more below "
        "the frequency {:.4g}",
        p.group, p.built.layers, "xyz"[p.axis], p.coordinate, p.built.thickness,
        options_.boundaries.at(p.group).open->reflection, frequency_);
  }
  double frequency() const { return frequency_; }
  BuiltLayers built(int plane, double fade) const {
    return {layered_.planes[plane].built.thickness, speed_[plane], fade};
  }

 private:
  /// Constant in a layer, growing from layer to layer, with 2 Σ σ_l d/c = ln(1/R0). One for all media of a
  /// plane, as what stretches the axis must not depend on the place along the plane; the fastest one's c.
  double absorption(int plane, int layer) const {
    const LayerPlane& p = layered_.planes[plane];
    const double d = p.built.thickness / p.built.layers;
    return layer * speed_[plane] * std::log(1 / options_.boundaries.at(p.group).open->reflection) /
           (d * p.built.layers * (p.built.layers + 1));
  }

  /// One for all planes.
  void set_frequency() {
    for (std::size_t plane = 0; plane < speed_.size(); ++plane) {
      const LayerPlane& p = layered_.planes[plane];
      const std::optional<double>& chosen = options_.boundaries.at(p.group).open->frequency;
      is_chosen_ = is_chosen_ || chosen;
      frequency_ = std::min(frequency_, chosen.value_or(speed_[plane] / (2 * p.built.thickness)));
    }
  }

  const Layered& layered_;
  const Physics& physics_;
  WaveOptions& options_;
  std::map<std::string, Medium> media_;
  std::vector<double> speed_;                                   ///< [plane]: the largest of its regions, m/s
  double frequency_ = std::numeric_limits<double>::infinity();  ///< the lowest of interest, Hz
  bool is_chosen_ = false;                                      ///< by the case, at some plane
};

}  // namespace

bool has_absorbing_layers(const std::string& type) { return models_for(type) != nullptr; }

void refuse_in_layers(int cell, const Mesh& mesh, const WaveOptions& options) {
  const std::string& region = mesh.region_names[mesh.region[cell]];
  if (absorbs(options.models, region))
    throw std::invalid_argument("a place in the absorbing layer " + region +
                                ", outside the mesh; expected a place in the mesh");
}

std::optional<Mesh> build_absorbing_layers(const Mesh& mesh, const Physics& physics, WaveOptions& options,
                                           std::vector<std::string>& notes) {
  LayeredGroups groups;
  LayersApart apart;
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.type == "open" || boundary.type == "port")
      groups[name] = {boundary.open->thickness.value_or(0), boundary.open->layers};
    if (boundary.type == "port") apart.groups.insert(name);
    if (boundary.type == "pec" || boundary.type == "pmc") apart.walls.insert(name);
  }
  if (groups.empty()) return {};
  if (!has_absorbing_layers(physics.info.type))
    throw std::invalid_argument("boundaries." + groups.begin()->first + ": " + physics.info.equation +
                                " has no absorbing layers");
  Layered layered = extrude_layers(mesh, groups, apart);
  Filling filling(layered, physics, options);
  filling.fill();
  if (const std::string raised = filling.raise_frequency(); !raised.empty()) notes.push_back(raised);
  for (std::size_t plane = 0; plane < layered.planes.size(); ++plane)
    notes.push_back(filling.text(static_cast<int>(plane)));
  for (const auto& [name, layer] : groups) {
    BoundaryOptions& boundary = options.boundaries.at(name);
    boundary.type = boundary.port ? drawn_port : drawn_open_boundary;
    boundary.open->frequency = filling.frequency();
    options.boundaries[layered.outermost.at(name)].type = outermost;
  }
  for (const auto& [port, tube] : layered.tubes) {
    options.boundaries.at(port).port->tube = tube;
    options.boundaries[tube].type = "pec";
    notes.push_back("layers: port " + port +
                    " is a part of an open plane: its layers are a tube of their own, with sides of pec");
  }
  const std::vector<double> fades = fading_lengths(mesh, layered.planes);
  for (std::size_t plane = 0; plane < layered.planes.size(); ++plane)
    options.boundaries.at(layered.planes[plane].group)
        .open->built.push_back(filling.built(static_cast<int>(plane), fades[plane]));
  return std::move(layered.mesh);
}

}  // namespace dgsolve
