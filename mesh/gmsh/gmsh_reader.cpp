#include "mesh/gmsh/gmsh_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "mesh/base/problems.hpp"
#include "mesh/geometry/blending.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "mesh/gmsh/flat_cells.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/gmsh_model.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/plain_msh.hpp"
#include "mesh/gmsh/raw_mesh.hpp"
#include "mesh/gmsh/volumes.hpp"

namespace dgsolve {
namespace {

/// Cells and faces must be simplices of one geometric order, which is that of the cells where it is
/// automatic. Returns the type of the cells.
ElementType check_element_types(int dim, int geometry_order) {
  Problems problems;
  const std::vector<ElementTypeCount> cells = element_types(dim);
  const bool automatic = geometry_order == MeshOptions::automatic;
  const int expected = automatic ? cells.at(0).type.order : geometry_order;
  for (const auto& types : {cells, element_types(dim - 1)})
    for (const auto& [type, n] : types) {
      const std::string found = fmt::format("found {} elements of type {}", n, type.name);
      if (!type.is_simplex())
        problems.add(found + "; expected triangles (2D) or tetrahedra (3D) only");
      else if (type.order != expected)
        problems.add(fmt::format("{} (geometric order {}) where {} {}; all elements must have one order",
                                 found, type.order, automatic ? "other cells have" : "mesh.geometry_order is",
                                 expected));
    }
  problems.throw_if_any();
  return cells.at(0).type;
}

/// The mesh, with the interior nodes of cells placed and the cells oriented.
RawMesh take_mesh(const GmshData& data, const ShapeGradients& gradients, std::vector<std::string>& notes) {
  RawMesh raw = assemble(data, notes);
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
  const auto moved = run_in_fork(seconds, [] {
    optimise_curved_cells();
    return node_coordinates();
  });
  if (moved && moved->size() == node_coordinates().size()) move_nodes(*moved);
}

struct InvertedCells : MeshError {
  using MeshError::MeshError;
};

/// The checked mesh, after Gmsh's optimiser where cells are inverted. Throws InvertedCells where they stay
/// so.
RawMesh take_valid_mesh(const GmshSession& session, int geometry_order, std::vector<std::string>& notes) {
  const ElementType type = check_element_types(mesh_dimension(), geometry_order);
  const ShapeGradients gradients = shape_gradients(type);
  std::vector<std::string> own_notes, inverted;
  RawMesh raw;
  const auto take = [&] {
    const GmshData data = take_data(type);
    const GmshSession::OwnThreads own(session);
    raw = take_mesh(data, gradients, own_notes);
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

/// The mesh of a model, with cells that follow its curves.
RawMesh take_curved_mesh(const GmshSession& session, const MeshOptions& options, MeshReport& report) {
  constexpr int highest = 4;
  constexpr double round_off = 1e-9;
  const bool automatic = options.geometry_order == MeshOptions::automatic;
  int order = automatic ? 1 : options.geometry_order;
  std::optional<FlatCells> flat;
  report.curved = may_be_curved();
  if (order == 1 && options.field_order > 1 && report.curved) {
    flat = measure_flat_cells();
    if (flat->bend < round_off) flat.reset();
  }
  // One above the fields': the geometry's share of the error is then the smaller one.
  if (automatic && flat) order = std::min(options.field_order + 1, highest);
  while (true) {
    if (order > 1) set_geometric_order(order);
    if (order == 1) report.flat = flat;
    try {
      return take_valid_mesh(session, order, report.notes);
    } catch (const InvertedCells&) {
      if (!automatic || order == 1) throw;
    }
    report.notes.push_back(fmt::format(
        "curved cells of geometric order {} would be inverted; they have order {}", order, order - 1));
    if (--order == 1) set_geometric_order(1);
  }
}

/// The mesh of a plain file, where its cells are valid: what is wrong with others is found once Gmsh has
/// read them.
std::optional<RawMesh> take_plain_mesh(const GmshSession& session, const PlainMsh& file,
                                       std::vector<std::string>& notes) {
  const ShapeGradients gradients = shape_gradients(file.type);
  const GmshSession::OwnThreads own(session);
  std::vector<std::string> own_notes;
  RawMesh raw = take_mesh(file.data, gradients, own_notes);
  if (!find_inverted_cells(raw.mesh, gradients).empty()) return {};
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  return raw;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content(std::filesystem::file_size(file), '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

/// The mesh of a .msh, which Gmsh need not read where it is plain.
RawMesh take_finished_mesh(const GmshSession& session, const MeshOptions& options, MeshReport& report,
                           const PartDone& done) {
  std::string content = content_of(options.file);
  MshContent file = check_msh(content, element_shape);
  if (options.refine == 0) {
    if (const auto plain = plain_msh(file, options.geometry_order)) {
      done("reading the mesh");
      if (auto raw = take_plain_mesh(session, *plain, report.notes)) return std::move(*raw);
    }
  }
  open_msh(options.file, content, file.removed);
  if (!file.removed.empty())
    report.notes.push_back("sections that do not describe the mesh are left out: " + list_text(file.removed));
  refine_mesh(options.refine, MeshFileKind::msh);
  done("reading the mesh");
  return take_valid_mesh(session, options.geometry_order, report.notes);
}

/// The mesh of a script or a CAD file.
RawMesh make_mesh(const GmshSession& session, const MeshOptions& options, MeshFileKind kind,
                  MeshReport& report, const PartDone& done) {
  mesh_model(options, kind);
  if (has_volumes()) mesh_volumes(options.algorithm, report.notes);
  refine_mesh(options.refine, kind);
  done("meshing");
  return take_curved_mesh(session, options, report);
}

}  // namespace

RawMesh read_with_gmsh(const MeshOptions& options, MeshReport& report, const PartDone& done) {
  const MeshFileKind kind = check_mesh_file(options.file);
  check_parameters(options, kind);
  try {
    const GmshSession session;
    RawMesh raw = kind == MeshFileKind::msh ? take_finished_mesh(session, options, report, done)
                                            : make_mesh(session, options, kind, report, done);
    done("checking cells");
    return raw;
  } catch (const MeshError&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    throw MeshError("Gmsh says: " + message);
  } catch (const std::exception& error) {  // Gmsh 4.12, and what its libraries throw
    throw MeshError(std::string("Gmsh says: ") + error.what());
  }
}

}  // namespace dgsolve
