#include "mesh/gmsh/module/gmsh_model.hpp"

#include <fmt/core.h>
#include <gmsh.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/module/gmsh_calls.hpp"
#include "mesh/gmsh/module/gmsh_versions.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/split_cells.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {

ElementType element_type(int number) {
  ElementType type = {number, {}, 0, 0, 0, 0, {}};
  gmsh::model::mesh::getElementProperties(number, type.name, type.dim, type.order, type.n_nodes, type.nodes,
                                          type.n_primary);
  return type;
}

GmshSession::GmshSession() : threads_(omp_get_max_threads()) {
  initialize_gmsh();
  gmsh::option::setNumber("General.Terminal", 1);
  gmsh::option::setNumber("General.NumThreads", 1);
  gmsh::option::setNumber("Mesh.IgnorePeriodicity", 0);  // format 2.2's periodic entities
}

GmshSession::OwnThreads::OwnThreads(const GmshSession& session) : of_gmsh_(omp_get_max_threads()) {
  omp_set_num_threads(session.threads_);
}

GmshSession::OwnThreads::~OwnThreads() { omp_set_num_threads(of_gmsh_); }

DimTags entities(int dim) {
  DimTags found;
  gmsh::model::getEntities(found, dim);
  return found;
}

double option_value(const char* name) {
  double value = 0;
  gmsh::option::getNumber(name, value);
  return value;
}

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

ElementShape element_shape(int type) {
  try {
    const ElementType found = element_type(type);
    return {found.dim, found.n_nodes};
  } catch (const std::string&) {         // Gmsh 4.8
  } catch (const std::runtime_error&) {  // Gmsh 4.12
  }
  return {0, 0};
}

void open_msh(const std::filesystem::path& file, const std::string& content, bool is_changed) {
  if (!is_changed) return gmsh::open(file.string());
  const TemporaryFile copy(".msh", "the mesh without what Gmsh must not read");
  copy.write(content);
  gmsh::open(copy.path.string());
}

namespace {

std::vector<MeshGroup> groups_of(int dim, int tag) {
  std::vector<int> numbers;
  gmsh::model::getPhysicalGroupsForEntity(dim, tag, numbers);
  std::vector<MeshGroup> groups;
  for (const int number : numbers) {
    groups.push_back({number, {}});
    gmsh::model::getPhysicalName(dim, std::abs(number), groups.back().name);
  }
  return groups;
}

/// Appends the elements of all entities of a dimension.
void add_elements(int dim, MshContent& content) {
  for (const auto& [d, tag] : entities(dim)) {
    std::vector<int> types;
    std::vector<std::vector<std::size_t>> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, d, tag);
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (elements[i].empty()) continue;
      const std::size_t n_nodes = nodes[i].size() / elements[i].size();
      content.elements.emplace_back(d, tag, types[i], static_cast<int>(n_nodes));
      content.elements.back().nodes = std::move(nodes[i]);
    }
  }
}

/// The entities of a dimension that have elements, which are of one type. They are in the entities' order.
std::vector<MeshEntity> meshed_entities(int dim, const MshContent& content) {
  std::vector<MeshEntity> found;
  for (const MshContent::Block& block : content.elements) {
    if (block.dim != dim) continue;
    if (found.empty() || found.back().tag != block.entity)
      found.push_back({block.entity, groups_of(dim, block.entity), {}});
    found.back().nodes.insert(found.back().nodes.end(), block.nodes.begin(), block.nodes.end());
  }
  return found;
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

/// Numbers of the types of elements.
std::vector<int> type_numbers(int dim, int tag = -1) {
  std::vector<int> numbers;
  gmsh::model::mesh::getElementTypes(numbers, dim, tag);
  return numbers;
}

/// [n][n_nodes][xyz]: of the elements of a type, of one entity or of all.
std::vector<double> coordinates_of(int type, int tag = -1) {
  std::vector<std::size_t> tags;
  std::vector<double> x, parameters;
  gmsh::model::mesh::getNodesByElementType(type, tags, x, parameters, tag, false);
  return x;
}

/// Whether surfaces are those of an STL file.
bool has_facets() {
  return std::ranges::any_of(entities(2), [](const auto& surface) {
    std::string type;
    gmsh::model::getType(surface.first, surface.second, type);
    return type == "Discrete surface";
  });
}

}  // namespace

void refine_mesh(int times, MeshFileKind kind) {
  if (kind == MeshFileKind::msh && times > 0 && !periodic_entities(gmsh::model::getDimension()).empty())
    throw MeshError(
        "mesh.refine: the file has periodic entities, which Gmsh loses where it splits a .msh; "
        "expected a .geo, or a .msh without them");
  for (int i = 0; i < times; ++i) gmsh::model::mesh::refine();
}

bool has_volumes() { return gmsh::model::getDimension() == 3; }

std::vector<double> tetrahedra() { return coordinates_of(straight_simplex_numbers[3]); }

void generate_volumes(VolumeAlgorithm algorithm) {
  const bool hxt = algorithm == VolumeAlgorithm::hxt;
  // None: all, else Gmsh numbers nodes in another order. Facets cannot be meshed a second time.
  gmsh::model::mesh::clear(hxt || has_facets() ? entities(3) : DimTags{});
  gmsh::option::setNumber("Mesh.Algorithm3D", hxt ? 10 : 1);
  gmsh::option::setNumber("Mesh.Renumber", hxt ? 0 : 1);  // the surfaces' nodes keep their tags
  run_logged([] { gmsh::model::mesh::generate(3); });
}

// For each entity the tags of its nodes, their coordinates, and the nodes of its simplices: each a list
// behind its length.
std::vector<double> take_simplices(int dim) {
  std::vector<double> numbers;
  const auto append = [&](const auto& values) {
    numbers.push_back(static_cast<double>(values.size()));
    numbers.insert(numbers.end(), values.begin(), values.end());
  };
  for (const auto& [d, tag] : entities(dim)) {
    std::vector<std::size_t> tags, elements, nodes;
    std::vector<double> x, parameters;
    gmsh::model::mesh::getNodes(tags, x, parameters, dim, tag);
    gmsh::model::mesh::getElementsByType(straight_simplex_numbers[dim], elements, nodes, tag);
    append(tags);
    append(x);
    append(nodes);
  }
  return numbers;
}

void put_tetrahedra(const std::vector<double>& numbers) {
  auto from = numbers.begin();
  const auto take = [&] {
    const auto begin = from + 1;
    from = begin + static_cast<std::ptrdiff_t>(*from);
    return std::vector<double>(begin, from);
  };
  const auto take_tags = [&] {
    const std::vector<double> tags = take();
    return std::vector<std::size_t>(tags.begin(), tags.end());
  };
  gmsh::model::mesh::clear(entities(3));
  for (const auto& [dim, volume] : entities(3)) {
    const std::vector<std::size_t> tags = take_tags();
    gmsh::model::mesh::addNodes(dim, volume, tags, take());
    gmsh::model::mesh::addElementsByType(volume, straight_simplex_numbers[dim], {}, take_tags());
  }
}

std::vector<SampledEntity> sample_entities(int n) {
  std::vector<SampledEntity> samples;
  for (int dim = 1; dim < gmsh::model::getDimension(); ++dim)
    for (const auto& [d, tag] : entities(dim)) {
      std::string type;
      gmsh::model::getType(d, tag, type);
      if (type == "Line" || type == "Plane" || type == "Plane surface") continue;
      SampledEntity& sample = samples.emplace_back(SampledEntity{dim, {}});
      std::vector<double> low, high, parameters;
      try {
        gmsh::model::getParametrizationBounds(dim, tag, low, high);
        for (int j = 0; j < (dim == 2 ? n : 1); ++j)
          for (int i = 0; i < n; ++i)
            for (int axis = 0; axis < dim; ++axis)
              parameters.push_back(low[axis] + (high[axis] - low[axis]) * (axis == 0 ? i : j) / (n - 1));
        gmsh::model::getValue(dim, tag, parameters, sample.points);
      } catch (...) {  // texts or std::runtime_error, by Gmsh's version
        sample.points.clear();
      }
    }
  return samples;
}

void set_geometric_order(int order) { gmsh::model::mesh::setOrder(order); }

std::vector<double> quadratic_edges() {
  std::vector<double> edges;
  const int dim = gmsh::model::getDimension();
  for (const auto& [d, tag] : entities(dim - 1))
    for (const int number : type_numbers(d, tag)) {
      const ElementType type = element_type(number);
      const std::vector<double> x = coordinates_of(number, tag);
      const int n_corners = type.n_primary, n_edges = n_corners == 2 ? 1 : n_corners;
      for (std::size_t e = 0; e < x.size(); e += 3 * static_cast<std::size_t>(type.n_nodes))
        for (int edge = 0; edge < n_edges; ++edge)
          for (const int node : {edge, (edge + 1) % n_corners, n_corners + edge})
            edges.insert(edges.end(), &x[e + 3 * node], &x[e + 3 * node] + 3);
    }
  return edges;
}

int mesh_dimension() {
  for (const int dim : {3, 2})
    if (!type_numbers(dim).empty()) return dim;
  throw MeshError("the mesh has no cells; expected triangles (2D) or tetrahedra (3D)");
}

std::vector<ElementTypeCount> element_types(int dim) {
  std::vector<ElementTypeCount> types;
  for (const int number : type_numbers(dim)) {
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(number, tags, nodes);
    types.push_back({element_type(number), tags.size()});
  }
  return types;
}

GmshData take_data(const ElementType& cell_type, double unit, bool split, std::vector<std::string>& notes) {
  GmshData data;
  data.dim = cell_type.dim;
  data.geometry_order = cell_type.order;
  data.reference_nodes = reference_nodes(cell_type);
  std::vector<double> parameters;
  gmsh::model::mesh::getNodes(data.node_tags, data.coordinates, parameters);
  for (double& x : data.coordinates) x *= unit;
  data.periodic = periodic_entities(data.dim);
  MshContent content;
  for (const int dim : {data.dim, data.dim - 1}) add_elements(dim, content);
  if (split) {
    for (const PeriodicEntity& entity : data.periodic)
      content.periodic.push_back({entity.dim, entity.tag, 0, entity.nodes, entity.images});
    const std::vector<std::string> cut = split_cells(content, element_type);
    notes.insert(notes.end(), cut.begin(), cut.end());
  }
  data.cells = meshed_entities(data.dim, content);
  data.faces = meshed_entities(data.dim - 1, content);
  return data;
}

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
  // The gradients of straight cells are the same everywhere.
  gradients.n_points = type.order == 1 ? 1 : static_cast<int>(points.size() / 3);
  for (int i = 0; i < 3 * gradients.n_points * type.n_nodes; i += 3)
    for (int k = 0; k < type.dim; ++k) gradients.values.push_back(values[i + k] / 2);  // r = 2u − 1
  return gradients;
}

std::vector<double> node_coordinates() {
  std::vector<std::size_t> tags;
  std::vector<double> x, parameters;
  gmsh::model::mesh::getNodes(tags, x, parameters);
  return x;
}

void move_nodes(const std::vector<double>& to) {
  std::vector<std::size_t> tags;
  std::vector<double> x, parameters;
  gmsh::model::mesh::getNodes(tags, x, parameters);
  for (std::size_t i = 0; i < tags.size(); ++i)
    gmsh::model::mesh::setNode(tags[i], {to.begin() + 3 * i, to.begin() + 3 * i + 3}, {});
}

void optimise_curved_cells() { gmsh::model::mesh::optimize("HighOrderElastic", true); }

}  // namespace dgsolve
