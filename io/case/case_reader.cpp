#include <algorithm>
#include <cmath>

#include "io/case/case.hpp"
#include "io/case/case_candidates.hpp"
#include "io/case/case_elliptic.hpp"
#include "io/case/case_field_output.hpp"
#include "io/case/periodic_pairs.hpp"
#include "io/tables/matrix_writer.hpp"
#include "io/yaml/case_section.hpp"
#include "io/yaml/units.hpp"
#include "kernels/base/did_you_mean.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/reference/reference_element.hpp"
#include "solver/waves/physics.hpp"

namespace dgsolve {

namespace {

/// CODATA 2022: vacuum electric permittivity, F/m, and magnetic permeability, H/m.
constexpr Units si_units = {8.8541878188e-12, 1.25663706127e-6};
constexpr Units natural_units = {1, 1};
constexpr int most_refinements = 10;  ///< a cell becomes a million triangles, or a billion tetrahedra

bool can_name_a_constant(const std::string& name) {
  const auto fits = [](unsigned char c) { return c == '_' || std::isalnum(c); };
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  if (!std::all_of(name.begin(), name.end(), fits)) return false;
  try {
    Expression::parse(name, {{name, 0.0}});  // refuses a constant that hides a name of the grammar
  } catch (const ExpressionError&) {
    return false;
  }
  return true;
}

const NumberRange& range_of(ParameterRange range) {
  switch (range) {
    case ParameterRange::positive:
      return positive_number;
    case ParameterRange::non_negative:
      return non_negative_number;
    case ParameterRange::any:
      break;
  }
  return any_number;
}

class CaseReader {
 public:
  CaseReader(const std::filesystem::path& file, const YamlNode& root, Mistakes& mistakes)
      : reading_{mistakes}, top_(root, "", reading_, case_.resolved) {
    case_.file = file;
    remember_places(root, "");
  }

  Case read() {
    top_.text("title", case_.title);
    read_units();
    read_constants();
    const bool physics_known = read_physics();
    top_.whole_number("order", case_.elliptic ? case_.elliptic->order : case_.wave.order, 1,
                      ReferenceElement::max_order);
    read_precision();
    read_device();
    read_mesh();
    if (case_.elliptic) {
      read_elliptic(top_, constants_, *case_.elliptic);
    } else {
      if (physics_known) read_wave();
      read_time();
    }
    read_output(physics_known);
    // Which keys the rest of the file may have is the physics' affair.
    if (physics_known) top_.finish();
    return std::move(case_);
  }

 private:
  void remember_places(const YamlNode& node, const std::string& path) {
    case_.places[path] = node.place;
    for (const YamlNode::Entry& entry : node.entries)
      remember_places(entry.value, path.empty() ? entry.key : path + '.' + entry.key);
    for (std::size_t i = 0; i < node.items.size(); ++i)
      remember_places(node.items[i], path + '[' + std::to_string(i) + ']');
  }

  void read_constants() {
    CaseSection section = top_.section("constants");
    for (const std::string& name : section.keys()) {
      double value = 0;
      section.number(name, value, any_number, any_unit);
      constants_[name] = value;
      if (!can_name_a_constant(name))
        section.complain(name,
                         "cannot name a constant; expected letters, digits and _, no digit first, and no "
                         "variable or function of expressions");
    }
  }

  void read_units() {
    top_.choice<bool>("units", case_.si, {{"si", true}, {"natural", false}});
    case_.wave.units = case_.si ? si_units : natural_units;
    reading_.takes_units = case_.si;
  }

  /// Equation and formulation; false where the rest of the file cannot be judged for want of them.
  bool read_physics() {
    std::vector<std::string> equations, formulations;
    for (const Physics& p : physics_registry()) append_new(equations, p.info.equation);
    equations.emplace_back("poisson");
    WaveOptions& wave = case_.wave;
    if (top_.require("physics", listed(equations))) top_.choice("physics", wave.equation, equations);
    if (wave.equation.empty()) return false;
    if (wave.equation == "poisson") {
      case_.elliptic.emplace();
      candidates_.add(potential_fields(3));
      return true;
    }
    for (const Physics& p : physics_registry())
      if (p.info.equation == wave.equation && !p.info.formulation.empty())
        append_new(formulations, p.info.formulation);
    if (!formulations.empty()) top_.choice("formulation", wave.formulation, formulations);
    for (const Physics& p : physics_registry())
      if (p.info.equation == wave.equation &&
          (wave.formulation.empty() || p.info.formulation == wave.formulation))
        candidates_.add(p.info);
    return true;
  }

  void read_precision() {
    top_.choice<Precision>("precision", case_.precision,
                           {{"double", Precision::double_}, {"single", Precision::single}});
    if (case_.elliptic && case_.precision == Precision::single)
      top_.complain("precision", "got \"single\"; poisson is solved in double precision");
  }

  void read_device() {
    std::string& device = case_.device;
    top_.text("device", device);
    const std::string cuda = "cuda:";
    const bool numbered = device.size() > cuda.size() && device.starts_with(cuda) &&
                          device.find_first_not_of("0123456789", cuda.size()) == std::string::npos;
    if (device != "auto" && device != "cpu" && device != "cuda" && !numbered)
      top_.complain("device", "got " + quote(device) + "; expected auto, cpu, cuda, or cuda:0, cuda:1, …" +
                                  did_you_mean(device, std::vector<std::string>{"auto", "cpu", "cuda"}));
  }

  void read_mesh() {
    if (!top_.require("mesh", "{file: …}")) return;
    CaseSection section = top_.section("mesh");
    MeshOptions& mesh = case_.mesh;
    if (section.require("file", "a .msh, .geo, .step or .brep file")) read_mesh_file(section);
    CaseSection parameters = section.section("parameters");
    section.whole_number("geometry_order", mesh.geometry_order, 1, 4);
    section.number("scale", mesh.scale, positive_number, "m");
    section.whole_number("refine", mesh.refine, 0, most_refinements);
    if (mesh.refine > 0 && mesh.file.extension() == ".msh" && mesh.geometry_order > 1)
      section.complain("refine",
                       "got " + std::to_string(mesh.refine) +
                           " for a .msh of curved cells, which does not say where new nodes belong; "
                           "expected a .geo, .step or .brep file, or geometry_order: 1");
    for (const std::string& name : parameters.keys()) read_mesh_parameter(parameters, name);
    if (mesh.file.extension() == ".msh" && !mesh.parameters.empty())
      section.complain("parameters", "a .msh file is a finished mesh and has no parameters; expected none");
    section.finish();
  }

  /// A number alone is in the script's own units, a length is converted to them.
  void read_mesh_parameter(CaseSection& parameters, const std::string& name) {
    double& value = case_.mesh.parameters[name];
    parameters.number(name, value, any_number, "m");
    if (!parameters.is_quantity(name)) return;
    value /= case_.mesh.scale;
    parameters.resolve_as(name, exact_text(value));
  }

  void read_mesh_file(CaseSection& section) {
    std::string name;
    section.text("file", name);
    if (name.empty()) return;
    const std::filesystem::path file = beside_the_case(name);
    section.resolve_as("file", file.string());
    const std::vector<std::string> extensions = {".msh", ".geo", ".step", ".stp", ".brep"};
    std::error_code error;
    if (index_of(extensions, file.extension().string()) < 0)
      section.complain("file", "got " + quote(name) + "; expected a file that ends in " + listed(extensions));
    else if (!std::filesystem::is_regular_file(file, error))
      section.complain("file", "got " + quote(name) + "; there is no file " + file.string());
    case_.mesh.file = file;
  }

  /// Paths in a case are relative to its file.
  std::filesystem::path beside_the_case(const std::string& name) const {
    return (std::filesystem::absolute(case_.file).parent_path() / name).lexically_normal();
  }

  /// Everything that says what a wave problem is: materials, boundaries, data.
  void read_wave() {
    WaveOptions& wave = case_.wave;
    if (top_.require("regions", "an entry for every region of the mesh, such as {vacuum: {…}}")) {
      CaseSection section = top_.section("regions");
      for (const std::string& name : section.keys()) read_region(section, name);
    }
    CaseSection boundaries = top_.section("boundaries");
    for (const std::string& name : boundaries.keys()) read_boundary(boundaries, name);
    std::map<std::string, BoundaryGroup> groups;
    for (const auto& [name, boundary] : wave.boundaries)
      groups[name] = {boundary.type == "periodic", boundary.with};
    for (const auto& [name, partner] : pair_periodic_groups(groups, boundaries))
      wave.boundaries[name] = {"periodic", partner, {}};
    read_fields(top_, "source", wave.source, {}, true);
    read_initial();
    read_fields(top_, "exact", wave.exact, candidates_.field_units, true);
    CaseSection flux = top_.section("flux");
    flux.number("alpha", wave.alpha, share);
    flux.finish();
  }

  /// Formulas by field, or `{from: the file of a poisson case}`.
  void read_initial() {
    if (!top_.is_map("initial") || !top_.section("initial").has("from"))
      return read_fields(top_, "initial", case_.wave.initial, candidates_.field_units, false);
    CaseSection section = top_.section("initial");
    std::string file;
    section.text("from", file);
    case_.initial_case = beside_the_case(file);
    section.resolve_as("from", case_.initial_case->string());
    std::error_code error;
    if (!std::filesystem::is_regular_file(*case_.initial_case, error))
      section.complain("from", "got " + quote(file) + "; there is no file " + case_.initial_case->string());
    section.finish("key beside from");
  }

  void read_region(CaseSection& regions, const std::string& name) {
    CaseSection section = regions.section(name);
    std::map<std::string, Expression>& values = case_.wave.regions[name];
    for (const ParameterInfo& parameter : candidates_.parameters)
      if (section.has(parameter.name))
        section.formula(parameter.name, values[parameter.name],
                        {constants_, false, range_of(parameter.range), parameter.unit});
    section.finish("parameter");
  }

  /// Short form `walls: pec`, long form `walls: {type: …, …}`.
  void read_boundary(CaseSection& boundaries, const std::string& name) {
    std::vector<std::string> types = candidates_.boundary_types;
    types.emplace_back("periodic");
    BoundaryOptions& boundary = case_.wave.boundaries[name];
    if (!boundaries.is_map(name)) {
      boundaries.choice(name, boundary.type, types);
      if (boundary.type == "periodic")
        boundaries.complain(name, "the other side is missing; expected {type: periodic, with: GROUP}");
      else if (takes_data(boundary))
        boundaries.complain(
            name, "the exterior state is missing; expected {type: " + boundary.type + ", data: {…}}");
      return;
    }
    CaseSection section = boundaries.section(name);
    if (section.require("type", listed(types))) section.choice("type", boundary.type, types);
    if (boundary.type == "periodic") {
      if (section.require("with", "the boundary group on the other side"))
        section.text("with", boundary.with);
    } else if (takes_data(boundary)) {
      if (section.require("data", "the exterior state, such as {" + candidates_.fields.front() + ": \"…\"}"))
        read_fields(section, "data", boundary.data, candidates_.field_units, true);
      if (section.is_map("data") && section.section("data").keys().empty())
        section.complain("data", "names no field; expected some of " + listed(candidates_.fields));
    }
    if (!boundary.type.empty()) section.finish("key of a boundary of type " + boundary.type);
  }

  bool takes_data(const BoundaryOptions& boundary) const {
    return index_of(candidates_.types_with_data, boundary.type) >= 0;
  }

  /// A map from fields to formulas; units: of the fields that have one, SI.
  void read_fields(CaseSection& parent, const std::string& key, std::map<std::string, Expression>& values,
                   const std::map<std::string, std::string>& units, bool may_use_time) {
    CaseSection section = parent.section(key);
    for (const std::string& field : candidates_.fields)
      if (section.has(field))
        section.formula(field, values[field],
                        {constants_, may_use_time, any_number, units.contains(field) ? units.at(field) : ""});
    section.finish("field");
  }

  void read_time() {
    if (!top_.require("time", "{final: …}")) return;
    CaseSection section = top_.section("time");
    section.require("final", "the final time, a number > 0");
    section.number("final", case_.time.final, positive_number, "s");
    const bool has_cfl = section.has("cfl");
    if (section.has("dt")) {
      section.number("dt", case_.time.dt.emplace(), positive_number, "s");
      if (has_cfl) section.complain("dt", "cfl is given too; expected one of cfl, dt");
    } else {
      section.number("cfl", case_.time.cfl, positive_number);
    }
    if (section.has("wall_limit"))
      section.number("wall_limit", case_.time.wall_limit.emplace(), positive_number, "s");
    section.finish();
  }

  void read_output(bool physics_known) {
    CaseSection section = top_.section("output");
    std::string directory = case_.output.directory.string();
    section.text("directory", directory);
    case_.output.directory = beside_the_case(directory);
    if (!physics_known) return;
    if (section.has("fields"))
      case_.output.fields = read_field_output(section.section("fields"),
                                              case_.elliptic ? std::nullopt : std::optional(case_.time.final),
                                              candidates_.output_names());
    for (CaseSection& probe : section.sections("probes")) read_probe(probe);
    if (case_.elliptic)
      section.names("matrix", case_.output.matrix, matrix_formats());
    else {
      if (section.has("checkpoint")) read_checkpoints(section.section("checkpoint"));
      read_ledger(section);
    }
    section.finish();
  }

  /// `ledger: true` for every step, `ledger: {every: …}` for fewer.
  void read_ledger(CaseSection& output) {
    std::optional<LedgerOptions>& ledger = case_.output.ledger;
    if (!output.is_map("ledger")) {
      bool wanted = false;
      output.choice<bool>("ledger", wanted, {{"true", true}, {"false", false}});
      if (wanted) ledger.emplace();
      return;
    }
    CaseSection section = output.section("ledger");
    section.require("every", "the time between samples, a number > 0");
    section.number("every", ledger.emplace().every, positive_number, "s");
    section.finish();
  }

  void read_checkpoints(CaseSection section) {
    CheckpointOutput& output = case_.output.checkpoint.emplace();
    section.require("every", "the time between checkpoints, a number > 0");
    section.number("every", output.every, positive_number, "s");
    section.whole_number("keep", output.keep, 1, 1000);
    section.finish();
  }

  void read_probe(CaseSection& section) {
    ProbeOutput probe;
    if (section.require("name", "a name for the probe's file")) section.text("name", probe.name);
    // The name becomes a file's name.
    if (!std::all_of(probe.name.begin(), probe.name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }))
      section.complain("name", "got " + quote(probe.name) + "; expected letters, digits, _ and -");
    for (const ProbeOutput& other : case_.output.probes)
      if (other.name == probe.name && !probe.name.empty())
        section.complain("name", "got " + quote(probe.name) + " a second time; expected a name of its own");
    if (section.require("at", "the probe's coordinates, such as [0.1, 0.2]")) {
      probe.n_coordinates = section.coordinates("at", probe.at);
      probe.place = case_.places.at(section.path("at"));
    }
    section.names("fields", probe.fields, candidates_.fields);
    section.finish();
    case_.output.probes.push_back(probe);
  }

  Case case_;
  CaseReading reading_;
  CaseSection top_;
  std::map<std::string, double> constants_;
  Candidates candidates_;
};

}  // namespace

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  Mistakes mistakes;
  YamlNode root = read_yaml(file, mistakes);
  for (const std::string& assignment : overrides) apply_override(root, assignment, mistakes);
  Case c = CaseReader(file, root, mistakes).read();
  mistakes.throw_if_any();
  return c;
}

}  // namespace dgsolve
