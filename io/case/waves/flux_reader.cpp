#include "io/case/waves/flux_reader.hpp"

#include "io/case/waves/equation_keys.hpp"
#include "solver/waves/forms/weak_quadrature.hpp"

namespace dgsolve {
namespace {

void read_numerical_flux(const ProblemReading& reading, WaveCase& wave) {
  CaseSection section = reading.top.section("flux");
  std::vector<std::string> riemann;
  for (const FluxCandidate& flux : reading.names.fluxes) riemann.push_back(flux.riemann);
  if (!riemann.empty()) wave.riemann = riemann.front();
  if (riemann.size() > 1) section.choice("riemann", wave.riemann, riemann);
  for (const FluxCandidate& flux : reading.names.fluxes) {
    if (flux.riemann != wave.riemann) continue;
    for (const ParameterInfo& parameter : flux.parameters) {
      double& value = wave.flux_parameters[parameter.name] = parameter.default_value;
      section.number(parameter.name, value, range_of(parameter.range), parameter.unit);
    }
  }
  section.finish();
}

void read_volume(CaseSection& top, WaveCase& wave) {
  CaseSection section = top.section("volume");
  section.choice<VolumeQuadrature>("quadrature", wave.quadrature,
                                   {volume_quadratures.begin(), volume_quadratures.end()});
  section.finish();
}

void read_shocks(CaseSection& top, WaveCase& wave) {
  CaseSection section = top.section("shocks");
  section.choice<ShockMethod>("method", wave.shocks, {shock_methods.begin(), shock_methods.end()});
  section.finish();
}

}  // namespace

void read_flux(const ProblemReading& reading, WaveCase& wave) {
  read_numerical_flux(reading, wave);
  if (!reading.names.is_linear) read_volume(reading.top, wave);
  if (reading.names.has_limiter) read_shocks(reading.top, wave);
}

}  // namespace dgsolve
