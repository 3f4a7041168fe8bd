#include "io/case/case_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "io/base/files.hpp"
#include "io/case/physical_constants.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/fields/formats.hpp"
#include "io/yaml/case_section.hpp"
#include "io/yaml/units.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "solver/reference/reference_element.hpp"
#include "solver/waves/schemes/schemes.hpp"

namespace dgsolve {

namespace {

constexpr int most_refinements = 10;  ///< a cell becomes a million triangles, or a billion tetrahedra
constexpr double most_outputs = 1e7;

const std::vector<std::pair<std::string, Precision>> precisions = {{"double", Precision::double_},
                                                                   {"single", Precision::single}};

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

/// auto, cpu, cuda, cuda:all or cuda:0,1,…
bool is_device(const std::string& text) {
  if (text == "auto" || text == "cpu" || text == "cuda" || text == "cuda:all") return true;
  if (!text.starts_with("cuda:")) return false;
  char before = ',';
  for (const char c : std::string_view(text).substr(std::string_view("cuda:").size())) {
    if (!std::isdigit(static_cast<unsigned char>(c)) && !(c == ',' && before != ',')) return false;
    before = c;
  }
  return before != ',';
}

/// "x, t"
std::string variables_of(const Expression& formula) {
  std::vector<std::string> names;
  for (const auto& [variable, name] :
       {std::pair(Variable::x, "x"), {Variable::y, "y"}, {Variable::z, "z"}, {Variable::t, "t"}})
    if (formula.depends_on(variable)) names.emplace_back(name);
  return listed(names);
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
    read_physics();
    top_.whole_number("order", case_.order, 1, ReferenceElement::max_order);
    read_precision();
    read_device();
    read_mesh();
    if (kind_) kind_->read({top_, constants_, names_}, case_);
    read_output();
    // Which keys the rest of the file may have is the physics' affair.
    if (kind_) top_.finish();
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

  /// Numbers, quantities and formulas of constants before them.
  void read_constants() {
    const std::map<std::string, double> physical = physical_constants(case_.si);
    constants_ = physical;
    CaseSection section = top_.section("constants");
    for (const std::string& name : section.keys()) {
      Expression value;
      section.formula(name, value, {constants_, true, any_number, any_unit});
      if (!value.is_constant())
        section.complain(name, "depends on " + variables_of(value) + "; expected a number, or a formula of " +
                                   "constants before it");
      if (physical.contains(name))
        section.complain(name, "is a physical constant of that name, " + exact_text(physical.at(name)) +
                                   "; expected another name");
      else if (!can_name_a_constant(name))
        section.complain(name,
                         "cannot name a constant; expected letters, digits and _, no digit first, and no "
                         "variable or function of expressions");
      else
        constants_[name] = value(0, 0, 0, 0);
    }
  }

  void read_units() {
    top_.choice<bool>("units", case_.si, {{"si", true}, {"natural", false}});
    reading_.takes_units = case_.si;
  }

  /// Without a kind of problem the rest of the file cannot be judged.
  void read_physics() {
    std::vector<std::string> equations;
    for (const EquationInfo& system : all_systems())
      if (index_of(equations, system.equation) < 0) equations.push_back(system.equation);
    if (top_.require("physics", listed(equations))) top_.choice("physics", case_.physics, equations);
    kind_ = find_kind(case_.physics);
    if (!kind_) return;
    case_.problem = kind_->empty();
    std::vector<EquationInfo> systems = kind_->systems();
    std::erase_if(systems, [&](const EquationInfo& system) { return system.equation != case_.physics; });
    read_formulation(systems);
    names_ = Candidates(systems);
  }

  /// Where it is given, the others go.
  void read_formulation(std::vector<EquationInfo>& systems) {
    std::vector<std::string> formulations;
    for (const EquationInfo& system : systems)
      if (!system.formulation.empty() && index_of(formulations, system.formulation) < 0)
        formulations.push_back(system.formulation);
    if (formulations.empty()) return;
    top_.choice("formulation", case_.formulation, formulations);
    if (!case_.formulation.empty())
      std::erase_if(systems,
                    [&](const EquationInfo& system) { return system.formulation != case_.formulation; });
  }

  void read_precision() {
    top_.choice("precision", case_.precision, precisions);
    if (kind_ && !kind_->in_single && case_.precision == Precision::single)
      top_.complain("precision", "got \"single\"; " + case_.physics + " is solved in double precision");
  }

  void read_device() {
    std::string& device = case_.device;
    top_.text("device", device);
    if (!is_device(device))
      top_.complain(
          "device",
          "got " + quote(device) +
              "; expected auto, cpu, cuda, or cuda:0, cuda:1, …; several GPUs: cuda:0,1 or cuda:all" +
              did_you_mean(device, std::vector<std::string>{"auto", "cpu", "cuda", "cuda:all"}));
  }

  void read_mesh() {
    if (!top_.require("mesh", "{file: …}")) return;
    CaseSection section = top_.section("mesh");
    MeshOptions& mesh = case_.mesh;
    if (section.require("file", "a .msh, .geo or CAD file")) read_mesh_file(section);
    CaseSection parameters = section.section("parameters");
    mesh.field_order = case_.order;
    mesh.isoparametric = kind_ && kind_->isoparametric;
    mesh.geometry_order = MeshOptions::automatic;
    section.choice<int>("geometry_order", mesh.geometry_order,
                        {{"auto", MeshOptions::automatic}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}});
    section.choice<VolumeAlgorithm>("algorithm", mesh.algorithm,
                                    {{"auto", VolumeAlgorithm::automatic},
                                     {"delaunay", VolumeAlgorithm::delaunay},
                                     {"hxt", VolumeAlgorithm::hxt}});
    section.choice<bool>("split", mesh.split, {{"true", true}, {"false", false}});
    section.choice<bool>("cache", case_.mesh_cache, {{"true", true}, {"false", false}});
    read_mesh_scale(section);
    read_mesh_limits(section.section("limits"));
    section.whole_number("refine", mesh.refine, 0, most_refinements);
    const bool is_mesh = kind_by_extension(mesh.file) == MeshFileKind::msh;
    if (mesh.refine > 0 && is_mesh && mesh.geometry_order > 1)
      section.complain("refine",
                       "got " + std::to_string(mesh.refine) +
                           " for a .msh of curved cells, which does not say where new nodes belong; "
                           "expected a .geo or CAD file, or geometry_order: 1");
    for (const std::string& name : parameters.keys()) read_mesh_parameter(parameters, name);
    if (is_mesh && !mesh.parameters.empty())
      section.complain("parameters", "a .msh file is a finished mesh and has no parameters; expected none");
    section.finish();
  }

  /// Not for a STEP file, which has units of its own.
  void read_mesh_scale(CaseSection& section) {
    if (!says_its_unit(case_.mesh.file))
      section.number("scale", case_.mesh.scale, positive_number, "m");
    else if (section.has("scale"))
      section.complain(
          "scale",
          "a STEP or IGES file says its unit, and its lengths are in metres: the factor 0.001 of Gmsh's "
          "millimetres is built in; expected no scale, and parameters.h in metres");
  }

  void read_mesh_limits(CaseSection section) {
    MeshLimits& limits = case_.mesh.limits;
    section.number("time", limits.seconds, positive_number, "s");
    if (section.has("memory")) {
      double gigabytes = 0;
      section.number("memory", gigabytes, positive_number);
      limits.bytes = 1e9 * gigabytes;
    }
    section.finish();
  }

  /// A number alone is in the script's own units, of a STEP file in metres; a length is converted to them.
  void read_mesh_parameter(CaseSection& parameters, const std::string& name) {
    double& value = case_.mesh.parameters[name];
    parameters.number(name, value, any_number, "m");
    if (!parameters.is_quantity(name)) return;
    value /= case_.mesh.scale;
    case_.mesh.lengths.push_back(name);
    parameters.resolve_as(name, exact_text(value));
  }

  void read_mesh_file(CaseSection& section) {
    std::string name;
    section.text("file", name);
    if (name.empty()) return;
    const std::filesystem::path file = beside_the_case(case_, name);
    section.resolve_as("file", file.string());
    if (!kind_by_extension(file))
      section.complain("file",
                       "got " + quote(name) + "; expected a file that ends in " + listed(mesh_extensions()));
    else if (const std::string why = why_no_file(file); !why.empty())
      section.complain("file", "got " + quote(name) + "; " + why + ": " + file.string());
    case_.mesh.file = file;
  }

  void read_output() {
    CaseSection section = top_.section("output");
    OutputOptions& output = case_.output;
    std::string directory = output.directory.string();
    section.text("directory", directory);
    output.directory = beside_the_case(case_, directory);
    if (!kind_) return;
    if (section.has("fields")) read_fields(section.section("fields"), output.fields.emplace());
    std::size_t number = 0;
    for (CaseSection& probe : section.sections("probes")) read_probe(probe, number++);
    kind_->read_output(section, case_);
    section.finish();
  }

  void read_fields(CaseSection section, FieldOutput& output) {
    section.choice("format", output.format, writer_formats());
    if (const TimeOptions* time = case_.time()) read_interval(section, time->final, output.every);
    section.choice("precision", output.precision, precisions);
    section.whole_number("stride", output.stride, 1, std::numeric_limits<int>::max());
    for (CaseSection& slice : section.sections("slices")) read_slice(slice, output.slices);
    section.names("names", output.names, names_.outputs);
    section.names("regions", output.regions);
    section.names("boundaries", output.boundaries);
    if (!output.regions.empty() && !output.boundaries.empty())
      section.complain("boundaries", "regions are given too; expected one of regions, boundaries");
    if (!output.slices.empty() && !output.boundaries.empty())
      section.complain("slices", "boundaries are given too; expected one of boundaries, slices");
    for (const char* key : {"boundaries", "slices"})
      if (section.has(key) && output.format == "hdf5")
        section.complain(key,
                         "the format hdf5 has no surfaces; expected format: vtu, vtkhdf or vtkhdf_series");
    section.finish();
  }

  void read_interval(CaseSection& section, double final, double& every) {
    every = final;
    section.number("every", every, positive_number, "s");
    if (every * most_outputs < final)
      section.complain("every", "got " + exact_text(every) +
                                    ", a file each; expected a ten-millionth of the final time at least");
  }

  void read_slice(CaseSection& section, std::vector<SliceOutput>& slices) {
    SliceOutput slice;
    if (section.require("name", "a name for the slice")) section.text("name", slice.name);
    refuse_second(section, slice.name, slices);
    if (section.require("through", "a point of the plane, such as [0, 0, 0.5]"))
      slice.n_through = section.coordinates("through", slice.plane.through);
    if (section.require("normal", "a direction, such as [0, 0, 1]"))
      slice.n_normal = section.coordinates("normal", slice.plane.normal);
    if (slice.n_normal > 0 && slice.plane.normal == std::array<double, 3>{})
      section.complain("normal", "is of length 0; expected a direction, such as [0, 0, 1]");
    section.finish();
    slices.push_back(slice);
  }

  template <class Named>
  void refuse_second(CaseSection& section, const std::string& name, const std::vector<Named>& others) {
    for (const Named& other : others)
      if (other.name == name && !name.empty())
        section.complain("name", "got " + quote(name) + " a second time; expected a name of its own");
  }

  void read_probe(CaseSection& section, std::size_t number) {
    ProbeOutput probe;
    probe.number = number;
    if (section.require("name", "a name for the probe's file")) read_file_name(section, probe.name);
    refuse_second(section, probe.name, case_.output.probes);
    if (section.has("from") || section.has("to") || section.has("count"))
      read_line(section, probe);
    else if (section.require("at", "the probe's coordinates, such as [0.1, 0.2]"))
      read_points(section, probe);
    section.names("fields", probe.fields, names_.outputs);
    if (case_.time() && section.has("every")) section.number("every", probe.every, positive_number, "s");
    section.finish();
    case_.output.probes.push_back(probe);
  }

  void read_points(CaseSection& section, ProbeOutput& probe) {
    probe.n_coordinates = section.points("at", probe.points);
    probe.place = case_.places.at(section.path("at"));
  }

  /// Evenly spaced points between two, which are among them.
  void read_line(CaseSection& section, ProbeOutput& probe) {
    constexpr int most_points = 10'000;
    int count = 0;
    std::array<double, 3> from{}, to{};
    if (section.has("at")) section.complain("at", "a line is given too; expected one of at, from and to");
    section.require("count", "the number of points of the line");
    section.whole_number("count", count, 2, most_points);
    if (!section.require("from", "the line's first point, such as [0, 0.5]") ||
        !section.require("to", "the line's last point, such as [1, 0.5]"))
      return;
    probe.is_line = true;
    probe.place = case_.places.at(section.path("from"));
    probe.n_coordinates = section.coordinates("from", from);
    const int n = section.coordinates("to", to);
    if (n > 0 && probe.n_coordinates > 0 && n != probe.n_coordinates)
      section.complain("to", fmt::format("got {} coordinates; from has {}", n, probe.n_coordinates));
    for (int i = 0; i < count; ++i) {
      std::array<double, 3>& x = probe.points.emplace_back();
      for (int d = 0; d < 3; ++d) x[d] = from[d] + (to[d] - from[d]) * i / (count - 1);
    }
  }

  Case case_;
  CaseReading reading_;
  CaseSection top_;
  std::map<std::string, double> constants_;
  const ProblemKind* kind_ = nullptr;  ///< none: the physics is not known
  Candidates names_;
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
