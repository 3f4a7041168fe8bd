#include "app/new_case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <string_view>

#include "app/case_mesh.hpp"
#include "app/console/log.hpp"
#include "app/problem/locations.hpp"
#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {
namespace {

/// A physics' part of a draft: a region's parameters and a boundary's condition for everything, and what a
/// run needs besides.
struct Draft {
  const char* physics;
  const char* parameters;  ///< empty: regions have none
  const char* condition;
  const char* rest_2d;
  const char* rest_3d;
  double speed;  ///< of waves, m/s; 0: there is no time
  int order;
  int crossings = 0;  ///< of the mesh by waves, until the end
};

constexpr Draft drafts[] = {
    {"maxwell", "{epsilon_r: 1}", "pec", "formulation: TM           # Ez, Hx, Hy; TE: Hz, Ex, Ey\n", "", 3e8,
     4, 10},
    {"poisson", "{epsilon_r: 1}", "dirichlet", "solver: {tolerance: 1e-10}\n", "solver: {tolerance: 1e-10}\n",
     0, 4},
    {"euler", "", "slip_wall", "initial: {rho: 1.2, velocity: [0, 0], p: 101325}\n",
     "initial: {rho: 1.2, velocity: [0, 0, 0], p: 101325}\n", 340, 2, 1},
    {"navier_stokes", "", "wall",
     "gas: {viscosity: 1.8e-5}\ninitial: {rho: 1.2, velocity: [0, 0], p: 101325}\n",
     "gas: {viscosity: 1.8e-5}\ninitial: {rho: 1.2, velocity: [0, 0, 0], p: 101325}\n", 340, 2, 1},
};

const Draft& draft_of(const std::string& physics) {
  std::vector<std::string> names;
  for (const Draft& draft : drafts) {
    if (draft.physics == physics) return draft;
    names.emplace_back(draft.physics);
  }
  throw std::invalid_argument("--physics: got \"" + physics + "\"; expected " + listed(names) +
                              did_you_mean(physics, names));
}

/// Groups of a kind, each once, in the mesh's order: cells, or faces, in several groups count in each.
struct Group {
  std::string name;
  Measured measured;
  std::set<std::string> sharing;  ///< other groups of its cells or faces
};

std::vector<Group> groups_of(const std::vector<std::string>& labels, const std::vector<Measured>& measured) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::vector<std::string> names = groups_in(labels[i]);
    for (const std::string& name : names) {
      auto group = std::ranges::find(groups, name, &Group::name);
      if (group == groups.end()) group = groups.insert(group, {name, {}, {}});
      group->measured += measured[i];
      group->sharing.insert(names.begin(), names.end());
      group->sharing.erase(name);
    }
  }
  return groups;
}

/// Each group's line is a comment.
std::string section_text(const std::vector<Group>& groups, const std::string& entry, int dim, int space_dim) {
  std::string text;
  for (const Group& group : groups) {
    text += fmt::format("  # {}: {}  # {}", yaml_key(group.name), entry,
                        group.measured.text(dim, space_dim, false));
    if (group.measured.n_inside > 0 && group.measured.n_inside == group.measured.n)
      text += "; a condition makes it a sheet";
    if (!group.sharing.empty())
      text += fmt::format("; some are in {} too: name one of these groups",
                          listed({group.sharing.begin(), group.sharing.end()}));
    text += '\n';
  }
  return text;
}

std::string case_text(const Draft& draft, const Case& input, const std::filesystem::path& file,
                      const Mesh& mesh) {
  const std::filesystem::path folder = absolute(file).parent_path();
  const bool has_unit = says_its_unit(input.mesh.file);
  std::string text = fmt::format(
      "# A draft: every name in the mesh, with its size and place. A line without its first # goes before\n"
      "# `default`, which takes what no other line does.\n"
      "title: {}\nphysics: {}\n{}order: {}\n"
      "mesh:\n  file: {}\n{}{}",
      yaml_key(input.mesh.file.stem().string()), draft.physics, mesh.dim == 2 ? draft.rest_2d : draft.rest_3d,
      input.order, yaml_key(std::filesystem::relative(input.mesh.file, folder).string()),
      input.mesh.split ? "  split: true              # cells become triangles or tetrahedra\n" : "",
      has_unit ? "" : "  # scale: 0.001           # where the mesh is in millimetres\n");
  if (*draft.parameters)
    text += fmt::format("regions:\n  default: {}\n{}", draft.parameters,
                        section_text(groups_of(mesh.region_names, measure_regions(mesh)), draft.parameters,
                                     mesh.dim, mesh.dim));
  text += fmt::format("boundaries:\n  default: {}\n{}", draft.condition,
                      section_text(groups_of(mesh.boundary_names, measure_boundaries(mesh)), draft.condition,
                                   mesh.dim - 1, mesh.dim));
  if (draft.speed > 0)
    text +=
        fmt::format("time: {{final: {:.2g}}}\n", draft.crossings * extent_of(mesh).diagonal() / draft.speed);
  return text + "output:\n  fields: {format: vtu}\n";
}

/// Sets input.mesh.split where the mesh is refused for its cells. Throws MeshError where that does not help.
Mesh mesh_as_it_can_be(Case& input, MeshReport& report) {
  PhaseClock clock;
  try {
    return mesh_of(input, cache_of(input), report, clock, [] {});
  } catch (const MeshError& error) {
    if (std::string(error.what()).find("split: true") == std::string::npos) throw;
    input.mesh.split = true;
  }
  say("mesh: it has other cells than triangles and tetrahedra, which split: true cuts");
  report = {};
  return mesh_of(input, cache_of(input), report, clock, [] {});
}

/// For a command line: in quotes where a shell would read more in it than a name.
std::string argument_text(const std::filesystem::path& file) {
  const std::string name = file.string();
  const bool is_plain = std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) || std::string_view("/._-+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  std::string text = name.starts_with('-') ? "./" : "";
  if (is_plain) return text + name;
  text = "'" + text;
  for (const char c : name) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

void write_new_case(const NewCaseArguments& arguments) {
  start_log(Verbosity::normal);
  const Draft& draft = draft_of(arguments.physics);
  if (arguments.mesh.empty())
    throw std::invalid_argument("new: got an empty name; expected a mesh, a script or a CAD file");
  std::filesystem::path file = arguments.mesh;
  file = arguments.file.value_or(file.replace_extension(".yaml"));
  if (std::filesystem::exists(file))
    throw std::invalid_argument(file.string() + ": there is such a file; expected the name of a new one");
  Case input;
  input.physics = draft.physics;
  input.order = draft.order;
  input.mesh.file = std::filesystem::absolute(arguments.mesh);
  input.mesh.geometry_order = MeshOptions::automatic;
  input.mesh.field_order = input.order;
  input.mesh.isoparametric = kind_of(input).isoparametric;
  input.mesh.starts_programs = false;
  MeshReport report;
  const Mesh mesh = mesh_as_it_can_be(input, report);
  for (const std::string& note : report.notes) say("mesh: {}", note);
  const std::string text = case_text(draft, input, file, mesh);
  replace_file(file, text);
  say("case: {}, with {} regions and {} boundaries; next: dgsolve {} --check, with --picture FILE.png to see "
      "them",
      file.string(), mesh.region_names.size(), mesh.boundary_names.size(), argument_text(file));
}

}  // namespace dgsolve
