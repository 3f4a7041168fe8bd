/// Implements mesh/gmsh/module/gmsh_model.hpp.
/// Scripts and CAD files, opened and meshed (gmsh_model.hpp).
#include <fmt/core.h>
#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "mesh/base/foreign_text.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/cad_names.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/module/gmsh_calls.hpp"
#include "mesh/gmsh/module/gmsh_model.hpp"
#include "mesh/gmsh/module/gmsh_versions.hpp"
#include "mesh/gmsh/module/stl_shells.hpp"
#include "mesh/gmsh/newer_words.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {
namespace {

/// Names of entities, empty where the file gives none.
std::vector<std::string> cad_names_of(const DimTags& found, const std::vector<std::string>& products) {
  std::vector<std::string> names;
  for (const auto& [dim, tag] : found) {
    std::string label;
    gmsh::model::getEntityName(dim, tag, label);
    names.push_back(cad_name(label, products));
  }
  return names;
}

/// "color_ff0000"; empty where the file gives none.
std::string color_name(int dim, int tag) {
  int red = 0, green = 0, blue = 0, opacity = 0;
  gmsh::model::getColor(dim, tag, red, green, blue, opacity);
  return opacity == 0 ? "" : fmt::format("color_{:02x}{:02x}{:02x}", red, green, blue);
}

/// The colour of most faces, or that they have none: it marks nothing.
std::string usual_color(const DimTags& faces) {
  std::map<std::string, int> count;
  for (const auto& [dim, tag] : faces) ++count[color_name(dim, tag)];
  return std::ranges::max_element(count, {}, [](const auto& color) { return color.second; })->first;
}

bool is_iges(const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  return extension == ".igs" || extension == ".iges";
}

/// Imports the shapes of a STEP, BREP or IGES file. Faces of an IGES file, which often has nothing else, are
/// sewn together, and become solids where they are closed. Open CASCADE takes names for UTF-8: those in
/// Latin-1 are given to it as that. Returns the names of the products.
std::vector<std::string> import_shapes(const std::filesystem::path& file, DimTags& parts,
                                       std::vector<std::string>& notes) {
  std::ifstream in(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  if (is_iges(file))
    for (const char* option : {"Geometry.OCCSewFaces", "Geometry.OCCMakeSolids"})
      gmsh::option::setNumber(option, 1);
  if (is_utf8(content)) {
    gmsh::model::occ::importShapes(file.string(), parts);
    return product_names(content);
  }
  notes.push_back("the file is not UTF-8: its names are read as Latin-1");
  const std::string recoded = from_latin_1(content);
  const TemporaryFile copy(lower_extension(file), "a copy in UTF-8");
  copy.write(recoded);
  gmsh::model::occ::importShapes(copy.path.string(), parts);
  return product_names(recoded);
}

/// A piece of two parts with different names has no region. names, pieces: of each part.
void refuse_overlaps(const std::vector<std::string>& names, const std::vector<DimTags>& pieces) {
  std::map<std::pair<int, int>, std::string> part_of;
  std::set<std::string> overlaps;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (const auto& piece : pieces[i])
      if (const std::string& first = part_of.try_emplace(piece, names[i]).first->second; first != names[i])
        overlaps.insert(first + " and " + names[i]);
  Problems problems;
  for (const std::string& names_of_two : overlaps)
    problems.add("parts " + names_of_two + " overlap; expected parts that touch at most");
  problems.throw_if_any();
}

/// Imports a CAD file and makes groups of its parts and faces. A part's name becomes its region, a face's
/// name its boundary. Faces without a name are grouped by a colour that stands out.
void open_shapes(const std::filesystem::path& file, std::vector<std::string>& notes) {
  DimTags parts;
  const std::vector<std::string> products = import_shapes(file, parts, notes);
  gmsh::model::occ::synchronize();
  const int dim = gmsh::model::getDimension();
  std::erase_if(parts, [&](const auto& part) { return part.first != dim; });
  std::map<std::pair<int, std::string>, std::vector<int>> groups;  // dimension, name → tags
  std::vector<std::string> names = cad_names_of(parts, products);
  std::vector<bool> has_name;
  for (const std::string& name : names) has_name.push_back(!name.empty());
  for (std::string& name : names)
    if (name.empty()) name = std::string("a ") + kinds_of_entities[dim] + " without a name";
  std::vector<DimTags> pieces;
  for (const auto& part : parts) pieces.push_back({part});
  if (parts.size() > 1) {  // parts that touch must share their faces
    DimTags all;
    gmsh::model::occ::fragment(parts, {}, all, pieces);
    gmsh::model::occ::synchronize();
    refuse_overlaps(names, pieces);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (has_name[i])
      for (const auto& [d, tag] : pieces[i]) groups[{d, names[i]}].push_back(tag);
  for (const auto& [group, tags] : groups) {
    const auto n = std::count(names.begin(), names.end(), group.second);
    if (n > 1) notes.push_back(fmt::format("{} parts are called {}: one region", n, group.second));
  }
  const DimTags faces = entities(dim - 1);
  const std::vector<std::string> face_names = cad_names_of(faces, products);
  const std::string usual = usual_color(faces);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto [d, tag] = faces[i];
    const std::string color = color_name(d, tag);
    const std::string name = !face_names[i].empty() ? face_names[i] : color == usual ? "" : color;
    if (!name.empty()) groups[{d, name}].push_back(tag);
  }
  for (const auto& [group, tags] : groups)
    gmsh::model::setPhysicalName(group.first, add_physical_group(group.first, tags), group.second);
}

ModelWishes open_cad(const MeshOptions& options, std::vector<std::string>& notes) {
  ModelWishes wishes = {.unit = cad_unit(options.file)};
  if (lower_extension(options.file) == ".stl")
    wishes.enclosed = open_stl(options.file);
  else
    open_shapes(options.file, notes);
  const auto h = options.parameters.find("h");
  if (h == options.parameters.end()) return wishes;
  gmsh::model::mesh::setSize(entities(0), h->second / wishes.unit);
  gmsh::option::setNumber("Mesh.MeshSizeMax", h->second / wishes.unit);
  return wishes;
}

/// Opens a script after one that sets its parameters. Gmsh's argument -setnumber does not serve: what it sets
/// stays set for all scripts of the process.
void open_script(const MeshOptions& options) {
  const TemporaryFile parameters(".geo", "the script's parameters");
  parameters.write(parameter_script(options.parameters));
  try {
    run_logged([&] {
      gmsh::open(parameters.path.string());
      gmsh::merge(options.file.string());
    });
  } catch (const MeshError& error) {
    const std::string advice = advice_on_newer_words(options.file, loaded_gmsh_version());
    throw MeshError(error.what() + (advice.empty() ? "" : '\n' + advice));
  }
}

/// A number that a script sets for the meshes that Gmsh writes, and which we apply ourselves.
double take_option(const char* name) {
  const double value = option_value(name);
  gmsh::option::setNumber(name, 1);
  return value;
}

ModelWishes wishes_of_script(const MeshOptions& options) {
  const double order = take_option("Mesh.ElementOrder"), unit = take_option("Mesh.ScalingFactor");
  gmsh::option::setNumber("Mesh.SecondOrderIncomplete", 0);
  Problems problems;
  if (order != 1 && order != 2 && order != 3 && order != 4)
    problems.add(fmt::format("the script's Mesh.ElementOrder: found {:g}; expected 1…4", order));
  if (!(unit > 0 && std::isfinite(unit)))
    problems.add(fmt::format("the script's Mesh.ScalingFactor: found {:g}; expected a number > 0", unit));
  if (unit != 1 && !options.lengths.empty())
    problems.add(fmt::format(
        "the script's Mesh.ScalingFactor: found {:g} where mesh.parameters has lengths with a unit ({}); "
        "expected numbers in the script's own unit, or a script without Mesh.ScalingFactor and mesh.scale "
        "in its place",
        unit, list_text(options.lengths)));
  problems.throw_if_any();
  return {.unit = unit, .geometry_order = static_cast<int>(order)};
}

/// The mistake in cell sizes that are too small for the model: Gmsh counts a curve's edges in an int,
/// which overflows silently, and fewer edges may exhaust memory. Empty: nothing.
std::string size_problem() {
  constexpr double most_edges = 1e8;
  const double factor = option_value("Mesh.MeshSizeFactor"), least = option_value("Mesh.MeshSizeMin");
  const TemporaryFile file(".geo_unrolled", "the sizes of cells");  // Gmsh 4.8 writes them only to a file
  // Parts that a script cannot express do not matter here.
  gmsh::option::setNumber("General.AbortOnError", 0);
  gmsh::write(file.path.string());
  const std::map<int, double> sizes = sizes_at_points(file.path);
  for (const auto& curve : entities(1)) {
    DimTags ends;
    gmsh::model::getBoundary({curve}, ends, false, false);
    double largest = ends.empty() ? INFINITY : 0;
    for (const auto& [dim, point] : ends)
      largest = std::max(largest, sizes.contains(point) ? sizes.at(point) : INFINITY);
    largest = std::max(largest, least) * factor;
    Point lower, upper;
    gmsh::model::getBoundingBox(1, curve.second, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]);
    const double length = distance(lower, upper);
    if (largest <= 0 || !(length > most_edges * largest)) continue;
    return fmt::format(
        "curve {} of the model has the extent {:.6g} and cells of size {:.6g}; expected larger cells, "
        "fewer than {:.0e} along a curve",
        curve.second, length, largest, most_edges);
  }
  return "";
}

/// Throws MeshError where cells are too small. Gmsh may be unable to tell: that is no mistake of the model.
void check_sizes() {
  if (option_value("Mesh.MeshSizeFromPoints") == 0) return;
  constexpr double seconds = 60;
  const WorkOutcome problem =
      run_in_fork({.seconds = seconds}, [](const Listener&) { return size_problem(); });
  if (problem.result && !problem.result->empty()) throw MeshError(*problem.result);
}

}  // namespace

ModelWishes mesh_model(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes) {
  const auto open_file = [&] {
    if (kind == MeshFileKind::cad) return open_cad(options, notes);
    open_script(options);
    return wishes_of_script(options);
  };
  const ModelWishes wishes = open_file();
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  check_sizes();
  run_logged([] { gmsh::model::mesh::generate(2); });
  return wishes;
}

}  // namespace dgsolve
