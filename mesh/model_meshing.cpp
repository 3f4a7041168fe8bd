#include "mesh/model_meshing.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mesh/problems.hpp"
#include "mesh/temporary_file.hpp"

namespace dgsolve {
namespace {

using DimTags = std::vector<std::pair<int, int>>;

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
  if (h == options.parameters.end()) return;
  DimTags points;
  gmsh::model::getEntities(points, 0);
  gmsh::model::mesh::setSize(points, h->second);
  gmsh::option::setNumber("Mesh.MeshSizeMax", h->second);
}

/// Errors are taken from the log. An exception would leave Gmsh's parser in the middle of the script, and the
/// next script would be read from there; thrown by one of the threads that mesh, it would end the program.
/// Who listens to the log is asked nothing, either.
void listen(const std::function<void()>& action) {
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

/// The size that cells are to have at the model's points, where one was given. Gmsh 4.8 tells it in a file
/// only.
std::map<int, double> sizes_at_points() {
  const TemporaryFile file(".geo_unrolled", "the sizes of cells");
  gmsh::option::setNumber("General.AbortOnError", 0);  // what a script cannot express does not matter here
  gmsh::write(file.path.string());
  gmsh::option::setNumber("General.AbortOnError", 2);
  std::map<int, double> named, at_points;
  std::ifstream in(file.path);
  for (std::string line; std::getline(in, line);) {
    int tag = 0, name = 0;
    double size = 0;
    if (std::sscanf(line.c_str(), "cl__%d = %lf", &name, &size) == 2) named[name] = size;
    if (std::sscanf(line.c_str(), "Point(%d) = {%*g, %*g, %*g, cl__%d}", &tag, &name) == 2)
      at_points[tag] = named[name];
  }
  return at_points;
}

double option_value(const char* name) {
  double value = 0;
  gmsh::option::getNumber(name, value);
  return value;
}

/// Gmsh counts a curve's edges in an int, which overflows without a word; so many that memory would not do
/// are refused too.
void check_sizes() {
  if (option_value("Mesh.MeshSizeFromPoints") == 0) return;
  constexpr double most_edges = 1e8;
  const double factor = option_value("Mesh.MeshSizeFactor"), least = option_value("Mesh.MeshSizeMin");
  const std::map<int, double> sizes = sizes_at_points();
  DimTags curves;
  gmsh::model::getEntities(curves, 1);
  for (const auto& curve : curves) {
    DimTags ends;
    gmsh::model::getBoundary({curve}, ends, false, false);
    double largest = ends.empty() ? INFINITY : 0;
    for (const auto& [dim, point] : ends)
      largest = std::max(largest, sizes.contains(point) ? sizes.at(point) : INFINITY);
    largest = std::max(largest, least) * factor;
    double lower[3], upper[3];
    gmsh::model::getBoundingBox(1, curve.second, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]);
    const double length = std::hypot(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]);
    if (largest <= 0 || length <= most_edges * largest) continue;
    char problem[200];
    std::snprintf(problem, sizeof problem,
                  "curve %d of the model, %.6g across, is to have cells of size %.6g; expected larger ones, "
                  "fewer than %.0e along a curve",
                  curve.second, length, largest, most_edges);
    throw MeshError(problem);
  }
}

}  // namespace

void mesh_model(const MeshOptions& options, MeshFileKind kind) {
  if (kind == MeshFileKind::cad)
    open_cad(options);
  else
    listen([&] { gmsh::open(options.file.string()); });
  const int dim = gmsh::model::getDimension();
  if (dim < 2) throw MeshError("the model has neither surfaces (2D) nor volumes (3D) to mesh");
  check_sizes();
  listen([&] { gmsh::model::mesh::generate(dim); });
}

}  // namespace dgsolve
