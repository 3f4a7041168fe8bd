/// The only file that includes gmsh.h: opens or generates a mesh, and extracts elements, groups and periodic
/// pairs.
#include "mesh/gmsh/gmsh_reader.hpp"

#include <fmt/core.h>
#include <gmsh.h>
#include <omp.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "mesh/base/problems.hpp"
#include "mesh/geometry/blending.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/raw_mesh.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {
namespace {

using DimTags = std::vector<std::pair<int, int>>;

/// Gmsh between initialize and finalize: silent and in the C locale. The destructor finalises it also after
/// an error, since Gmsh stays locked until then, and restores the process's locale and number of OpenMP
/// threads, which Gmsh changes.
class Session {
 public:
  explicit Session(std::vector<std::string> arguments)
      : locale_(std::setlocale(LC_ALL, nullptr)), threads_(omp_get_max_threads()) {
    arguments.insert(arguments.begin(), "gmsh");
    std::vector<char*> argv;
    argv.reserve(arguments.size());
    for (std::string& argument : arguments) argv.push_back(argument.data());
    gmsh::initialize(static_cast<int>(argv.size()), argv.data(), false);
    gmsh::option::setNumber("General.Terminal", 0);
    gmsh::option::setNumber("General.NumThreads", 1);
    gmsh::option::setNumber("Mesh.IgnorePeriodicity", 0);  // format 2.2's periodic entities
  }
  ~Session() {
    gmsh::finalize();
    std::setlocale(LC_ALL, locale_.c_str());
    omp_set_num_threads(threads_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::string locale_;
  int threads_;
};

/// Dimension and tag of the model's parts of one dimension.
DimTags entities(int dim) {
  DimTags found;
  gmsh::model::getEntities(found, dim);
  return found;
}

/// The last part of a CAD name ("Shapes/Lens" → "Lens"), or `otherwise` where the file gives none.
std::string cad_name(int dim, int tag, const std::string& otherwise) {
  std::string name;
  gmsh::model::getEntityName(dim, tag, name);
  name = name.substr(name.rfind('/') + 1);
  return name.empty() ? otherwise : name;
}

/// Imports a CAD file and makes groups of its parts and faces. A part's name becomes its region, a face's
/// name its boundary. Parts without a name become "volume", faces without a name "surface_<Gmsh's tag>" (in
/// 2D: "surface" and "curve_<tag>").
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
  for (const auto& [d, tag] : entities(dim - 1))
    groups[{d, cad_name(d, tag, fmt::format("{}_{}", kinds[d], tag))}].push_back(tag);
  for (const auto& [group, tags] : groups)
    gmsh::model::setPhysicalName(group.first, gmsh::model::addPhysicalGroup(group.first, tags), group.second);
  const auto h = options.parameters.find("h");
  if (h == options.parameters.end()) return;
  gmsh::model::mesh::setSize(entities(0), h->second);
  gmsh::option::setNumber("Mesh.MeshSizeMax", h->second);
}

/// Runs an action of Gmsh and throws MeshError with the errors that Gmsh logs. Gmsh's own exceptions do not
/// serve: after one its parser would continue the next script in the middle of this one, and one thrown by a
/// meshing thread ends the program. While its log is read, Gmsh asks no questions.
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
void mesh_model(const MeshOptions& options, MeshFileKind kind) {
  if (kind == MeshFileKind::cad)
    open_cad(options);
  else
    run_logged([&] { gmsh::open(options.file.string()); });
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  check_sizes();
  run_logged([&] { gmsh::model::mesh::generate(dim); });
}

struct ElementType {
  explicit ElementType(int number) : number(number) {
    gmsh::model::mesh::getElementProperties(number, name, dim, order, n_nodes, nodes, n_primary);
  }
  bool is_simplex() const { return n_primary == dim + 1; }

  int number;
  std::string name;
  int dim, order, n_nodes, n_primary;
  std::vector<double> nodes;  ///< [n_nodes][dim], on the simplex with vertices 0 and unit vectors
};

ElementShape shape_of(int type) {
  try {
    const ElementType found(type);
    return {found.dim, found.n_nodes};
  } catch (const std::string&) {         // Gmsh 4.8
  } catch (const std::runtime_error&) {  // Gmsh 4.12
  }
  return {0, 0};
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

void make_mesh(const MeshOptions& options, MeshFileKind kind, std::vector<std::string>& notes) {
  const bool is_finished = kind == MeshFileKind::msh;
  if (is_finished)
    open_msh(options.file, notes);
  else
    mesh_model(options, kind);
  if (is_finished && options.refine > 0 && !periodic_entities(gmsh::model::getDimension()).empty())
    throw MeshError(
        "mesh.refine: the file has periodic entities, which Gmsh loses where it splits a .msh; "
        "expected a .geo, or a .msh without them");
  for (int i = 0; i < options.refine; ++i) gmsh::model::mesh::refine();
  if (!is_finished && options.geometry_order > 1) gmsh::model::mesh::setOrder(options.geometry_order);
}

/// Cells are the elements of the highest dimension there is.
int mesh_dimension() {
  for (const int dim : {3, 2}) {
    std::vector<int> types;
    gmsh::model::mesh::getElementTypes(types, dim);
    if (!types.empty()) return dim;
  }
  throw MeshError("the mesh has no cells; expected triangles (2D) or tetrahedra (3D)");
}

/// Cells and faces must be simplices of one geometric order. Returns the type of the cells.
ElementType check_element_types(int dim, int geometry_order) {
  Problems problems;
  std::vector<ElementType> cells;
  for (const int d : {dim, dim - 1}) {
    std::vector<int> numbers;
    gmsh::model::mesh::getElementTypes(numbers, d);
    for (const int number : numbers) {
      const ElementType type(number);
      std::vector<std::size_t> tags, nodes;
      gmsh::model::mesh::getElementsByType(number, tags, nodes);
      const std::string found = fmt::format("found {} elements of type {}", tags.size(), type.name);
      if (!type.is_simplex())
        problems.add(found + "; expected triangles (2D) or tetrahedra (3D) only");
      else if (type.order != geometry_order)
        problems.add(
            fmt::format("{} (geometric order {}) where mesh.geometry_order is {}; all elements must "
                        "have that order",
                        found, type.order, geometry_order));
      if (d == dim) cells.push_back(type);
    }
  }
  problems.throw_if_any();
  return cells.at(0);
}

/// Names of the physical groups of an entity; the names of nameless ones are empty.
std::vector<std::string> group_names(int dim, int tag) {
  std::vector<int> groups;
  gmsh::model::getPhysicalGroupsForEntity(dim, tag, groups);
  std::vector<std::string> names;
  for (const int group : groups) {
    std::string name;
    gmsh::model::getPhysicalName(dim, std::abs(group), name);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<MeshEntity> meshed_entities(int dim) {
  std::vector<MeshEntity> found;
  for (const auto& [d, tag] : entities(dim)) {
    std::vector<int> types;
    std::vector<std::vector<std::size_t>> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, d, tag);
    if (!types.empty()) found.push_back({tag, group_names(d, tag), std::move(nodes[0])});
  }
  return found;
}

/// What Gmsh's current model holds.
GmshData take_data(const ElementType& cell_type) {
  GmshData data;
  data.dim = cell_type.dim;
  data.geometry_order = cell_type.order;
  for (const double u : cell_type.nodes) data.reference_nodes.push_back(2 * u - 1);
  std::vector<double> parameters;
  gmsh::model::mesh::getNodes(data.node_tags, data.coordinates, parameters);
  data.cells = meshed_entities(data.dim);
  data.faces = meshed_entities(data.dim - 1);
  data.periodic = periodic_entities(data.dim);
  return data;
}

/// At the geometry's nodes, and at quadrature points of twice its order.
ShapeGradients shape_gradients(const ElementType& type) {
  std::vector<double> points, weights;
  gmsh::model::mesh::getIntegrationPoints(type.number, "Gauss" + std::to_string(2 * type.order), points,
                                          weights);
  for (int n = 0; n < type.n_nodes; ++n)
    for (int i = 0; i < 3; ++i) points.push_back(i < type.dim ? type.nodes[n * type.dim + i] : 0);
  int components = 0, orientations = 0;
  std::vector<double> values;  // [point][node][uvw]
  gmsh::model::mesh::getBasisFunctions(type.number, points, "GradLagrange", components, values, orientations);
  ShapeGradients gradients;
  gradients.n_points = static_cast<int>(points.size() / 3);
  for (std::size_t i = 0; i < values.size(); i += 3)
    for (int k = 0; k < type.dim; ++k) gradients.values.push_back(values[i + k] / 2);  // r = 2u − 1
  return gradients;
}

/// The mesh in Gmsh's current model, with the interior nodes of cells placed and the cells oriented.
RawMesh take_mesh(const ElementType& type, const ShapeGradients& gradients, std::vector<std::string>& notes) {
  RawMesh raw = assemble(take_data(type), notes);
  const int n_placed = place_interior_nodes(raw.mesh, raw.tagged);
  if (n_placed > 0)
    notes.push_back(fmt::format(
        "{} interior nodes of curved cells were moved to the blending of the cells' edges", n_placed));
  const int n_reversed = reverse_negative_cells(raw.mesh, gradients);
  if (n_reversed > 0)
    notes.push_back(fmt::format("{} cells were reversed to positive orientation", n_reversed));
  return raw;
}

/// Lets Gmsh untangle curved cells. On some meshes its optimiser never ends: these stay as they are.
void untangle(int n_cells) {
  const unsigned seconds = 3 + n_cells / 20;  // many times what the optimiser needs where it ends
  std::vector<std::size_t> tags;
  std::vector<double> coordinates, parameters;
  const auto moved = run_in_fork(seconds, [&] {
    gmsh::model::mesh::optimize("HighOrderElastic", true);
    gmsh::model::mesh::getNodes(tags, coordinates, parameters);
    return coordinates;
  });
  gmsh::model::mesh::getNodes(tags, coordinates, parameters);
  if (!moved || moved->size() != coordinates.size()) return;
  for (std::size_t i = 0; i < tags.size(); ++i)
    gmsh::model::mesh::setNode(tags[i], {moved->begin() + 3 * i, moved->begin() + 3 * i + 3}, {});
}

/// The checked mesh, after Gmsh's optimiser where cells are inverted.
RawMesh take_valid_mesh(const MeshOptions& options, std::vector<std::string>& notes) {
  const ElementType type = check_element_types(mesh_dimension(), options.geometry_order);
  const ShapeGradients gradients = shape_gradients(type);
  std::vector<std::string> own_notes;
  RawMesh raw = take_mesh(type, gradients, own_notes);
  std::vector<std::string> inverted = find_inverted_cells(raw.mesh, gradients);
  // The optimiser does not end where nodes lie far from their cell.
  constexpr double wild_bend = 0.4;
  const bool optimise = !inverted.empty() && type.order > 1 && largest_bend(raw.mesh) < wild_bend;
  if (optimise) {
    untangle(raw.mesh.n_elements());
    own_notes = {fmt::format("Gmsh's high-order optimiser was run for {} inverted cells", inverted.size())};
    raw = take_mesh(type, gradients, own_notes);
    inverted = find_inverted_cells(raw.mesh, gradients);
  }
  Problems problems;
  problems.add("cells are inverted or degenerate (Jacobian not positive at a node or quadrature point" +
                   std::string(optimise ? "; Gmsh's high-order optimiser did not help)" : ")"),
               inverted);
  problems.throw_if_any();
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  return raw;
}

}  // namespace

RawMesh read_with_gmsh(const MeshOptions& options, std::vector<std::string>& notes) {
  const MeshFileKind kind = check_mesh_file(options.file);
  const std::vector<std::string> arguments = parameter_arguments(options, kind);
  try {
    const Session session(arguments);
    make_mesh(options, kind, notes);
    return take_valid_mesh(options, notes);
  } catch (const MeshError&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    throw MeshError("Gmsh says: " + message);
  } catch (const std::exception& error) {  // Gmsh 4.12, and what its libraries throw
    throw MeshError(std::string("Gmsh says: ") + error.what());
  }
}

}  // namespace dgsolve
