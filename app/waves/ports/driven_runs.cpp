#include "app/waves/ports/driven_runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/console/log.hpp"
#include "app/waves/ports/driven_ports.hpp"
#include "app/waves/ports/port_results.hpp"
#include "io/case/resolved_case.hpp"
#include "io/folder/output_folder.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// Ports that magnetic walls cut are parts, where the whole structure goes on behind them.
void report_symmetry(const std::vector<GuidedPort>& ports) {
  if (ports.empty()) return;
  const auto [fewest, most] =
      std::ranges::minmax(ports, {}, [](const GuidedPort& port) { return port.faces->n_magnetic_lines(); });
  for (const GuidedPort& port : ports)
    if (const int n = port.faces->n_magnetic_lines(); n > 0)
      say("port {}: {} magnetic wall{} at its rim; where {} of symmetry the whole port carries {} times the "
          "power of what is computed, and its line has 1/{} of the impedance",
          port.name, n, n > 1 ? "s" : "", n > 1 ? "these are planes" : "it is a plane", 1 << n, 1 << n);
  if (fewest.faces->n_magnetic_lines() != most.faces->n_magnetic_lines())
    say("ports: magnetic walls do not cut all of them alike: where these are planes of symmetry, S between "
        "{} and {} is that of the part, and the whole structure's has another factor",
        fewest.name, most.name);
}

void report_modes(const Case& input, const DrivenPorts& all) {
  const std::vector<double>& frequencies = input.wave().s_parameters->frequencies;
  const char* const hertz = input.si ? " Hz" : "";
  for (const GuidedPort& port : all.ports().guided)
    for (const PortMode& mode : port.modes) {
      const ModeAtFrequency& middle = mode.at[frequencies.size() / 2];
      say("port {}: {}, cut-off {:.7g}{}; at {:.6g}{} beta {:.6g}{}{}", port.name, mode.name,
          cut_off_frequency(mode), hertz, frequencies[frequencies.size() / 2], hertz, middle.gamma.imag(),
          mode.medium ? fmt::format(", Z {:.6g}", std::abs(middle.impedance)) : "",
          middle.line_impedance ? fmt::format(", of the line {:.6g}", *middle.line_impedance) : "");
    }
  report_symmetry(all.ports().guided);
  for (const GuidedPort& port : all.ports().guided)
    if (const auto more = unlisted_modes(port, 2 * std::numbers::pi * frequencies.back()); !more.empty())
      warn(
          "port {}: at frequency {:.6g}{} {} propagate{} too, and power in {} is not in S; expected {} in "
          "its modes, or lower frequencies",
          port.name, frequencies.back(), hertz, listed(more), more.size() == 1 ? "s" : "",
          more.size() == 1 ? "it" : "them", more.size() == 1 ? "it" : "them");
  say("ports: the pulse is above -6 dB from {:.4g} to {:.4g}{}, and lasts {:.4g}{}", frequencies.front(),
      frequencies.back(), hertz, 2 * all.pulse().half_length(), input.si ? " s" : "");
}

/// A run of one case as a part of the whole run, which keeps the device.
class Part {
 public:
  Part(RunStart& whole, const Case& driven)
      : whole_(whole),
        start_{driven, whole.mesh, whole.extended,   whole.mesh_report, {}, std::move(whole.device),
               clock_, whole.stop, whole.n_processes} {}

  Summary run(bool goes_on, Summary (*run_one)(RunStart& start)) {
    if (goes_on) start_.earlier = std::exchange(whole_.earlier, std::nullopt);
    Summary summary = run_one(start_);
    whole_.device = std::move(start_.device);
    whole_.clock.mark_all(clock_.phases());
    return summary;
  }
  void check(void (*check_one)(RunStart& start)) { check_one(start_); }

 private:
  RunStart& whole_;
  PhaseClock clock_;
  RunStart start_;
};

void add(CostSummary& all, const CostSummary& one) {
  all.setup_seconds += one.setup_seconds;
  all.solve_seconds += one.solve_seconds;
  all.output_seconds += one.output_seconds;
}

/// The pulse and the monitors of a driven run follow from its band. file: its resolved case.
void refuse_another_band(const Case& input, const PortChannel& channel, const std::filesystem::path& file) {
  const std::string earlier = resolved_frequencies(file), now = resolved_frequencies(input.resolved);
  if (now != earlier)
    throw error_at(input, "s_parameters.frequencies: got " + now + "; --restart: port " + channel.label +
                              " was driven at " + earlier + ", as " + file.string() +
                              " has it: expected these frequencies, or a run from the beginning");
}

/// Waves that are known, or known in part, must be of the problem that the others are driven in.
void refuse_another_problem(const Case& input, const PortChannel& channel) {
  const std::filesystem::path file = folder_of(input, channel) / "resolved.yaml";
  std::ostringstream earlier;
  earlier << std::ifstream(file).rdbuf();
  for (const std::string& line : lines_missing(input.text, earlier.str()))
    for (const char* key : {"physics:", "units:", "order:", "precision:", "mesh:", "constants:", "regions:",
                            "boundaries:", "flux:", comment_of_material})
      if (line.starts_with(key))
        throw std::invalid_argument("--restart: port " + channel.label + " was driven in another case, as " +
                                    file.string() + " has it; now it says \"" + line +
                                    "\": expected that case, or a run from the beginning");
  refuse_another_band(input, channel, file);
}

}  // namespace

std::filesystem::path folder_to_continue(const Case& input) {
  for (const PortChannel& channel : port_channels(input.wave()))
    if (is_driven(*input.wave().s_parameters, channel) &&
        !std::filesystem::exists(waves_file(input, channel)))
      return folder_of(input, channel);
  throw std::invalid_argument("--restart: all driven ports of " + input.output.directory.string() +
                              " are complete");
}

Summary run_driven_ports(RunStart& start, Summary (*run_one)(RunStart& start)) {
  const Case& input = start.input;
  DrivenPorts all(start);
  start.clock.mark("modes of ports");
  report_modes(input, all);
  check_references(input, all.ports());
  begin_results(input);
  if (!start.goes_on)
    for (const std::size_t driven : all.driven())
      std::filesystem::remove(waves_file(input, all.channels()[driven]));
  std::vector<DrivenWaves> waves;
  Summary last;
  CostSummary cost;
  cost.setup_seconds = start.clock.seconds();
  for (const std::size_t number : all.driven()) {
    const PortChannel& channel = all.channels()[number];
    if (start.goes_on && std::filesystem::exists(waves_file(input, channel))) {
      refuse_another_problem(input, channel);
      waves.push_back(read_waves(input, number, all.channels()));
      say("port {}: its waves are known", channel.label);
      continue;
    }
    if (start.earlier) refuse_another_problem(input, channel);
    say("port {} is driven, {} of {}", channel.label, waves.size() + 1, all.driven().size());
    const Case driven = all.case_of(number);
    check_output_folder(driven, start.goes_on);
    last = Part(start, driven).run(start.earlier.has_value(), run_one);
    add(cost, last.cost);
    if (last.outcome != Outcome::completed) break;
    waves.push_back(all.waves_of(number, last));
    write_waves(input, waves.back(), all.channels());
  }
  const bool is_complete = waves.size() == all.driven().size();
  if (is_complete) last.wave().s_parameters = write_s_parameters(input, all.ports(), waves);
  last.wave().tables = {};
  cost.device_bytes = last.cost.device_bytes;
  last.cost = cost;
  const std::string ended_by = is_complete ? "" : "stopped; --restart goes on with the port that was driven";
  write_results(input, start.computed_mesh(), last, {}, ended_by, start.clock);
  return last;
}

void check_driven_ports(RunStart& start, void (*check_one)(RunStart& start)) {
  DrivenPorts all(start);
  report_modes(start.input, all);
  check_references(start.input, all.ports());
  const std::vector<std::size_t> driven = all.driven();
  say("ports: {} runs like the following", driven.size());
  const Case first = all.case_of(driven.front());
  Part(start, first).check(check_one);
}

}  // namespace dgsolve
