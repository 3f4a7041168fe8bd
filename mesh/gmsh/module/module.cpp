/// Implements mesh/gmsh/gmsh.hpp.
/// Meshes that Gmsh makes, or reads.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "mesh/base/cut_cells.hpp"
#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/gmsh.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/module/flat_cells.hpp"
#include "mesh/gmsh/module/gmsh_model.hpp"
#include "mesh/gmsh/module/gmsh_versions.hpp"
#include "mesh/gmsh/module/volumes.hpp"
#include "mesh/gmsh/plain_msh.hpp"
#include "mesh/gmsh/split_cells.hpp"
#include "mesh/gmsh/warning_notes.hpp"

namespace dgsolve {
namespace {

using TypeCounts = std::vector<ElementTypeCount>;

/// The message that counts elements other than simplices and says what to do; empty where all are simplices,
/// or the others are cut.
std::string refusal(const TypeCounts& cells, const TypeCounts& faces, bool split) {
  std::string found, types;
  for (const TypeCounts* all : {&cells, &faces})
    for (const auto& [type, n] : *all) {
      const CutShape* const shape = find_cut_shape(type.dim, type.n_primary);
      if (type.is_simplex() || (split && shape && type.order <= MeshOptions::most_curved)) continue;
      const char* const name = !shape ? "elements" : n == 1 ? shape->one : shape->many;
      found += fmt::format("{}{} {}", found.empty() ? "found " : ", ", n, name);
      types += (types.empty() ? "" : ", ") + type.name;
    }
  if (found.empty()) return "";
  found += fmt::format(" (of type {}); expected triangles (2D) or tetrahedra (3D) only", types);
  if (split) return found;
  return found + ": let mesh: {split: true} cut them, or leave out in the .geo " +
         (cells.at(0).type.dim == 2
              ? "Recombine Surface and Mesh.RecombineAll = 1"
              : "Recombine in Extrude {…} {Surface{…}; Layers{…}; Recombine;}, and Recombine "
                "Surface beside Transfinite Volume");
}

/// Cells and faces must be simplices, or become some by `split`, of one geometric order, which is that of the
/// cells where it is automatic. Returns the type of the cells, as they are cut.
ElementType check_element_types(int dim, int geometry_order, bool split) {
  Problems problems;
  const TypeCounts cells = element_types(dim), faces = element_types(dim - 1);
  const bool automatic = geometry_order == MeshOptions::automatic;
  const int expected = automatic ? cells.at(0).type.order : geometry_order;
  if (const std::string refused = refusal(cells, faces, split); !refused.empty()) problems.add(refused);
  for (const TypeCounts* all : {&cells, &faces})
    for (const auto& [type, n] : *all)
      if (type.order != expected && (type.is_simplex() || split))
        problems.add(fmt::format(
            "found {} elements of type {} (geometric order {}) where {} {}; all elements must have one order",
            n, type.name, type.order, automatic ? "other cells have" : "mesh.geometry_order is", expected));
  problems.throw_if_any();
  const ElementType& type = cells.at(0).type;
  return type.is_simplex() ? type : element_type(simplex_number(dim, type.order));
}

/// Lets Gmsh untangle curved cells. On some meshes its optimiser never ends: these stay as they are.
void untangle(int n_cells) {
  const unsigned seconds = 3 + n_cells / 20;  // many times what the optimiser needs where it ends
  const auto moved = numbers_in_fork(seconds, [] {
    optimise_curved_cells();
    return node_coordinates();
  });
  if (moved && moved->size() == node_coordinates().size()) move_nodes(*moved);
}

/// Gmsh loses groups of a .msh where elements are in several.
void take_groups(const MshContent& file, GmshData& data) {
  for (MeshEntity& entity : data.cells) entity.groups = groups_of(file, data.dim, entity.tag);
  for (MeshEntity& entity : data.faces) entity.groups = groups_of(file, data.dim - 1, entity.tag);
}

struct InvertedCells : MeshError {
  using MeshError::MeshError;
};

/// The checked mesh, after Gmsh's optimiser where cells are inverted. Throws InvertedCells where they stay
/// so. file: the .msh that has the groups; null: Gmsh's model has them.
RawMesh take_valid_mesh(const GmshSession& session, int geometry_order, bool split, double unit,
                        const MshContent* file, std::vector<std::string>& notes) {
  const ElementType type = check_element_types(mesh_dimension(), geometry_order, split);
  const ShapeGradients gradients = shape_gradients(type);
  std::vector<std::string> own_notes, inverted;
  RawMesh raw;
  const auto take = [&] {
    GmshData data = take_data(type, unit, split, own_notes);
    if (file) take_groups(*file, data);
    const GmshSession::OwnThreads own(session);
    raw = assemble_oriented(data, gradients, own_notes);
    inverted = find_inverted_cells(raw.mesh, gradients);
  };
  take();
  // The optimiser does not end where nodes lie far from their cell.
  constexpr double wild_bend = 0.4;
  const bool optimise = !inverted.empty() && type.order > 1 && largest_bend(raw.mesh) < wild_bend;
  if (optimise) {
    untangle(raw.mesh.n_elements());
    own_notes = {fmt::format("Gmsh's high-order optimiser was run for {} inverted cells", inverted.size())};
    take();
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

/// How the model is curved, and how flat cells lie on it; all that is measured must not end a mesh that Gmsh
/// made.
std::optional<FlatCells> measure_curves(bool measures_cells, MeshReport& report) {
  constexpr double round_off = 1e-9;
  const double seconds = 60 + static_cast<double>(node_coordinates().size()) / 3000;
  const auto curved = numbers_in_fork(seconds, [] { return std::vector<double>{may_be_curved() ? 1. : 0.}; });
  report.curved = !curved || curved->at(0) != 0;
  if (!measures_cells || !report.curved) return {};
  const auto flat = numbers_in_fork(seconds, [] {
    const FlatCells worst = measure_flat_cells();
    return std::vector<double>{worst.distance, worst.bend};
  });
  if (!flat)
    report.notes.push_back("how far flat cells lie beside the model is unknown: Gmsh cannot curve its cells");
  if (!flat || flat->at(1) < round_off) return {};
  return FlatCells{flat->at(0), flat->at(1)};
}

/// The geometric order of the first attempt, but for what measurements say.
int first_order(const MeshOptions& options, const ModelWishes& wishes, std::vector<std::string>& notes) {
  const bool automatic = options.geometry_order == MeshOptions::automatic;
  if (wishes.geometry_order > 1)
    notes.push_back(fmt::format(
        "the script's Mesh.ElementOrder is {}: {}", wishes.geometry_order,
        automatic ? "cells have this geometric order"
                  : fmt::format("mesh.geometry_order, {}, goes before it", options.geometry_order)));
  return automatic ? wishes.geometry_order : options.geometry_order;
}

/// Gmsh 4.8 has no prisms of order 3 or 4.
int order_of_prisms(int order, bool automatic, std::vector<std::string>& notes) {
  constexpr int most = 2, prism_vertices = 6;
  if (order <= most || !has_volumes()) return order;
  for (const auto& [type, n] : element_types(3))
    if (type.n_primary == prism_vertices) {
      if (!automatic)
        throw MeshError(
            fmt::format("mesh.geometry_order: found {} where {} prisms are cut; expected {} at most, or auto",
                        order, n, most));
      notes.push_back(fmt::format("prisms that are cut have geometric order {} at most", most));
      return most;
    }
  return order;
}

/// The mesh of a model, with cells that follow its curves.
RawMesh take_curved_mesh(const GmshSession& session, const MeshOptions& options, const ModelWishes& wishes,
                         MeshReport& report) {
  const bool automatic = options.geometry_order == MeshOptions::automatic;
  int order = first_order(options, wishes, report.notes);
  // Facets of an STL file are the model: curved cells would gain nothing.
  const bool has_facets = lower_extension(options.file) == ".stl";
  std::optional<FlatCells> flat = measure_curves(order == 1 && !has_facets, report);
  if (flat) flat->distance *= wishes.unit;
  if (automatic && flat) order = options.curved_order();
  order = order_of_prisms(order, automatic, report.notes);
  while (true) {
    if (order > 1) set_geometric_order(order);
    if (order == 1) report.flat = flat;
    try {
      return take_valid_mesh(session, order, options.split, wishes.unit, nullptr, report.notes);
    } catch (const InvertedCells&) {
      if (!automatic || order == 1) throw;
    }
    report.notes.push_back(fmt::format(
        "curved cells of geometric order {} would be inverted; they have order {}", order, order - 1));
    if (--order == 1) set_geometric_order(1);
  }
}

/// A surface that is meshed anew is cut off between its nodes. enclosed: by facets, in the file's unit.
void compare_volumes(const Mesh& mesh, double enclosed, std::vector<std::string>& notes) {
  constexpr double tolerable = 1e-3;
  if (mesh.geometry_order > 1) return;
  double filled = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) filled += volume(mesh, e);
  const double lost = 1 - filled / enclosed;
  if (std::abs(lost) > tolerable)
    notes.push_back(fmt::format(
        "{}the cells' volume is {:.2g} % {} than what the facets of the STL file enclose; expected a "
        "smaller mesh.parameters.h",
        warning_mark, 100 * std::abs(lost), lost > 0 ? "less" : "more"));
}

/// The extent of the nodes, those of curved cells too.
std::string size_text(const Mesh& mesh) {
  std::string text = "the model measures ";
  for (int axis = 0; axis < 3; ++axis) {
    double lowest = INFINITY, highest = -INFINITY;
    for (const Point& x : mesh.nodes) {
      lowest = std::min(lowest, x[axis]);
      highest = std::max(highest, x[axis]);
    }
    text += fmt::format("{}{:.6g}", axis == 0 ? "" : " x ", std::max(highest - lowest, 0.));
  }
  return text;
}

/// The session, and what is done in it.
class LoadedGmsh : public Gmsh {
 public:
  ElementShape element_shape(int type) const override { return dgsolve::element_shape(type); }

  RawMesh read_msh(const MeshOptions& options, const std::string& content, MshContent& found,
                   MeshReport& report, const PhaseDone& done) override {
    if (options.refine == 0) {
      std::vector<std::string> cut;
      if (options.split) cut = split_cells(found, element_type);
      if (const auto plain = plain_msh(found, options.geometry_order, element_type)) {
        done("reading the mesh");
        const ShapeGradients gradients = shape_gradients(plain->type);
        const GmshSession::OwnThreads own(session_);
        if (auto raw = take_plain_mesh(*plain, gradients, report.notes)) {
          report.notes.insert(report.notes.begin(), cut.begin(), cut.end());
          return std::move(*raw);
        }
      }
    }
    open_msh(options.file, content, found.is_changed);
    if (!found.removed.empty())
      report.notes.push_back("sections that do not describe the mesh are left out: " +
                             list_text(found.removed));
    refine_mesh(options.refine, MeshFileKind::msh);
    done("reading the mesh");
    return take_valid_mesh(session_, options.geometry_order, options.split, 1, &found, report.notes);
  }

  RawMesh make_mesh(const MeshOptions& options, MeshFileKind kind, MeshReport& report,
                    const PhaseDone& done) override {
    const ModelWishes wishes = mesh_model(options, kind, report.notes);
    if (!named_gmsh().empty())
      report.notes.push_back(
          fmt::format("Gmsh is {} of DGSOLVE_GMSH, {}", loaded_gmsh_version(), named_gmsh().string()));
    if (has_volumes()) mesh_volumes(options.algorithm, report.notes);
    check_element_types(mesh_dimension(), MeshOptions::automatic,
                        options.split);  // Gmsh cannot bend all others
    refine_mesh(options.refine, kind);
    done("meshing");
    RawMesh raw = take_curved_mesh(session_, options, wishes, report);
    if (wishes.unit != 1)
      report.notes.push_back(
          kind == MeshFileKind::cad
              ? "lengths of the file are in metres, whatever its unit: " + size_text(raw.mesh)
              : fmt::format("lengths are multiplied by the script's Mesh.ScalingFactor, {:g}: {}",
                            wishes.unit, size_text(raw.mesh)));
    if (wishes.enclosed > 0) compare_volumes(raw.mesh, wishes.enclosed, report.notes);
    return raw;
  }

 private:
  const GmshSession session_;
};

}  // namespace
}  // namespace dgsolve

dgsolve::Gmsh* dgsolve_open_gmsh() { return new dgsolve::LoadedGmsh; }
