#include "app/waves/waveform_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/console/log.hpp"
#include "app/problem/locations.hpp"
#include "io/base/files.hpp"
#include "solver/checks/resolution.hpp"
#include "solver/waves/sources/entered_surface.hpp"
#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;

/// Checks the region where a frequency has the fewest nodes a wavelength.
void check_mesh(const Case& input, const SpatialOperator& op, const std::string& name, double upper) {
  constexpr double fewest = 4;
  const Discretization& d = op.discretization;
  const std::vector<double> no_initial_fields(d.mesh.region_names.size(), 0.0);
  const RegionResolution* worst = nullptr;
  const auto regions = region_resolution(op, input.wave(), 2 * pi * upper, no_initial_fields);
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (!regions[r] || absorbs(input.wave().models, d.mesh.region_names[r])) continue;
    if (!worst || regions[r]->kh > worst->kh) worst = &*regions[r];
  }
  if (!worst) return;
  const double nodes = (d.element.N + 1) * 2 * pi / worst->kh;
  if (nodes < fewest)
    warn(
        "waveforms.{}: its band ends at {:.4g}{}, where the mesh has {:.2g} nodes a wavelength in {}; "
        "expected {} or more: smaller cells, a higher order, or a lower band",
        name, upper, input.si ? " Hz" : "", nodes, location_text(d.mesh, worst->cell), fewest);
}

/// A plane wave's waveform is what it is at the origin; elsewhere it may have come earlier.
void check_start(const WaveSource& source, const std::string& key, const Case& input,
                 const SpatialOperator& op) {
  constexpr double small = 1e-4;
  const Mesh& mesh = op.discretization.mesh;
  double largest = 0, at_start = 0;
  for (const Side& side : entered_sides(mesh, source)) {
    const Point x = face_center(mesh, side);
    for (const auto& [field, f] : source.incident.front().data) {
      at_start = std::max(at_start, std::abs(f(x[0], x[1], x[2], 0)));
      for (int i = 1; i <= 200; ++i)
        largest = std::max(largest, std::abs(f(x[0], x[1], x[2], i * input.wave().time.final / 200)));
    }
  }
  if (at_start > small * largest)
    warn(
        "{}: at t = 0 the wave is {:.2g} of its largest value at the surface already, and begins there with "
        "a jump; it is f(t) at the origin. Expected a longer delay",
        key, at_start / largest);
}

}  // namespace

void check_waveforms(const Case& input, const SpatialOperator& op, double dt) {
  constexpr double fewest_steps = 8;  // a period
  const char* const unit = input.si ? " Hz" : "";
  for (const auto& [name, f] : input.wave().waveforms) {
    const WaveformSpectrum spectrum = spectrum_of(f, input.wave().time.final);
    if (spectrum.frequency.empty()) {
      warn("waveforms.{}: it is 0 until the final time; expected times in the case's units", name);
      continue;
    }
    detail("waveforms: {} has its highest part at {:.4g}{}, and is 40 dB down at {:.4g} and {:.4g}{}", name,
           spectrum.peak, unit, spectrum.lower, spectrum.upper, unit);
    check_mesh(input, op, name, spectrum.upper);
    if (spectrum.upper * dt * fewest_steps > 1)
      warn(
          "waveforms.{}: its band ends at {:.4g}{}, of whose period the time step {:.4g} is a {:.2g}th; "
          "expected {} steps a period or more",
          name, spectrum.upper, unit, dt, 1 / (spectrum.upper * dt), fewest_steps);
  }
  const std::vector<WaveSource>& sources = input.wave().sources;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (sources[i].type == WaveSourceType::plane_wave)
      check_start(sources[i], fmt::format("sources[{}]", i), input, op);
}

std::map<std::string, BandSummary> write_waveform_spectra(const Case& input) {
  std::map<std::string, BandSummary> bands;
  for (const auto& [name, f] : input.wave().waveforms) {
    const WaveformSpectrum spectrum = spectrum_of(f, input.wave().time.final);
    std::string text = "frequency,magnitude\n";
    for (std::size_t i = 0; i < spectrum.frequency.size(); ++i)
      text += fmt::format("{:.9g},{:.9g}\n", spectrum.frequency[i], spectrum.magnitude[i]);
    replace_file(input.output.directory / ("spectrum_" + name + ".csv"), text);
    bands[name] = {spectrum.peak, spectrum.lower, spectrum.upper};
  }
  return bands;
}

}  // namespace dgsolve
