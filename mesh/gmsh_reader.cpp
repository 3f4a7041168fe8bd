/// The only file that knows Gmsh: opens or makes a mesh and takes cells, groups and periodic pairs out of it.
#include "mesh/gmsh_reader.hpp"

#include <gmsh.h>

#include <clocale>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <unordered_map>

#include "mesh/cell_geometry.hpp"
#include "mesh/geo_parameters.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/point_search.hpp"
#include "mesh/problems.hpp"
#include "mesh/raw_mesh.hpp"

namespace dgsolve {
namespace {

using DimTags = std::vector<std::pair<int, int>>;

/// Gmsh between initialize and finalize: silent, in the C locale, and always finalised, since after an error
/// it stays locked until then.
class Session {
 public:
  explicit Session(std::vector<std::string> arguments) : locale_(std::setlocale(LC_ALL, nullptr)) {
    arguments.insert(arguments.begin(), "gmsh");
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    gmsh::initialize(static_cast<int>(argv.size()), argv.data(), false);
    gmsh::option::setNumber("General.Terminal", 0);
    gmsh::option::setNumber("General.NumThreads", 1);
  }
  ~Session() {
    gmsh::finalize();
    std::setlocale(LC_ALL, locale_.c_str());
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::string locale_;
};

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

/// Command line that sets the script's parameters; Gmsh ignores unknown ones, so they are refused here.
std::vector<std::string> parameter_arguments(const MeshOptions& options, MeshFileKind kind) {
  std::vector<std::string> valid;
  if (kind == MeshFileKind::script) valid = declared_parameters(options.file);
  if (kind == MeshFileKind::cad) valid = {"h"};
  std::vector<std::string> arguments;
  for (const auto& [name, value] : options.parameters) {
    if (std::find(valid.begin(), valid.end(), name) == valid.end())
      throw MeshError("mesh.parameters." + name +
                      ": the file has no such parameter; it has: " + list_text(valid));
    if (!std::isfinite(value) || (kind == MeshFileKind::cad && value <= 0))
      throw MeshError("mesh.parameters." + name + ": found " + std::to_string(value) +
                      "; expected a finite number" + (kind == MeshFileKind::cad ? " > 0" : ""));
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    if (kind == MeshFileKind::script) arguments.insert(arguments.end(), {"-setnumber", name, text});
  }
  return arguments;
}

/// The last part of a CAD name ("Shapes/Lens" → "Lens"); empty where the file gives none.
std::string cad_name(int dim, int tag) {
  std::string name;
  gmsh::model::getEntityName(dim, tag, name);
  return name.substr(name.rfind('/') + 1);
}

/// Imports a CAD file and makes groups of it: a part's name is its region, parts without names are "volume";
/// a face's name is its boundary, faces without names are "surface_<Gmsh's tag>" (in 2D: "surface" and
/// "curve_<tag>").
void open_cad(const MeshOptions& options) {
  const char* kinds[] = {"point", "curve", "surface", "volume"};
  DimTags parts;
  gmsh::model::occ::importShapes(options.file.string(), parts);
  gmsh::model::occ::synchronize();
  const int dim = gmsh::model::getDimension();
  std::erase_if(parts, [&](const auto& part) { return part.first != dim; });
  std::map<std::string, std::vector<int>> regions;
  std::vector<std::string> names;
  for (const auto& [d, tag] : parts) names.push_back(cad_name(d, tag));
  std::vector<DimTags> pieces;
  for (const auto& part : parts) pieces.push_back({part});
  if (parts.size() > 1) {  // parts that touch must share their faces
    DimTags all;
    gmsh::model::occ::fragment(parts, {}, all, pieces);
    gmsh::model::occ::synchronize();
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const auto& [d, tag] : pieces[i]) regions[names[i].empty() ? kinds[dim] : names[i]].push_back(tag);
  for (const auto& [name, tags] : regions)
    gmsh::model::setPhysicalName(dim, gmsh::model::addPhysicalGroup(dim, tags), name);

  DimTags faces;
  gmsh::model::getEntities(faces, dim - 1);
  std::map<std::string, std::vector<int>> boundaries;
  for (const auto& [d, tag] : faces) {
    const std::string name = cad_name(d, tag);
    boundaries[name.empty() ? std::string(kinds[d]) + "_" + std::to_string(tag) : name].push_back(tag);
  }
  for (const auto& [name, tags] : boundaries)
    gmsh::model::setPhysicalName(dim - 1, gmsh::model::addPhysicalGroup(dim - 1, tags), name);
  const auto h = options.parameters.find("h");
  if (h != options.parameters.end()) gmsh::option::setNumber("Mesh.MeshSizeMax", h->second);
}

void make_mesh(const MeshOptions& options, MeshFileKind kind) {
  if (kind == MeshFileKind::cad)
    open_cad(options);
  else
    gmsh::open(options.file.string());
  if (kind == MeshFileKind::msh) return;
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  gmsh::model::mesh::generate(dim);
  if (options.geometry_order > 1) gmsh::model::mesh::setOrder(options.geometry_order);
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
      const std::string found = std::to_string(tags.size()) + " elements of type " + type.name;
      if (!type.is_simplex())
        problems.add("found " + found + "; expected triangles (2D) or tetrahedra (3D) only");
      else if (type.order != geometry_order)
        problems.add("found " + found + " (geometric order " + std::to_string(type.order) +
                     ") where mesh.geometry_order is " + std::to_string(geometry_order) +
                     "; all elements must have that order");
      if (d == dim) cells.push_back(type);
    }
  }
  problems.throw_if_any();
  return cells.at(0);
}

/// Takes nodes, cells, groups and periodic pairs out of Gmsh's current model.
class Extractor {
 public:
  explicit Extractor(const ElementType& cell_type) {
    mesh().dim = cell_type.dim;
    mesh().geometry_order = cell_type.order;
    mesh().nodes_per_element = cell_type.n_nodes;
    for (const double u : cell_type.nodes) mesh().reference_nodes.push_back(2 * u - 1);
    std::vector<double> parameters;
    gmsh::model::mesh::getNodes(tags_, coordinates_, parameters);
    place_.reserve(tags_.size());
    for (std::size_t i = 0; i < tags_.size(); ++i) place_[tags_[i]] = i;
    number_.assign(tags_.size(), -1);
  }

  RawMesh extract(std::vector<std::string>& notes) {
    for_each_entity(mesh().dim,
                    [&](int tag, const std::vector<std::size_t>& nodes) { take_cells(tag, nodes); });
    for_each_entity(mesh().dim - 1,
                    [&](int tag, const std::vector<std::size_t>& nodes) { take_faces(tag, nodes); });
    problems_.add("cells are in no physical group (it names the region)", unassigned_);
    check_nodes(notes);
    problems_.throw_if_any();
    take_periodic();
    return std::move(raw_);
  }

 private:
  Mesh& mesh() { return raw_.mesh; }

  /// visit(tag, node tags of its elements) for every entity of a dimension that has elements.
  template <class Visit>
  void for_each_entity(int dim, const Visit& visit) {
    DimTags entities;
    gmsh::model::getEntities(entities, dim);
    for (const auto& [d, tag] : entities) {
      std::vector<int> types;
      std::vector<std::vector<std::size_t>> elements, nodes;
      gmsh::model::mesh::getElements(types, elements, nodes, d, tag);
      if (!types.empty()) visit(tag, nodes[0]);
    }
  }

  /// Number in Mesh::nodes, given at first use.
  int use_node(std::size_t tag) {
    const std::size_t place = place_.at(tag);
    if (number_[place] < 0) {
      number_[place] = static_cast<int>(mesh().nodes.size());
      const double* x = &coordinates_[3 * place];
      mesh().nodes.push_back({x[0], x[1], x[2]});
    }
    return number_[place];
  }

  /// Index of the entity's group in `names`, −1 where it has none.
  int group_of(int dim, int tag, const std::string& contents, std::vector<std::string>& names) {
    std::vector<int> groups;
    gmsh::model::getPhysicalGroupsForEntity(dim, tag, groups);
    std::vector<std::string> found;
    for (const int group : groups) {
      std::string name;
      gmsh::model::getPhysicalName(dim, std::abs(group), name);
      if (name.empty() && nameless_.insert({dim, std::abs(group)}).second)
        problems_.add("physical group " + std::to_string(std::abs(group)) + " of dimension " +
                      std::to_string(dim) + " has no name");
      if (std::find(found.begin(), found.end(), name) == found.end()) found.push_back(name);
    }
    if (found.empty()) return -1;
    if (found.size() > 1)
      problems_.add(contents + " of entity " + std::to_string(tag) + " are in " +
                    std::to_string(found.size()) + " physical groups: " + list_text(found) +
                    "; expected one (in format 2.2 all elements of an elementary entity share its groups)");
    const auto at = std::find(names.begin(), names.end(), found[0]);
    if (at != names.end()) return static_cast<int>(at - names.begin());
    names.push_back(found[0]);
    return static_cast<int>(names.size()) - 1;
  }

  /// "12 cells, the first at (…),": the place is its first vertex's.
  std::string contents_text(const char* what, const std::vector<std::size_t>& nodes, std::size_t width) {
    return std::to_string(nodes.size() / width) + " " + what + " (the first with a vertex at " +
           point_text(mesh().nodes[use_node(nodes[0])]) + ")";
  }

  void take_cells(int tag, const std::vector<std::size_t>& nodes) {
    const std::size_t width = mesh().nodes_per_element;
    const int region = group_of(mesh().dim, tag, contents_text("cells", nodes, width), mesh().region_names);
    mesh().elements.reserve(mesh().elements.size() + nodes.size());
    for (const std::size_t node : nodes) mesh().elements.push_back(use_node(node));
    for (std::size_t i = 0; i < nodes.size() / width; ++i) {
      mesh().region.push_back(region);
      if (region < 0) unassigned_.push_back(cell_text(mesh(), mesh().n_elements() - 1));
    }
  }

  void take_faces(int tag, const std::vector<std::size_t>& nodes) {
    const int dim = mesh().dim;
    std::size_t width =
        dim == 2 ? mesh().geometry_order + 1 : (mesh().geometry_order + 1) * (mesh().geometry_order + 2) / 2;
    const int group = group_of(dim - 1, tag, contents_text("faces", nodes, width), mesh().boundary_names);
    if (group < 0) return;
    for (std::size_t i = 0; i + width <= nodes.size(); i += width)
      raw_.tagged.push_back(
          {{use_node(nodes[i]), use_node(nodes[i + 1]), dim == 3 ? use_node(nodes[i + 2]) : -1}, group});
  }

  void check_nodes(std::vector<std::string>& notes) {
    std::vector<std::string> bad;
    for (const auto& x : mesh().nodes)
      if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2])) bad.push_back(point_text(x));
    problems_.add("nodes have coordinates that are not finite numbers", bad);
    const std::size_t n_unused = tags_.size() - mesh().nodes.size();
    if (n_unused > 0)
      notes.push_back(std::to_string(n_unused) + " of " + std::to_string(tags_.size()) +
                      " nodes belong to no cell; they are left out");
    if (mesh().dim == 2 && bad.empty()) flatten();
  }

  /// A 2D mesh lies in a plane z = constant, which becomes z = 0.
  void flatten() {
    auto lower = mesh().nodes[0], upper = lower;
    for (const auto& x : mesh().nodes)
      for (int i = 0; i < 3; ++i) {
        lower[i] = std::min(lower[i], x[i]);
        upper[i] = std::max(upper[i], x[i]);
      }
    if (upper[2] - lower[2] > 1e-10 * distance(lower, upper))
      problems_.add("a mesh of triangles must lie in a plane z = constant; found z from " +
                    std::to_string(lower[2]) + " to " + std::to_string(upper[2]));
    for (auto& x : mesh().nodes) x[2] = 0;
  }

  /// Pairs of all periodic entities, sorted by the translations of the faces among them: nodes on edges and
  /// corners have images under several.
  void take_periodic() {
    std::vector<std::array<double, 3>> translations;
    std::vector<std::array<int, 2>> pairs;
    for (int dim = mesh().dim - 1; dim >= 0; --dim) {
      DimTags entities;
      gmsh::model::getEntities(entities, dim);
      for (const auto& [d, tag] : entities) {
        const auto found = periodic_nodes(d, tag);
        if (d == mesh().dim - 1 && !found.empty()) add_translation(tag, found, translations);
        pairs.insert(pairs.end(), found.begin(), found.end());
      }
    }
    raw_.images.resize(translations.size());
    for (const auto& pair : pairs)
      for (std::size_t i = 0; i < translations.size(); ++i)
        if (same_translation(translation_of(pair), translations[i])) raw_.images[i].push_back(pair);
  }

  std::vector<std::array<int, 2>> periodic_nodes(int dim, int tag) {
    int master = tag;
    std::vector<std::size_t> nodes, images;
    std::vector<double> transform;
    gmsh::model::mesh::getPeriodicNodes(dim, tag, master, nodes, images, transform);
    std::vector<std::array<int, 2>> pairs;
    if (master == tag) return pairs;
    for (std::size_t i = 0; i < std::min(nodes.size(), images.size()); ++i) {
      const auto a = place_.find(nodes[i]), b = place_.find(images[i]);
      if (a == place_.end() || b == place_.end()) continue;
      if (number_[a->second] >= 0 && number_[b->second] >= 0)
        pairs.push_back({number_[a->second], number_[b->second]});
    }
    return pairs;
  }

  std::array<double, 3> translation_of(const std::array<int, 2>& pair) {
    const auto &a = mesh().nodes[pair[0]], &b = mesh().nodes[pair[1]];
    return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  }

  static bool same_translation(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return distance(a, b) <= 1e-6 * distance(a, {0, 0, 0});
  }

  void add_translation(int tag, const std::vector<std::array<int, 2>>& pairs,
                       std::vector<std::array<double, 3>>& translations) {
    const auto first = translation_of(pairs[0]);
    for (const auto& pair : pairs)
      if (!same_translation(translation_of(pair), first))
        throw MeshError("periodic entity " + std::to_string(tag) +
                        ": its nodes are no translates of their partners, near " +
                        point_text(mesh().nodes[pair[0]]) + "; expected a translation");
    for (const auto& known : translations)
      if (same_translation(first, known)) return;
    translations.push_back(first);
  }

  RawMesh raw_;
  Problems problems_;
  std::vector<std::string> unassigned_;                 ///< cells without a group
  std::set<std::pair<int, int>> nameless_;              ///< groups reported already
  std::vector<std::size_t> tags_;                       ///< of Gmsh's nodes
  std::vector<double> coordinates_;                     ///< [node][xyz], in the order of tags_
  std::unordered_map<std::size_t, std::size_t> place_;  ///< tag → place in tags_
  std::vector<int> number_;                             ///< place → number in Mesh::nodes, −1: unused
};

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

/// The mesh in Gmsh's current model, with cells turned and checked.
RawMesh take_mesh(const MeshOptions& options, std::vector<std::string>& notes) {
  const ElementType type = check_element_types(mesh_dimension(), options.geometry_order);
  const ShapeGradients gradients = shape_gradients(type);
  std::vector<std::string> own_notes;
  RawMesh raw = Extractor(type).extract(own_notes);
  int n_turned = turn_negative_cells(raw.mesh, gradients);
  std::vector<std::string> inverted = find_inverted_cells(raw.mesh, gradients);
  if (!inverted.empty() && type.order > 1) {
    gmsh::model::mesh::optimize("HighOrderElastic", true);
    own_notes.push_back("Gmsh's high-order optimiser was run for " + std::to_string(inverted.size()) +
                        " inverted cells");
    std::vector<std::string> same_notes;
    raw = Extractor(type).extract(same_notes);
    n_turned = turn_negative_cells(raw.mesh, gradients);
    inverted = find_inverted_cells(raw.mesh, gradients);
  }
  Problems problems;
  problems.add("cells are inverted or degenerate (Jacobian not positive at a node or quadrature point)",
               inverted);
  problems.throw_if_any();
  if (n_turned > 0)
    own_notes.push_back(std::to_string(n_turned) + " cells were turned to positive orientation");
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  return raw;
}

}  // namespace

RawMesh read_raw_mesh(const MeshOptions& options, std::vector<std::string>& notes) {
  const MeshFileKind kind = check_mesh_file(options.file);
  const std::vector<std::string> arguments = parameter_arguments(options, kind);
  try {
    const Session session(arguments);
    make_mesh(options, kind);
    return take_mesh(options, notes);
  } catch (const MeshError&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    throw MeshError("Gmsh says: " + message);
  } catch (const std::exception& error) {  // Gmsh 4.12, and what its libraries throw
    throw MeshError(std::string("Gmsh says: ") + error.what());
  }
}

}  // namespace dgsolve
