#include "app/waves/ports/driven_ports.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/problem/case_places.hpp"
#include "app/waves/ports/circuit_waves.hpp"
#include "io/tables/circuit_table.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {
namespace {

/// The S-parameters' frequencies, rad/s.
std::vector<double> omegas_of(const Case& c) {
  std::vector<double> omega = c.wave().s_parameters->frequencies;
  for (double& value : omega) value *= 2 * std::numbers::pi;
  return omega;
}

std::unique_ptr<const Discretization> discretization_of_guides(const RunStart& start) {
  const WaveCase& wave = start.input.wave();
  const bool has_guides =
      std::ranges::any_of(wave.boundaries, [](const auto& b) { return b.second.port.has_value(); });
  if (!has_guides) return nullptr;
  Mesh& mesh = start.computed_mesh();  // extended by the ports' layers
  return std::make_unique<Discretization>(mesh, start.input.order, apply_boundaries(mesh, wave));
}

CasePorts find_ports(const Case& c, const Discretization* of_guides) {
  CasePorts ports{{}, lumped_ports(c.wave()), port_channels(c.wave())};
  if (of_guides)
    ports.guided =
        with_places(c, [&] { return guided_ports(of_guides->mesh, c.wave(), omegas_of(c), c.order); });
  return ports;
}

PortPulse find_pulse(const Case& c, const std::vector<GuidedPort>& guided) {
  const std::vector<double>& frequencies = c.wave().s_parameters->frequencies;
  std::vector<double> cut_offs;
  for (const GuidedPort& port : guided)
    for (const PortMode& mode : port.modes) cut_offs.push_back(cut_off_frequency(mode));
  const std::string unit = c.si ? " Hz" : "", seconds = c.si ? " s" : "";
  PortPulse pulse;
  try {
    pulse = port_pulse({frequencies.front(), frequencies.back()}, cut_offs, unit);
  } catch (const std::invalid_argument& error) {
    throw error_at(c, std::string("s_parameters.frequencies: ") + error.what());
  }
  if (2 * pulse.half_length() > c.wave().time.final)
    throw error_at(
        c,
        fmt::format("time.final: got {:.4g}{}; the pulse with this band and nothing at the modes' cut-offs "
                    "lasts {:.4g}{}: expected a longer run, or a band further above {}",
                    c.wave().time.final, seconds, 2 * pulse.half_length(), seconds,
                    cut_offs.empty() ? "0"
                                     : fmt::format("the highest cut-off below it, {:.6g}{}",
                                                   *std::ranges::max_element(cut_offs), unit)));
  return pulse;
}

/// No name of a user's monitor has a blank.
std::string monitor_of(const GuidedPort& port) { return "port " + port.name; }

/// Samples count once nothing enters any more. scale: of the run's waves.
ExtrapolatedTail extrapolated_waves(const std::vector<TailSample>& samples, const std::vector<double>& omega,
                                    double end_of_pulse, double scale) {
  const auto first =
      std::ranges::find_if(samples, [&](const TailSample& sample) { return sample.time >= end_of_pulse; });
  if (auto tail = extrapolated_tail(std::span(first, samples.end()), omega, scale)) return *tail;
  return {samples.back().values, std::vector(omega.size(), std::numeric_limits<double>::quiet_NaN())};
}

/// Waves of a port's modes near the end of a run, of a lumped port those of its one channel.
struct PortSamples {
  std::size_t n_modes;
  std::vector<TailSample> samples;
};

/// The waves of a port join those of a run. omega: the frequencies, rad/s.
void add_waves(const PortSamples& port, const std::vector<double>& omega, double end_of_pulse, double scale,
               DrivenWaves& waves) {
  const std::size_t n = 2 * port.n_modes;
  std::vector<double> of_waves;
  for (const double w : omega) of_waves.insert(of_waves.end(), n, w);
  const ExtrapolatedTail tail = extrapolated_waves(port.samples, of_waves, end_of_pulse, scale);
  for (std::size_t m = 0; m < port.n_modes; ++m) {
    auto &a = waves.a.emplace_back(), &b = waves.b.emplace_back();
    std::vector<double>& errors = waves.errors.emplace_back();
    for (std::size_t f = 0; f < omega.size(); ++f) {
      const std::size_t i = f * n + 2 * m;
      a.push_back(tail.limits[i]);
      b.push_back(tail.limits[i + 1]);
      errors.push_back(std::max(tail.errors[i], tail.errors[i + 1]));
    }
  }
}

}  // namespace

bool is_driven(const SParameterOptions& options, const PortChannel& channel) {
  return options.drive.empty() || index_of(options.drive, channel.port) >= 0;
}

std::filesystem::path folder_of(const Case& input, const PortChannel& channel) {
  return input.output.directory / ("driven_" + channel.label);
}

DrivenPorts::DrivenPorts(const RunStart& start)
    : input_(start.input),
      discretization_(discretization_of_guides(start)),
      ports_(find_ports(input_, discretization_.get())),
      pulse_(find_pulse(input_, ports_.guided)) {}

std::vector<std::size_t> DrivenPorts::driven() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < channels().size(); ++i)
    if (is_driven(*input_.wave().s_parameters, channels()[i])) numbers.push_back(i);
  return numbers;
}

Case DrivenPorts::case_of(std::size_t number) {
  const PortChannel& channel = channels()[number];
  Case driven = input_;
  WaveCase& wave = std::get<WaveCase>(driven.problem);
  wave.s_parameters.reset();
  driven.output.directory = folder_of(input_, channel);
  launch_guided(channel, wave);
  for (const LumpedPort& port : ports_.lumped)
    if (port.name == channel.port)
      wave.boundaries.at(port.name).lumped->source = source_of(port, pulse_, pulse_.half_length());
  put_monitors(channel, wave);
  return driven;
}

/// Runs that drive lumped ports have the kernels of the others.
void DrivenPorts::launch_guided(const PortChannel& channel, WaveOptions& wave) {
  const auto guided = std::ranges::find_if(channels(), [&](const PortChannel& other) {
    return other.mode && is_driven(*input_.wave().s_parameters, other);
  });
  if (guided == channels().end()) return;
  const std::size_t driven = channel.mode ? channel.number : ports_.guided.size();
  launch(ports_.guided, driven, *drive_of(channel.mode ? channel : *guided), *discretization_, physics(),
         wave);
}

void DrivenPorts::put_monitors(const PortChannel& driven, WaveCase& wave) {
  for (MonitorOptions& monitor : wave.monitors)
    if (monitor.type == MonitorType::far_field) monitor.port_powers = powers_at(driven, monitor.frequencies);
  std::vector<MonitorOptions> of_ports;  // before the case's own, which ask for their waves
  for (const GuidedPort& port : ports_.guided) {
    const double alpha = physics().upwind_share(flux_values(physics().info, wave.flux_parameters));
    const std::string key = "boundaries." + port.name;
    MonitorOptions& monitor = of_ports.emplace_back();
    monitor.name = monitor_of(port);
    monitor.type = MonitorType::port;
    monitor.frequencies = input_.wave().s_parameters->frequencies;
    monitor.nodes = port_nodes(port, *discretization_);
    monitor.waves = port_measurement(port, port.name == driven.port ? drive_of(driven) : nullptr,
                                     *discretization_, physics(), alpha);
    monitor.place = nearest_place(input_, key) + ": " + key;
  }
  wave.monitors.insert(wave.monitors.begin(), of_ports.begin(), of_ports.end());
}

const Physics& DrivenPorts::physics() const {
  return find_physics(input_.physics, discretization_->mesh.dim, input_.formulation);
}

FindPortPowers DrivenPorts::powers_at(const PortChannel& driven,
                                      const std::vector<double>& frequencies) const {
  std::vector<std::size_t> places;
  places.reserve(frequencies.size());
  for (const double f : frequencies)
    places.push_back(find_frequency(input_.wave().s_parameters->frequencies, f).value());
  if (driven.mode) {
    const GuidedPort& port = ports_.guided[driven.number];
    return [places, name = monitor_of(port), n = 2 * port.modes.size(),
            first = 2 * *driven.mode](const std::map<std::string, std::vector<TailSample>>& waves) {
      return port_powers(waves.at(name).back().values, n, first, places);
    };
  }
  return
      [places, file = folder_of(input_, driven) / circuit_file(driven.port), omega = omegas_of(input_),
       R = ports_.lumped[driven.number].resistance](const std::map<std::string, std::vector<TailSample>>&) {
        return port_powers(waves_in_table(file, R, omega).back().values, 2, 0, places);
      };
}

DrivenWaves DrivenPorts::waves_of(std::size_t number, const Summary& summary) {
  DrivenWaves waves{number, {}, {}, {}, summary.energy.left};
  const std::vector<double> omega = omegas_of(input_);
  std::vector<PortSamples> ports;
  for (const PortChannel& channel : channels()) {
    if (!channel.mode) {
      const std::filesystem::path file = folder_of(input_, channels()[number]) / circuit_file(channel.port);
      ports.push_back({1, waves_in_table(file, ports_.lumped[channel.number].resistance, omega)});
    } else if (*channel.mode == 0) {
      const GuidedPort& port = ports_.guided[channel.number];
      ports.push_back({port.modes.size(), summary.wave().port_waves.at(monitor_of(port))});
    }
  }
  double scale = 0;
  for (const PortSamples& port : ports)
    for (const auto& wave : port.samples.back().values) scale = std::max(scale, std::abs(wave));
  for (const PortSamples& port : ports) add_waves(port, omega, 2 * pulse_.half_length(), scale, waves);
  return waves;
}

const ModeDrive* DrivenPorts::drive_of(const PortChannel& channel) {
  if (!channel.mode) return nullptr;
  const GuidedPort& port = ports_.guided[channel.number];
  auto found = drives_.find(channel.number);
  if (found == drives_.end()) {
    const auto find = [&] { return drives_of(port, pulse_, *discretization_, input_.wave()); };
    found = drives_.emplace(channel.number, with_places(input_, find)).first;
    for (const ModeDrive& drive : found->second)
      if (drive.leak > 0)
        say("port {}: profiles of {} change over the band: {} products launch it, and {:.1e} of the "
            "amplitude goes astray",
            port.name, port.modes[&drive - found->second.data()].name, drive.terms.size() / 2, drive.leak);
  }
  return &found->second[*channel.mode];
}

}  // namespace dgsolve
