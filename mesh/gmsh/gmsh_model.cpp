#include "mesh/gmsh/gmsh_model.hpp"

#include <fmt/core.h>
#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {

DimTags entities(int dim) {
  DimTags found;
  gmsh::model::getEntities(found, dim);
  return found;
}

ElementType::ElementType(int number) : number(number) {
  gmsh::model::mesh::getElementProperties(number, name, dim, order, n_nodes, nodes, n_primary);
}

std::vector<PeriodicEntity> periodic_entities(int dim) {
  std::vector<PeriodicEntity> periodic;
  for (int below = dim - 1; below >= 0; --below)
    for (const auto& [d, tag] : entities(below)) {
      PeriodicEntity entity = {d, tag, {}, {}};
      int master = tag;
      std::vector<double> transform;
      gmsh::model::mesh::getPeriodicNodes(d, tag, master, entity.nodes, entity.images, transform);
      if (master != tag && !entity.nodes.empty()) periodic.push_back(std::move(entity));
    }
  return periodic;
}

// Gmsh's own exceptions do not serve: after one its parser would continue the next script in the middle of
// this one, and one thrown by a meshing thread ends the program. While its log is read, Gmsh asks no
// questions.
void run_logged(const std::function<void()>& action) {
  gmsh::option::setNumber("General.AbortOnError", 0);
  gmsh::logger::start();
  action();
  std::vector<std::string> log;
  gmsh::logger::get(log);
  gmsh::logger::stop();
  gmsh::option::setNumber("General.AbortOnError", 2);
  Problems problems;
  std::set<std::string> said;  // Gmsh says some things many times
  for (const std::string& entry : log)
    if (entry.starts_with("Error") && said.insert(entry).second) problems.add("Gmsh says: " + entry);
  problems.throw_if_any();
}

namespace {

/// The last part of a CAD name ("Shapes/Lens" → "Lens"), or `otherwise` where the file gives none.
std::string cad_name(int dim, int tag, const std::string& otherwise) {
  std::string name;
  gmsh::model::getEntityName(dim, tag, name);
  name = name.substr(name.rfind('/') + 1);
  return name.empty() ? otherwise : name;
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

/// Imports a CAD file and makes groups of its parts and faces. A part's name becomes its region, a face's
/// name its boundary. Parts without a name become "volume". Faces without a name are grouped by a colour that
/// stands out, or become "surface_<Gmsh's tag>" (in 2D: "surface" and "curve_<tag>").
void open_cad(const MeshOptions& options) {
  const char* kinds[] = {"point", "curve", "surface", "volume"};
  DimTags parts;
  gmsh::model::occ::importShapes(options.file.string(), parts);
  gmsh::model::occ::synchronize();
  const int dim = gmsh::model::getDimension();
  std::erase_if(parts, [&](const auto& part) { return part.first != dim; });
  std::map<std::pair<int, std::string>, std::vector<int>> groups;  // dimension, name → tags
  std::vector<std::string> names;
  for (const auto& [d, tag] : parts) names.push_back(cad_name(d, tag, kinds[dim]));
  std::vector<DimTags> pieces;
  for (const auto& part : parts) pieces.push_back({part});
  if (parts.size() > 1) {  // parts that touch must share their faces
    DimTags all;
    gmsh::model::occ::fragment(parts, {}, all, pieces);
    gmsh::model::occ::synchronize();
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const auto& [d, tag] : pieces[i]) groups[{d, names[i]}].push_back(tag);
  const DimTags faces = entities(dim - 1);
  const std::string usual = usual_color(faces);
  for (const auto& [d, tag] : faces) {
    const std::string color = color_name(d, tag);
    const std::string otherwise =
        color != usual && !color.empty() ? color : fmt::format("{}_{}", kinds[d], tag);
    groups[{d, cad_name(d, tag, otherwise)}].push_back(tag);
  }
  for (const auto& [group, tags] : groups)
    gmsh::model::setPhysicalName(group.first, gmsh::model::addPhysicalGroup(group.first, tags), group.second);
  const auto h = options.parameters.find("h");
  if (h == options.parameters.end()) return;
  gmsh::model::mesh::setSize(entities(0), h->second);
  gmsh::option::setNumber("Mesh.MeshSizeMax", h->second);
}

double option_value(const char* name) {
  double value = 0;
  gmsh::option::getNumber(name, value);
  return value;
}

/// Refuses cell sizes that are too small for the model: Gmsh counts a curve's edges in an int, which
/// overflows silently, and fewer edges may exhaust memory.
void check_sizes() {
  if (option_value("Mesh.MeshSizeFromPoints") == 0) return;
  constexpr double most_edges = 1e8;
  const double factor = option_value("Mesh.MeshSizeFactor"), least = option_value("Mesh.MeshSizeMin");
  const TemporaryFile file(".geo_unrolled", "the sizes of cells");  // Gmsh 4.8 writes them only to a file
  // Parts that a script cannot express do not matter here.
  gmsh::option::setNumber("General.AbortOnError", 0);
  gmsh::write(file.path.string());
  gmsh::option::setNumber("General.AbortOnError", 2);
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
    if (largest <= 0 || length <= most_edges * largest) continue;
    throw MeshError(fmt::format(
        "curve {} of the model has the extent {:.6g} and cells of size {:.6g}; expected larger cells, "
        "fewer than {:.0e} along a curve",
        curve.second, length, largest, most_edges));
  }
}

/// Opens a script or a CAD file, and meshes it.
void mesh_model(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes) {
  if (kind == MeshFileKind::cad)
    open_cad(options);
  else
    run_logged([&] { gmsh::open(options.file.string()); });
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  check_sizes();
  run_logged([&] { gmsh::model::mesh::generate(dim); });
  if (dim == 3) improve_slivers(notes);
}

ElementShape shape_of(int type) {
  try {
    const ElementType found(type);
    return {found.dim, found.n_nodes};
  } catch (const std::string&) {         // Gmsh 4.8
  } catch (const std::runtime_error&) {  // Gmsh 4.12
  }
  return {0, 0};
}

/// Checks a .msh file and opens it. Gmsh would also read post-processing data and partitions: it crashes on
/// some of them, and others take any amount of memory. It is given a copy without them.
void open_msh(const std::filesystem::path& file, std::vector<std::string>& notes) {
  std::ifstream in(file, std::ios::binary);
  std::string content(std::filesystem::file_size(file), '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  const std::vector<std::string> removed = check_msh(content, shape_of);
  if (removed.empty()) return gmsh::open(file.string());
  const TemporaryFile copy(".msh", "a copy without " + removed.front());
  copy.write(content);
  gmsh::open(copy.path.string());
  notes.push_back("sections that do not describe the mesh are left out: " + list_text(removed));
}

}  // namespace

void make_mesh(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes) {
  const bool is_finished = kind == MeshFileKind::msh;
  if (is_finished)
    open_msh(options.file, notes);
  else
    mesh_model(options, kind, notes);
  if (is_finished && options.refine > 0 && !periodic_entities(gmsh::model::getDimension()).empty())
    throw MeshError(
        "mesh.refine: the file has periodic entities, which Gmsh loses where it splits a .msh; "
        "expected a .geo, or a .msh without them");
  for (int i = 0; i < options.refine; ++i) gmsh::model::mesh::refine();
}

}  // namespace dgsolve
