#include "solver/electromagnetics/monitors/radiation.hpp"

#include <algorithm>
#include <cmath>

#include "solver/electromagnetics/monitors/balances.hpp"

namespace dgsolve {
namespace {

FarMedium medium_outside(const MonitorAmplitudes& g, std::size_t frequency) {
  const double* const c = g.sampling.coefficients.data();
  return {g.op.discretization.mesh.dim, g.sampling.points.omega[frequency] / g.op.physics.wave_speed(c),
          g.op.physics.info.electromagnetic->impedance(c)};
}

std::vector<SurfaceCurrent> currents_of(const MonitorAmplitudes& g, std::size_t frequency) {
  const SurfacePoints& surface = g.sampling.surface;
  std::vector<SurfaceCurrent> currents;
  currents.reserve(g.sampling.n_first);
  for (std::size_t p = 0; p < g.sampling.n_first; ++p)
    currents.push_back(surface_current(surface.x[p], surface.normal[p], surface.area[p],
                                       g.electric(p, frequency), g.magnetic(p, frequency)));
  return with_images(std::move(currents), g.sampling.planes);
}

}  // namespace

bool CrossSections::is_unbalanced() const {
  return absorption && std::abs(extinction - scattering - *absorption) >
                           tolerable_imbalance * std::max(scattering, extinction);
}

Radiation radiation_at(const MonitorAmplitudes& g, std::size_t frequency, std::span<const Point> directions) {
  const std::vector<SurfaceCurrent> currents = currents_of(g, frequency);
  Radiation radiation{medium_outside(g, frequency),
                      power_through(g, 0, g.sampling.n_first, frequency),
                      -power_through(g, g.sampling.n_on_surface, g.sampling.surface.x.size(), frequency),
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
  if (g.sampling.has_total_field())  // what flows in
    sections.absorption =
        -power_through(g, g.sampling.n_first, g.sampling.n_on_surface, frequency) / intensity;
  return radiation;
}

}  // namespace dgsolve
