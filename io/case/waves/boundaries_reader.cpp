#include "io/case/waves/boundaries_reader.hpp"

#include "io/case/waves/equation_keys.hpp"
#include "io/case/waves/lumped_reader.hpp"
#include "io/case/waves/open_boundary.hpp"
#include "io/case/waves/ports_reader.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {
namespace {

class BoundariesReader {
 public:
  BoundariesReader(const ProblemReading& reading, SourcesReader& sources, Case& c, WaveOptions& wave)
      : reading_(reading), names_(reading.names), sources_(sources), case_(c), wave_(wave) {}

  /// Short form `walls: pec`, long form `walls: {type: …, …}`.
  void read_boundary(CaseSection& boundaries, const std::string& name) {
    std::vector<std::string> types;
    for (const BoundaryTypeInfo& type : names_.boundary_types)
      if (index_of(types, type.name) < 0) types.push_back(type.name);
    types.emplace_back("periodic");
    if (!names_.is_primitive) types.emplace_back("incident");
    if (names_.has_absorbing_layers)
      types.insert(types.end(), {"open", "port", lumped_port, lumped_boundary});
    BoundaryOptions& boundary = wave_.boundaries[name];
    if (names_.has_absorbing_layers && is_called_pml(boundaries, name)) return;
    if (!boundaries.is_map(name)) return read_short_form(boundaries, name, types, boundary);
    CaseSection section = boundaries.section(name);
    if (section.require("type", listed(types))) section.choice("type", boundary.type, types);
    read_keys(section, name, boundary);
    read_members(section, boundaries.path(name), case_);
    if (!boundary.type.empty()) section.finish("key of a boundary of type " + boundary.type);
  }

 private:
  void read_short_form(CaseSection& boundaries, const std::string& name,
                       const std::vector<std::string>& types, BoundaryOptions& boundary) {
    boundaries.choice(name, boundary.type, types);
    if (boundary.type == "open") boundary.open.emplace();
    if (const std::string missing = missing_in_short_form(boundary); !missing.empty())
      boundaries.complain(name, missing);
    if (const BoundaryTypeInfo* type = type_of(boundary))
      for (const ParameterInfo& parameter : type->parameters)
        if (parameter.required)
          boundaries.complain(name, parameter.name + " is missing; expected {type: " + boundary.type + ", " +
                                        parameter.name + ": …}");
  }

  /// Empty: nothing is.
  std::string missing_in_short_form(const BoundaryOptions& boundary) const {
    if (boundary.type == "periodic")
      return "the other side is missing; expected {type: periodic, with: GROUP}";
    if (boundary.type == "incident")
      return "the field is missing; expected {type: incident, into: REGION, data: {…}}, or plane_wave";
    if (boundary.type == "port") return "the modes are missing; expected {type: port, modes: [TE10]}";
    if (boundary.type == lumped_port)
      return "its resistance and direction are missing; expected {type: lumped_port, resistance: 50 ohm, "
             "direction: x}";
    if (boundary.type == lumped_boundary)
      return "its parts and direction are missing; expected {type: lumped, series: {R: 50 ohm}, direction: "
             "x}, or parallel";
    if (takes_data(boundary))
      return "the exterior state is missing; expected {type: " + boundary.type + ", " + exterior_state() +
             ": {…}}" + (names_.has_plane_waves ? ", or plane_wave" : "");
    return "";
  }

  void read_keys(CaseSection& section, const std::string& name, BoundaryOptions& boundary) {
    if (boundary.type == "periodic") {
      if (section.require("with", "the boundary group on the other side"))
        section.text("with", boundary.with);
    } else if (boundary.type == "open") {
      read_open_boundary(section, boundary.open.emplace());
    } else if (boundary.type == "port") {
      read_port(section, name, boundary);
    } else if (boundary.type == lumped_port) {
      read_lumped_port(section, name, boundary);
    } else if (boundary.type == lumped_boundary) {
      read_lumped_element(section, name, boundary);
    } else if (takes_data(boundary)) {
      if (boundary.type == "incident" &&
          section.require("into", "the region on the side that has the incident field"))
        section.text("into", boundary.into);
      read_data(section, boundary);
    } else {
      read_parameters(section, boundary);
    }
  }

  static bool is_called_pml(CaseSection& boundaries, const std::string& name) {
    const auto refuse_in = [](CaseSection& section, const std::string& key) {
      const bool is_called_so = section.is_one_of(key, {"pml"});
      if (is_called_so) section.complain(key, "got \"pml\"; expected open, which builds absorbing layers");
      return is_called_so;
    };
    if (!boundaries.is_map(name)) return refuse_in(boundaries, name);
    CaseSection section = boundaries.section(name);
    return refuse_in(section, "type");
  }

  /// Fields in space and time, or a plane wave.
  void read_data(CaseSection& section, BoundaryOptions& boundary) {
    if (names_.has_plane_waves && section.has("plane_wave")) {
      read_plane_wave(section.section("plane_wave"), boundary.plane_wave.emplace());
      if (section.has("data")) section.complain("data", "plane_wave is given too; expected one of them");
      return;
    }
    if (names_.is_primitive)
      return read_state(reading_, section, exterior_state(), wave_.medium, true, boundary.data);
    const std::string what = boundary.type == "incident" ? "the incident field" : "the exterior state";
    if (section.require("data", what + ", such as {" + names_.fields.front() + ": \"…\"}" +
                                    (names_.has_plane_waves ? ", or plane_wave" : "")))
      read_state(reading_, section, "data", wave_.medium, true, boundary.data);
    if (section.is_map("data") && section.section("data").keys().empty())
      section.complain("data", "names no field; expected some of " + listed(names_.fields));
  }

  /// The type that a section means. Several types may share a name: a required parameter tells which.
  const BoundaryTypeInfo* type_of(const CaseSection& section, const BoundaryOptions& boundary) const {
    const std::vector<std::string> keys = section.keys();
    for (const BoundaryTypeInfo& type : names_.boundary_types)
      if (type.name == boundary.type && std::ranges::any_of(type.parameters, [&](const ParameterInfo& p) {
            return p.required && index_of(keys, p.name) >= 0;
          }))
        return &type;
    return type_of(boundary);
  }

  void read_parameters(CaseSection& section, BoundaryOptions& boundary) {
    const BoundaryTypeInfo* const meant = type_of(section, boundary);
    if (!meant) return;
    for (const ParameterInfo& parameter : meant->parameters)
      if (parameter.required)
        section.require(parameter.name, "a number or a formula, which " + boundary.type + " needs");
    read_formulas(reading_, section, meant->parameters, true, boundary.data);
  }

  void read_plane_wave(CaseSection section, PlaneWave& wave) {
    SourcesReader::read_direction(section, wave.direction, wave.polarisation);
    sources_.read_waveform(section, wave.waveform);
    section.finish();
  }

  bool takes_data(const BoundaryOptions& boundary) const {
    const BoundaryTypeInfo* type = type_of(boundary);
    return boundary.type == "incident" || (type && type->needs_data);
  }
  std::string exterior_state() const { return names_.is_primitive ? "state" : "data"; }
  /// The first one of its name. Null where it is none of the equation's.
  const BoundaryTypeInfo* type_of(const BoundaryOptions& boundary) const {
    const auto type = std::ranges::find(names_.boundary_types, boundary.type, &BoundaryTypeInfo::name);
    return type == names_.boundary_types.end() ? nullptr : &*type;
  }

  const ProblemReading& reading_;
  const Candidates& names_;
  SourcesReader& sources_;
  Case& case_;
  WaveOptions& wave_;
};

}  // namespace

void read_boundaries(const ProblemReading& reading, SourcesReader& sources, Case& c, WaveOptions& wave) {
  CaseSection section = reading.top.section("boundaries"), regions = reading.top.section("regions");
  BoundariesReader reader(reading, sources, c, wave);
  for (const std::string& name : c.conductors) {
    reader.read_boundary(regions, name);
    for (const char* type : {"periodic", "incident", "open", "port", lumped_port, lumped_boundary})
      if (wave.boundaries.at(name).type == type)
        regions.complain(name, std::string("got ") + quote(type) +
                                   "; a region that is left out has walls: expected such as pec");
  }
  for (const std::string& name : entry_names(section)) reader.read_boundary(section, name);
  for (const auto& [name, partner] : pair_periodic_groups(boundary_groups(wave), section))
    wave.boundaries[name] = {"periodic", partner, {}};
}

}  // namespace dgsolve
