#include "app/waves/wave_findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "app/console/log.hpp"
#include "app/problem/check_parts.hpp"
#include "app/problem/locations.hpp"
#include "app/waves/check_inputs.hpp"
#include "app/waves/layer_check.hpp"
#include "app/waves/media_check.hpp"
#include "app/waves/monitors/monitor_check.hpp"
#include "app/waves/step_texts.hpp"
#include "app/waves/waveform_report.hpp"
#include "io/tables/probes.hpp"
#include "io/yaml/mistakes.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/checks/resolution.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"

namespace dgsolve {
namespace {

void warn_of_relaxation(const SpatialOperator& op, const TimeStep& step, double gain) {
  const Mesh& mesh = op.discretization.mesh;
  const std::string& region = mesh.region_names[mesh.region[step.cell]];
  const std::string& pole = op.models.fastest_part(step.cell);
  const bool conducts = op.physics.info.linear;
  if (!pole.empty())
    warn(
        "time step: the poles of region {} hold it down, of which {} is the fastest: their rate is {:.3g}; "
        "for "
        "the waves alone it could be {:.3g} times as large. Poles far above the frequencies of interest may "
        "be a part of epsilon_r",
        region, pole, step.relaxation, gain);
  else
    warn(
        "time step: {} holds it down in region {}, where fields relax in {:.3g}; for the waves alone it "
        "could "
        "be {:.3g} times as large. {} would not hold it down",
        conducts ? "sigma/epsilon" : "the sponge's rate", region, 1 / step.relaxation, gain,
        conducts ? "A pec boundary in the region's place" : "A smaller rate in a longer region");
}

/// A good conductor, fast poles, or a strong sponge, cost the whole run its speed, however large its cells
/// are; true where one does.
bool check_relaxation(const SpatialOperator& op, const TimeStep& step) {
  if (step.cfl_of_relaxation <= step.cfl / 2) return false;
  const double of_waves = std::ranges::max(values_of_steps(
      op, step.dt, [](const TimeStep& of_cell) { return of_cell.cfl - of_cell.cfl_of_relaxation; }));
  if (const double gain = step.cfl / of_waves; gain > 2) warn_of_relaxation(op, step, gain);
  return true;
}

/// Few cells that are much worse than the rest cost the whole run its speed.
void check_limiting_cells(const SpatialOperator& op, const TimeStep& step) {
  const int K = op.discretization.K();
  std::vector<double> rates =  // 1/dt that each cell allows
      values_of_steps(op, 1, [](const TimeStep& of_cell) { return of_cell.cfl; });
  const int few = std::max(1, K / 200);
  if (few >= K) return;
  std::nth_element(rates.begin(), rates.begin() + few, rates.end(), std::greater<>());
  const double gain = *std::max_element(rates.begin(), rates.begin() + few) / rates[few];
  if (gain > 2 && std::isfinite(gain))
    warn(
        "time step: {} of {} cells hold it down; without them it could be {:.1f} times as large. Worst is {}",
        few, K, gain, cell_text(op, step));
}

void check_region(const SpatialOperator& op, const std::string& region, const RegionResolution& worst) {
  constexpr double tolerable = 0.01;
  const int N = op.discretization.element.N;
  const Mesh& mesh = op.discretization.mesh;
  const double loss = loss_per_wavelength(N, worst.kh), longest = longest_edge(mesh, worst.cell);
  const bool decays = worst.skin_depth < worst.wavelength;
  const double length = decays ? worst.skin_depth : worst.wavelength;
  detail("resolution: region {}: {:.3g} nodes or more per {} of {:.4g}{}", region, (N + 1) * length / longest,
         decays ? "skin depth" : "wavelength", length, decays ? ", shorter than the wavelength" : "");
  if (loss <= tolerable) return;
  const std::string reason =
      decays ? "fields decay within a skin depth that cells do not resolve"
             : fmt::format("a wave may lose {:.0f} % of its amplitude per wavelength", 100 * loss);
  warn(
      "resolution: region {} is too coarse: {}; at order {} edges should not be longer than {:.3g}, and {} "
      "has one of {:.3g}",
      region, reason, N, longest * resolved_kh(N, tolerable) / worst.kh, location_text(mesh, worst.cell),
      longest);
}

/// Flows are left out: their meshes are fine where they vary, and no wave's length holds for a whole region.
void check_resolution(const Case& input, const SpatialOperator& op) {
  if (op.physics.info.primitive) return;
  const Discretization& d = op.discretization;
  const double frequency = highest_frequency(d, input.wave(), input.wave().time.final);
  if (frequency > 0)
    detail("resolution: sources and incoming waves reach frequency {:.4g}{}",
           frequency / (2 * std::numbers::pi), input.si ? " Hz" : "");
  const std::vector<double> wave_numbers = highest_wave_numbers(d, input.wave());
  const auto regions = region_resolution(
      op, input.wave(), std::max(frequency, frequency_of_waves(op, input.wave(), wave_numbers)),
      wave_numbers);
  for (std::size_t r = 0; r < regions.size(); ++r)
    if (absorbs(input.wave().models, d.mesh.region_names[r]))
      continue;  // fields decay there as they are meant to
    else if (regions[r])
      check_region(op, d.mesh.region_names[r], *regions[r]);
    else
      detail("resolution: region {}: no wave is given whose length could be told", d.mesh.region_names[r]);
}

/// Probes look at the mesh as the case has it.
void check_probes(const Case& input, const SpatialOperator& op) {
  const Discretization& d = op.discretization;
  const std::vector<Location> locations = locate(input.output.probes, d);
  std::size_t point = 0;
  Mistakes mistakes;
  for (const ProbeOutput& probe : input.output.probes)
    for (std::size_t i = 0; i < probe.points.size(); ++i) {
      try {
        refuse_in_layers(locations[point++].element, d.mesh, input.wave());
      } catch (const std::invalid_argument& error) {
        mistakes.add(probe.place, probe.list + ": " + probe.name, std::string("got ") + error.what());
      }
    }
  mistakes.throw_if_any();
}

}  // namespace

void find_mistakes(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps,
                   bool continues) {
  report_locations(input, op.discretization.mesh, op.discretization);
  check_probes(input, op);
  check_cells(op.discretization.mesh);
  if (step.circuit.empty() && !check_relaxation(op, step)) check_limiting_cells(op, step);
  check_times(input, op, step, n_steps);
  check_data(input, op, continues);
  check_resolution(input, op);
  check_monitors(input, op, distance_of_samples(op, input.wave().time, step.dt));
  check_waveforms(input, op, step.dt);
  check_layers(input);
  check_media(input, op);
}

}  // namespace dgsolve
