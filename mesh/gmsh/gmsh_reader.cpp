/// Extracts elements, groups and periodic pairs from Gmsh's model.
#include "mesh/gmsh/gmsh_reader.hpp"

#include <fmt/core.h>
#include <gmsh.h>
#include <omp.h>

#include <algorithm>
#include <clocale>
#include <map>
#include <optional>

#include "mesh/base/problems.hpp"
#include "mesh/geometry/blending.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/gmsh_model.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {
namespace {

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

/// Cells are the elements of the highest dimension there is.
int mesh_dimension() {
  for (const int dim : {3, 2}) {
    std::vector<int> types;
    gmsh::model::mesh::getElementTypes(types, dim);
    if (!types.empty()) return dim;
  }
  throw MeshError("the mesh has no cells; expected triangles (2D) or tetrahedra (3D)");
}

/// Cells and faces must be simplices of one geometric order, which is that of the cells where it is
/// automatic. Returns the type of the cells.
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
      if (!type.is_simplex()) problems.add(found + "; expected triangles (2D) or tetrahedra (3D) only");
      if (d == dim) cells.push_back(type);
      const int expected = geometry_order == MeshOptions::automatic ? cells.at(0).order : geometry_order;
      if (type.is_simplex() && type.order != expected)
        problems.add(fmt::format(
            "{} (geometric order {}) where {} {}; all elements must have one order", found, type.order,
            geometry_order == MeshOptions::automatic ? "other cells have" : "mesh.geometry_order is",
            expected));
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

struct InvertedCells : MeshError {
  using MeshError::MeshError;
};

/// The checked mesh, after Gmsh's optimiser where cells are inverted. Throws InvertedCells where they stay
/// so.
RawMesh take_valid_mesh(int geometry_order, std::vector<std::string>& notes) {
  const ElementType type = check_element_types(mesh_dimension(), geometry_order);
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
  try {
    problems.throw_if_any();
  } catch (const MeshError& error) {
    throw InvertedCells(error.what());
  }
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  return raw;
}

/// The mesh of a model, with cells that follow its curves.
RawMesh take_curved_mesh(const MeshOptions& options, MeshReport& report) {
  constexpr int highest = 4;
  constexpr double round_off = 1e-9;
  const bool automatic = options.geometry_order == MeshOptions::automatic;
  int order = automatic ? 1 : options.geometry_order;
  std::optional<FlatCells> flat;
  if (order == 1 && options.field_order > 1 && may_be_curved()) {
    flat = measure_flat_cells();
    if (flat->bend < round_off) flat.reset();
  }
  // One above the fields': the geometry's share of the error is then the smaller one.
  if (automatic && flat) order = std::min(options.field_order + 1, highest);
  while (true) {
    if (order > 1) gmsh::model::mesh::setOrder(order);
    if (order == 1) report.flat = flat;
    try {
      return take_valid_mesh(order, report.notes);
    } catch (const InvertedCells&) {
      if (!automatic || order == 1) throw;
    }
    report.notes.push_back(fmt::format(
        "curved cells of geometric order {} would be inverted; they have order {}", order, order - 1));
    if (--order == 1) gmsh::model::mesh::setOrder(1);
  }
}

}  // namespace

RawMesh read_with_gmsh(const MeshOptions& options, MeshReport& report) {
  const MeshFileKind kind = check_mesh_file(options.file);
  const std::vector<std::string> arguments = parameter_arguments(options, kind);
  try {
    const Session session(arguments);
    make_mesh(options, kind, report.notes);
    return kind == MeshFileKind::msh ? take_valid_mesh(options.geometry_order, report.notes)
                                     : take_curved_mesh(options, report);
  } catch (const MeshError&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    throw MeshError("Gmsh says: " + message);
  } catch (const std::exception& error) {  // Gmsh 4.12, and what its libraries throw
    throw MeshError(std::string("Gmsh says: ") + error.what());
  }
}

}  // namespace dgsolve
