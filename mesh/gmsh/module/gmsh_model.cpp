/// The only file that includes gmsh.h.
#include "mesh/gmsh/module/gmsh_model.hpp"

#include <fmt/core.h>
#include <gmsh.h>
#include <omp.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {

ElementType element_type(int number) {
  ElementType type = {number, {}, 0, 0, 0, 0, {}};
  gmsh::model::mesh::getElementProperties(number, type.name, type.dim, type.order, type.n_nodes, type.nodes,
                                          type.n_primary);
  return type;
}

GmshSession::GmshSession() : locale_(std::setlocale(LC_ALL, nullptr)), threads_(omp_get_max_threads()) {
  gmsh::initialize(0, nullptr, false);
  gmsh::option::setNumber("General.Terminal", 0);
  gmsh::option::setNumber("General.NumThreads", 1);
  gmsh::option::setNumber("Mesh.IgnorePeriodicity", 0);  // format 2.2's periodic entities
}

GmshSession::OwnThreads::OwnThreads(const GmshSession& session) : of_gmsh_(omp_get_max_threads()) {
  omp_set_num_threads(session.threads_);
}

GmshSession::OwnThreads::~OwnThreads() { omp_set_num_threads(of_gmsh_); }

GmshSession::~GmshSession() {
  gmsh::finalize();
  std::setlocale(LC_ALL, locale_.c_str());
  omp_set_num_threads(threads_);
}

namespace {

using DimTags = std::vector<std::pair<int, int>>;

/// Dimension and tag of the model's parts of one dimension.
DimTags entities(int dim) {
  DimTags found;
  gmsh::model::getEntities(found, dim);
  return found;
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
    refuse_overlaps(names, pieces);
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

/// Opens a script after one that sets its parameters. Gmsh's argument -setnumber does not serve: what it sets
/// stays set for all scripts of the process.
void open_script(const MeshOptions& options) {
  const TemporaryFile parameters(".geo", "the script's parameters");
  parameters.write(parameter_script(options.parameters));
  run_logged([&] {
    gmsh::open(parameters.path.string());
    gmsh::merge(options.file.string());
  });
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

}  // namespace

void mesh_model(const MeshOptions& options, MeshFileKind kind) {
  if (kind == MeshFileKind::cad)
    open_cad(options);
  else
    open_script(options);
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  check_sizes();
  run_logged([] { gmsh::model::mesh::generate(2); });
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
  gmsh::model::mesh::clear(hxt ? entities(3)
                               : DimTags{});  // none: all, else Gmsh numbers nodes in another order
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
      } catch (const std::exception&) {
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

GmshData take_data(const ElementType& cell_type) {
  GmshData data;
  data.dim = cell_type.dim;
  data.geometry_order = cell_type.order;
  data.reference_nodes = reference_nodes(cell_type);
  std::vector<double> parameters;
  gmsh::model::mesh::getNodes(data.node_tags, data.coordinates, parameters);
  data.cells = meshed_entities(data.dim);
  data.faces = meshed_entities(data.dim - 1);
  data.periodic = periodic_entities(data.dim);
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

void optimise_curved_cells() {
  omp_set_num_threads(1);  // this process may be a fork, in which OpenMP's other threads are missing
  gmsh::model::mesh::optimize("HighOrderElastic", true);
}

}  // namespace dgsolve
