/// A mesh as it is asked for, and what was observed while it was made.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

/// How Gmsh meshes volumes. automatic: by Delaunay's algorithm, Gmsh's default, and by HXT where that leaves
/// few flat cells.
enum class VolumeAlgorithm { automatic, delaunay, hxt };

/// Of the process in which Gmsh works.
struct MeshLimits {
  static constexpr double usual_share = 0.8;  ///< of the machine's memory

  double seconds = 3600;
  std::optional<double> bytes = {};  ///< beyond those of this process; none: the usual share
};

struct MeshOptions {
  std::filesystem::path file;  ///< .msh, .geo, or of mesh_file.hpp's kind cad
  std::map<std::string, double> parameters =
      {};  ///< values for the DefineConstant names of a .geo; for CAD: h
  /// 1…4; for a .msh it must be the mesh's own. automatic: that of the .msh, or of a curved model
  /// curved_order(), as far as cells are valid; 1 where the model is flat.
  int geometry_order = 1;
  static constexpr int automatic = 0, most_curved = 4;
  int field_order = 1;  ///< N
  /// Cells are of no higher order than the fields, which then have all linear functions.
  bool isoparametric = false;
  int curved_order() const {
    if (field_order <= 1) return 1;
    return std::min(isoparametric ? field_order : field_order + 1, most_curved);
  }
  double scale = 1;  ///< mesh units to metres
  /// How many times each triangle is split into 4 and each tetrahedron into 8. New nodes lie on the geometry
  /// of a .geo or CAD file. A .msh has no geometry: it can be split where its geometric order is 1 and it has
  /// no periodic entities.
  int refine = 0;
  bool split = false;  ///< cells that are no simplices are cut into simplices
  VolumeAlgorithm algorithm = VolumeAlgorithm::automatic;
  MeshLimits limits = {};
  bool starts_programs = true;            ///< whether a script may, as by SystemCall
  std::vector<std::string> lengths = {};  ///< parameters that were given as lengths, which `scale` converted
};

/// How straight cells represent a curved model, by the edge that is furthest from it.
struct FlatCells {
  double distance = 0;  ///< of the edge's middle from its place on the model, m
  double bend = 0;      ///< the same, of the edge's length
  /// Share of its area that a circle bent like this loses to its chords: θ²/6 with θ = 8 bend.
  double lost_share() const { return 64. / 6 * bend * bend; }
};

/// The reader's observations, for the run's log.
struct MeshReport {
  bool curved = false;                ///< the model may be curved: its cells then depend on the fields' order
  std::optional<FlatCells> flat;      ///< where the model is curved and cells are straight
  std::vector<std::string> notes;     ///< sentences: cells reversed, unused nodes, optimiser run, …
  std::vector<std::string> warnings;  ///< sentences: faces that are left out
  std::vector<std::string> groups_without_cells;  ///< of which nothing is left
  double locality_before = 0;  ///< mean |e − neighbour(e)| over interior faces, in the file's order
  double locality_after = 0;   ///< the same along the Hilbert curve
};

/// Is told the name of each phase of the work at its end.
using PhaseDone = std::function<void(const char* phase)>;

}  // namespace dgsolve
