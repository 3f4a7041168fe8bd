/// Implements io/case/problem_kinds.hpp.
/// The part of a case that poses a problem of waves in time.

#include <fmt/format.h>

#include "io/base/files.hpp"
#include "io/case/materials/material_reader.hpp"
#include "io/case/mesh_check.hpp"
#include "io/case/physical_constants.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/case/waves/boundaries_reader.hpp"
#include "io/case/waves/equation_keys.hpp"
#include "io/case/waves/flux_reader.hpp"
#include "io/case/waves/forces_reader.hpp"
#include "io/case/waves/formula_names.hpp"
#include "io/case/waves/frequency_monitors.hpp"
#include "io/case/waves/lumped_reader.hpp"
#include "io/case/waves/means_reader.hpp"
#include "io/case/waves/media_of_case.hpp"
#include "io/case/waves/medium_reader.hpp"
#include "io/case/waves/monitors_reader.hpp"
#include "io/case/waves/poles_reader.hpp"
#include "io/case/waves/ports_reader.hpp"
#include "io/case/waves/sources_reader.hpp"
#include "io/case/waves/sponge_reader.hpp"
#include "io/case/waves/time_reader.hpp"
#include "kernels/base/names.hpp"
#include "solver/electromagnetics/incident/plane_waves.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/electromagnetics/lumped/gap_faces.hpp"
#include "solver/flow/momentum.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "solver/waves/circuits.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

std::vector<std::string> names_of(const std::vector<ParameterInfo>& parameters) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : parameters) names.push_back(parameter.name);
  return names;
}

class WaveReader {
 public:
  WaveReader(const ProblemReading& reading, Case& c, WaveCase& wave)
      : reading_(reading),
        top_(reading.top),
        constants_(reading.constants),
        names_(reading.names),
        case_(c),
        wave_(wave),
        sources_(reading, c, wave) {}

  void read() {
    if (!names_.medium.key.empty()) read_medium(reading_, case_.si, wave_.medium);
    if (!names_.medium.key.empty() ||
        top_.require("regions", "an entry for every region of the mesh, such as {vacuum: {…}}")) {
      CaseSection section = top_.section("regions");
      for (const std::string& name : entry_names(section)) read_region(section, name);
    }
    if (names_.has_plane_waves) sources_.read_waveforms();
    read_boundaries(reading_, sources_, case_, wave_);
    if (names_.is_primitive && top_.is_one_of("source", {"exact"}))
      top_.choice("source", source_, {"exact"});
    else
      read_source(reading_, wave_.source);
    if (names_.is_primitive) read_sponges(reading_, wave_);
    if (!names_.currents.empty()) read_currents();
    if (names_.has_plane_waves) {
      sources_.read_sources();
      sources_.refuse_unused();
    }
    read_initial();
    read_exact(reading_, wave_.exact);
    wave_.source_is_exact = !source_.empty();
    if (wave_.source_is_exact) require_whole_exact();
    read_flux(reading_, wave_);
    read_monitors(reading_, case_);
    if (names_.has_absorbing_layers) read_s_parameters(top_, case_, wave_);
    read_time(top_, case_, wave_.shocks, wave_.time);
  }

 private:
  /// `current: {Jz: …}`, A/m²: the source of the field's equation is −J.
  void read_currents() {
    CaseSection section = top_.section("current");
    for (const auto& [name, field] : names_.currents) {
      if (!section.has(name)) continue;
      Expression density;
      section.formula(name, density, {constants_, true, any_number, "A/m^2"});
      if (wave_.source.contains(field))
        section.complain(name, "source." + field + " is given too; expected one of them");
      wave_.source[field] = -density;
    }
    section.finish("component");
  }

  /// `source: exact` follows from a solution in all variables.
  void require_whole_exact() {
    CaseSection section = top_.section("exact");
    for (const ParameterInfo& variable : names_.variables)
      if (variable.required && !wave_.exact.contains(variable.name))
        section.complain(variable.name, "missing; source: exact follows from formulas of all variables");
  }

  /// Formulas by field, or `{from: the file of an elliptic case}`.
  void read_initial() {
    if (!top_.is_map("initial") || !top_.section("initial").has("from"))
      return read_state(reading_, top_, "initial", wave_.medium, false, wave_.initial);
    CaseSection section = top_.section("initial");
    std::string file;
    section.text("from", file);
    wave_.initial_case = beside_the_case(case_, file);
    section.resolve_as("from", wave_.initial_case->string());
    if (const std::string why = why_no_file(*wave_.initial_case); !why.empty())
      section.complain("from", "got " + quote(file) + "; " + why + ": " + wave_.initial_case->string());
    section.finish("key beside from");
  }

  /// Cells of the mesh are no absorbing layer, though users of other programs mark them so.
  static bool is_marked_as_layer(CaseSection& regions, const std::string& name) {
    const std::vector<std::string> marks = {"pml", "upml", "cpml"};
    bool marked = !regions.is_map(name) && regions.is_one_of(name, marks);
    if (regions.is_map(name)) {
      CaseSection section = regions.section(name);
      marked = section.has("pml") || section.is_one_of("type", marks);
    }
    if (marked)
      regions.complain(name,
                       "a region of the mesh cannot be an absorbing layer, which needs cells in plane layers "
                       "of one absorption each; expected a mesh that ends where the layer begins, and "
                       "boundaries of type open there, outside which layers are built");
    return marked;
  }

  void read_region(CaseSection& regions, const std::string& name) {
    if (is_marked_as_layer(regions, name)) return;
    CaseSection section = regions.section(name);
    if (is_conductor(regions, name, section, case_)) return;
    std::map<std::string, Expression>& values = wave_.regions[name];
    if (!names_.medium.key.empty()) {
      read_members(section, regions.path(name), case_);
      for (const std::string& key : section.keys())
        if (key != "of")
          section.complain(key, "a region has no parameters here; expected those of all regions in " +
                                    names_.medium.key + ": " + listed(names_of(names_.parameters)));
      return;
    }
    if (names_.has_plane_waves)
      if (const std::optional<MaterialChoice> choice = read_material(section, case_))
        wave_.materials[name] = *choice;
    for (const ParameterInfo& parameter : names_.parameters)
      if (section.has(parameter.name))
        section.formula(parameter.name, values[parameter.name],
                        {constants_, false, range_of(parameter.range), parameter.unit});
    if (names_.has_plane_waves)
      if (const Dispersion medium = read_poles(section, case_.si); medium.has_poles())
        wave_.dispersion[name] = medium;
    read_members(section, regions.path(name), case_);
    section.finish("parameter");
  }

  const ProblemReading& reading_;
  CaseSection& top_;
  const std::map<std::string, double>& constants_;
  const Candidates& names_;
  Case& case_;
  WaveCase& wave_;
  SourcesReader sources_;
  std::string source_;  ///< "exact" where it follows from the exact solution
};

bool any_system(const std::string& equation, bool (*has)(const EquationInfo& info)) {
  return std::ranges::any_of(physics_registry(), [&](const Physics& physics) {
    return physics.info.equation == equation && has(physics.info);
  });
}
bool has_integrals(const EquationInfo& info) { return !info.integrals.named.empty(); }

void read_checkpoints(CaseSection section, CheckpointOutput& output) {
  section.require("every", "the time between checkpoints, a number > 0");
  section.number("every", output.every, positive_number, "s");
  section.whole_number("keep", output.keep, 1, 1000);
  section.finish();
}

/// `ledger: true` for every step, 0, `ledger: {every: …}` for fewer. Empty: it is not wanted.
std::optional<double> read_samples(CaseSection& output, const std::string& key) {
  double every = 0;
  if (!output.is_map(key)) {
    bool wanted = false;
    output.choice<bool>(key, wanted, {{"true", true}, {"false", false}});
    return wanted ? std::optional(every) : std::nullopt;
  }
  CaseSection section = output.section(key);
  section.require("every", "the time between samples, a number > 0");
  section.number("every", every, positive_number, "s");
  section.finish();
  return every;
}

std::vector<EquationInfo> systems() {
  std::vector<EquationInfo> all;
  for (const Physics& physics : physics_registry()) all.push_back(physics.info);
  return all;
}

/// Balances and bounds of what is no square of the state would need other measures.
void check_energy(const Case& c, const EquationInfo& system, MeshCheck& mesh) {
  if (!system.primitive) return;
  const WaveCase& wave = c.wave();
  const auto refuse = [&](bool given, const char* key, const char* what) {
    if (given)
      mesh.complain(key, std::string(what) + " goes by an energy that is a square of the fields, which " +
                             system.equation + " does not have; leave it out");
  };
  refuse(wave.time.stop_at_decay.has_value(), "time.stop", "its decay");
  refuse(wave.ledger.has_value(), "output.ledger", "the balance");
}

void check_parameters(const EquationInfo& system, const std::string& region,
                      const std::map<std::string, Expression>& values, MeshCheck& mesh) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : system.parameters) {
    names.push_back(parameter.name);
    if (parameter.required && !values.contains(parameter.name))
      mesh.complain("regions." + region + '.' + parameter.name,
                    "missing; " + mesh.equation_in_dimension() + " needs it in every region");
  }
  mesh.check_names("regions." + region, keys_of(values), names, "parameter", true);
}

/// Absorbing layers go on from the materials at an open boundary.
void check_open_boundary(const std::string& name, const WaveOptions& wave, MeshCheck& mesh) {
  for (const std::string& region : mesh.regions_at(name))
    if (const auto values = wave.regions.find(region); values != wave.regions.end())
      for (const auto& [parameter, formula] : values->second)
        if (!formula.is_constant())
          mesh.complain("regions." + region + '.' + parameter,
                        "is a formula, and the " +
                            std::string(wave.boundaries.at(name).port ? "port " : "open boundary ") + name +
                            " is at this region; expected a number there");
}

/// Walls may stand inside the mesh too, where they act on both sides of their faces; incident waves enter
/// only there.
std::vector<std::string> types_inside(const EquationInfo& system) {
  std::vector<std::string> inside;
  for (const BoundaryTypeInfo& type : system.boundary_types)
    if (type.sheet) inside.push_back(type.name);
  inside.emplace_back("incident");
  if (system.electromagnetic && system.dim == 3) inside.insert(inside.end(), {lumped_port, lumped_boundary});
  return inside;
}

bool acts_inside(const Case& c, const EquationInfo& system, const std::string& group) {
  const std::string& type = c.wave().boundaries.at(group).type;
  return type == "periodic" || index_of(types_inside(system), type) >= 0;
}

void check_boundary_types(const Case& c, const EquationInfo& system, MeshCheck& mesh) {
  const WaveCase& wave = c.wave();
  const std::vector<std::string> inside = types_inside(system);
  std::map<std::string, std::vector<std::string>> entered;  // region → incident groups
  for (const auto& [name, boundary] : wave.boundaries) {
    if (boundary.open) check_open_boundary(name, wave, mesh);
    if (boundary.port) check_port(name, boundary, system, mesh);
    if (boundary.lumped) check_lumped(name, wave, system, mesh);
    if (boundary.type == "incident") {
      mesh.check_interface(name, boundary.into);
      entered[boundary.into].push_back(name);
    } else if (boundary.type != "periodic" && !boundary.lumped && index_of(inside, boundary.type) < 0 &&
               mesh.lies_inside(name)) {
      mesh.complain("boundaries." + name, "got " + quote(boundary.type) +
                                              " for a group with faces inside the mesh only; expected " +
                                              listed(inside) + " or no entry");
    }
    const BoundaryTypeInfo* type = find_boundary_type(system, boundary);
    const std::string key = "boundaries." + name;
    if (type && !type->parameters.empty())
      check_formula_names(c, system, key, boundary.data, names_of(type->parameters), mesh);
    else
      check_formula_names(c, system, key + '.' + key_of_exterior_state(system), boundary.data,
                          boundary.type == "incident" ? system.fields : variable_names(system), mesh);
  }
  for (const auto& [region, groups] : entered) mesh.check_closed(groups, region);
}

void read(const ProblemReading& reading, Case& c) {
  WaveCase& wave = std::get<WaveCase>(c.problem);
  wave.units = units_of(c.si);
  WaveReader(reading, c, wave).read();
}

void read_output(CaseSection& output, Case& c) {
  WaveCase& wave = std::get<WaveCase>(c.problem);
  if (output.has("checkpoint")) read_checkpoints(output.section("checkpoint"), wave.checkpoint.emplace());
  if (const std::optional<double> every = read_samples(output, "ledger")) wave.ledger = {*every};
  if (any_system(c.physics, has_integrals)) wave.integrals = read_samples(output, "integrals");
  if (any_system(c.physics, has_momentum)) read_forces(output, wave);
  if (output.has("means")) read_means(output, c.output, wave);
}

void check_names(const Case& c, const EquationInfo& system, MeshCheck& mesh) {
  const WaveCase& wave = c.wave();
  if (system.medium.key.empty())
    for (const auto& [name, values] : wave.regions) check_parameters(system, name, values, mesh);
  check_boundary_types(c, system, mesh);
  check_sources(wave.sources, mesh);
  check_sponges(c, system, mesh);
  check_formula_names(c, system, "source", wave.source, system.fields, mesh);
  check_formula_names(c, system, "initial", wave.initial, variable_names(system), mesh);
  check_formula_names(c, system, "exact", wave.exact,
                      system.primitive ? output_fields(system).names : system.fields, mesh);
  check_energy(c, system, mesh);
  check_forces(wave, mesh);
  check_frequency_monitors(wave.monitors, system, mesh);
  check_s_parameters(c, mesh);
}

/// Fields that outputs show where the case names none.
void show_primitive_variables(OutputOptions& output, const EquationInfo& system) {
  if (!system.primitive) return;
  if (output.fields && output.fields->names.empty()) output.fields->names = variable_names(system);
  for (ProbeOutput& probe : output.probes)
    if (probe.fields.empty()) probe.fields = variable_names(system);
}

std::optional<Mesh> extend(Case& c, const EquationInfo& system, const Mesh& mesh,
                           std::vector<std::string>& notes) {
  WaveCase& wave = std::get<WaveCase>(c.problem);
  const bool is_open =
      std::ranges::any_of(wave.boundaries, [](const auto& b) { return b.second.open.has_value(); });
  if (is_open && wave.initial_case)
    throw error_at(c,
                   "initial.from: fields of another case do not go on into absorbing layers; expected no "
                   "boundary of type open or port, or formulas");
  std::optional<Mesh> extended;
  try {
    extended = build_absorbing_layers(mesh, find_physics(system.equation, system.dim, system.formulation),
                                      wave, notes);
  } catch (const MeshError& error) {  // "boundaries.NAME: …"
    throw error_at(c, error.what());
  }
  if (circuit_groups(wave).empty() || wave.initial_case)
    return extended;  // whose fields have the mesh's cells
  if (!extended) extended = mesh;
  order_circuits_first(*extended, wave);
  return extended;
}

}  // namespace

constinit const ProblemKind wave_kind = {
    .systems = systems,
    .empty = [] { return ProblemCase(WaveCase()); },
    .in_single = true,
    .isoparametric = false,
    .read = read,
    .read_output = read_output,
    .has_exact = [](const Case& c) { return !c.wave().exact.empty(); },
    .regions = [](const Case& c) { return keys_of(c.wave().regions); },
    .boundaries = [](const Case& c) { return boundary_groups(c.wave()); },
    .acts_inside = acts_inside,
    .check = check_names,
    .complete =
        [](Case& c, const EquationInfo& system, const Mesh& mesh) {
          show_primitive_variables(c.output, system);
          if (c.wave().source_is_exact)
            set_manufactured_source(std::get<WaveCase>(c.problem),
                                    find_physics(system.equation, system.dim, system.formulation));
          set_media_of_case(c, system);
          set_plane_waves(std::get<WaveCase>(c.problem),
                          find_physics(system.equation, system.dim, system.formulation), mesh);
          set_lumped_elements(mesh, std::get<WaveCase>(c.problem));
        },
    .extend = extend};

}  // namespace dgsolve
