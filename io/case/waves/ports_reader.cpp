#include "io/case/waves/ports_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "io/case/waves/frequency_monitors.hpp"
#include "io/case/waves/open_boundary.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// Names become parts of files' names.
bool can_name_a_file(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

void read_direction(CaseSection& section, WantedMode& mode) {
  if (!section.has("polarisation")) return;
  Point direction{};
  const int n = section.coordinates("polarisation", direction);
  if (n > 0 && direction == Point{})
    section.complain("polarisation", "has no length; expected a vector, such as [0, 1, 0]");
  mode.polarisation = direction;
}

void read_voltage(CaseSection& section, WantedMode& mode) {
  if (!section.has("voltage")) return;
  std::vector<Point> ends;
  section.points("voltage", ends);
  if (ends.size() != 2)
    section.complain("voltage", "expected the two ends of a line, such as [[0, 0, 0], [0, 1 mm, 0]]");
  else
    mode.voltage = {{ends[0], ends[1]}};
}

WantedMode read_mode(CaseSection& section) {
  WantedMode mode;
  if (section.require("name", "a mode, such as TE10, TM11 or TEM, or its number, from 1"))
    section.text("name", mode.name);
  if (!can_name_a_file(mode.name))
    section.complain("name", "got " + quote(mode.name) +
                                 "; expected a mode, such as TE10, TM11 or TEM, or its number, from 1");
  read_direction(section, mode);
  read_voltage(section, mode);
  section.finish("key of a mode");
  return mode;
}

/// "own", or Ω.
void read_reference(CaseSection& section, std::optional<double>& reference) {
  if (!section.has("reference") || section.is_one_of("reference", {"own"})) {
    std::string own = "own";
    section.choice("reference", own, {"own"});
    return;
  }
  section.number("reference", reference.emplace(), positive_number, "ohm");
}

/// "all", a port, or a list of ports. Empty: all.
void read_drive(CaseSection& section, std::vector<std::string>& drive) {
  if (section.is_list("drive")) {
    section.names("drive", drive);
    if (drive.empty()) section.complain("drive", "is empty; expected all, or names of ports");
    return;
  }
  std::string name = "all";
  section.text("drive", name);
  if (name != "all") drive = {name};
}

std::vector<std::string> names_of_ports(const WaveOptions& wave) {
  std::vector<std::string> names;
  for (const auto& [name, boundary] : wave.boundaries)
    if (boundary.is_port()) names.push_back(name);
  return names;
}

/// The file of the case, or the folder of one that is called case.yaml.
std::string name_of_files(const Case& c) {
  const std::filesystem::path file = std::filesystem::absolute(c.file);
  std::string name = file.stem() == "case" ? file.parent_path().filename().string() : file.stem().string();
  for (char& letter : name)
    if (!can_name_a_file({letter})) letter = '_';
  return name;
}

/// Waves of anything else would count as those of the driven port.
void refuse_other_fields(const Case& c, MeshCheck& mesh) {
  const WaveCase& wave = c.wave();
  const auto refuse = [&](const std::string& key) {
    mesh.complain(key,
                  "makes fields beside those of the ports, which S-parameters would count as theirs; "
                  "expected ports alone, or a case without s_parameters");
  };
  const auto is_given = [](const auto& fields) {
    return std::ranges::any_of(fields, [](const auto& field) { return !field.second.is_zero(); });
  };
  if (!wave.sources.empty()) refuse("sources");
  if (is_given(wave.source)) refuse(c.places.contains("current") ? "current" : "source");
  if (wave.initial_case || is_given(wave.initial)) refuse("initial");
  for (const auto& [name, boundary] : wave.boundaries)
    if (is_given(boundary.data) || boundary.plane_wave) refuse("boundaries." + name);
}

}  // namespace

void refuse_name_of_no_file(CaseSection& section, const std::string& name) {
  if (!can_name_a_file(name))
    section.complain("type", "a port's or an element's name becomes a part of files' names; got " +
                                 quote(name) + ", expected letters, digits, _ and -");
}

void read_port(CaseSection& section, const std::string& name, BoundaryOptions& boundary) {
  PortOptions& port = boundary.port.emplace();
  refuse_name_of_no_file(section, name);
  if (section.require("modes", "the modes of the port, such as [TE10]"))
    for (CaseSection& mode : section.named_sections("modes")) {
      const WantedMode wanted = read_mode(mode);
      if (std::ranges::any_of(port.modes,
                              [&](const WantedMode& other) { return other.name == wanted.name; }) &&
          !wanted.polarisation)
        section.complain("modes", "got " + wanted.name + " twice; expected each mode once");
      port.modes.push_back(wanted);
    }
  if (section.is_list("modes") && port.modes.empty())
    section.complain("modes", "is empty; expected such as [TE10]");
  section.number("reference_plane", port.reference_plane, any_number, "m");
  read_reference(section, port.reference);
  read_open_boundary(section, boundary.open.emplace());
}

void read_s_parameters(CaseSection& top, const Case& c, WaveCase& wave) {
  const std::vector<std::string> ports = names_of_ports(wave);
  if (!top.has("s_parameters")) {
    if (!ports.empty())
      top.complain("s_parameters",
                   "missing; the ports need it: expected {frequencies: {from: …, to: …, count: …}}");
    return;
  }
  CaseSection section = top.section("s_parameters");
  SParameterOptions& options = wave.s_parameters.emplace();
  read_frequencies(section, options.frequencies);
  if (!std::ranges::is_sorted(options.frequencies, std::less_equal<>()))
    section.complain("frequencies", "do not rise; expected each higher than the one before");
  read_drive(section, options.drive);
  if (section.has("reference"))
    section.number("reference", options.reference.emplace(), positive_number, "ohm");
  if (section.has("touchstone")) section.whole_number("touchstone", options.touchstone.emplace(), 1, 2);
  options.name = name_of_files(c);
  if (section.has("name")) section.text("name", options.name);
  if (!can_name_a_file(options.name))
    section.complain("name", "got " + quote(options.name) + "; expected letters, digits, _ and -");
  section.finish();
  for (auto& [name, boundary] : wave.boundaries)
    if (boundary.port && !boundary.open->frequency && !options.frequencies.empty())
      boundary.open->frequency = options.frequencies.front();
}

void check_port(const std::string& name, const BoundaryOptions&, const EquationInfo& system,
                MeshCheck& mesh) {
  if (system.dim != 3)
    mesh.complain("boundaries." + name, "got port; " + mesh.equation_in_dimension() +
                                            " has none: expected a mesh of volumes, whose ports are planes");
}

void check_s_parameters(const Case& c, MeshCheck& mesh) {
  const WaveCase& wave = c.wave();
  if (!wave.s_parameters) return;
  refuse_other_fields(c, mesh);
  const std::vector<std::string> ports = names_of_ports(wave);
  if (ports.empty())
    mesh.complain("s_parameters", "the case has no ports; expected boundaries of type port or lumped_port");
  mesh.check_names("s_parameters.drive", wave.s_parameters->drive, ports, "port", false);
  for (const MonitorOptions& monitor : wave.monitors)
    if (monitor.type == MonitorType::far_field)
      for (const double f : monitor.frequencies)
        if (!find_frequency(wave.s_parameters->frequencies, f))
          mesh.complain(
              fmt::format("monitors[{}].frequencies", monitor.number),
              fmt::format("got {}, at which the ports' powers are not known; expected frequencies of "
                          "s_parameters",
                          number_text(f)));
}

}  // namespace dgsolve
