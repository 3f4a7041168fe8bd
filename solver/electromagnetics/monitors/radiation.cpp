#include "solver/electromagnetics/monitors/radiation.hpp"

#include <algorithm>
#include <cmath>

#include "solver/electromagnetics/monitors/balances.hpp"

namespace dgsolve {
namespace {

FarMedium medium_outside(const MonitorAmplitudes& g, std::size_t frequency) {
  const double* const c = g.places.coefficients.data();
  return {g.op.discretization.mesh.dim, g.places.points.omega[frequency] / g.op.physics.wave_speed(c),
          g.op.physics.info.electromagnetic->impedance(c)};
}

std::vector<SurfaceCurrent> currents_of(const MonitorAmplitudes& g, std::size_t frequency) {
  const SurfacePoints& surface = g.places.surface;
  std::vector<SurfaceCurrent> currents;
  currents.reserve(g.places.n_first);
  for (std::size_t p = 0; p < g.places.n_first; ++p)
    currents.push_back(surface_current(surface.x[p], surface.normal[p], surface.area[p],
                                       g.electric(p, frequency), g.magnetic(p, frequency)));
  return with_images(std::move(currents), g.places.planes);
}

}  // namespace

bool CrossSections::is_unbalanced() const {
  return absorption && std::abs(extinction - scattering - *absorption) >
                           tolerable_imbalance * std::max(scattering, extinction);
}

Radiation radiation_at(const MonitorAmplitudes& g, std::size_t frequency, std::span<const Point> directions) {
  const std::vector<SurfaceCurrent> currents = currents_of(g, frequency);
  Radiation radiation{medium_outside(g, frequency),
                      power_through(g, 0, g.places.n_first, frequency),
                      -power_through(g, g.places.n_on_surface, g.places.surface.x.size(), frequency),
                      {},
                      {}};
  radiation.amplitudes = far_amplitudes(currents, radiation.medium, directions);
  if (!g.is_by_plane_wave()) return radiation;
  const ReferenceWave::Plane& wave = *g.wave->plane;
  const double intensity = incident_intensity(g);
  CrossSections& sections = radiation.sections.emplace();
  sections.scattering = radiation.radiated / intensity;
  sections.extinction = extinction(far_amplitude(currents, radiation.medium, wave.direction),
                                   wave.polarisation, 1, radiation.medium);
  if (g.places.has_total_field())  // what flows in
    sections.absorption = -power_through(g, g.places.n_first, g.places.n_on_surface, frequency) / intensity;
  return radiation;
}

}  // namespace dgsolve
