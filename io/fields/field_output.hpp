/// Outputs of fields as cases ask for them, and as writers of all formats are told.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/field_set.hpp"
#include "kernels/base/precision.hpp"
#include "mesh/base/faces.hpp"
#include "solver/discretization/nodal_mesh.hpp"
#include "solver/discretization/plane_section.hpp"

namespace dgsolve {

/// A plane through the mesh, in 2D a line.
struct SliceOutput {
  std::string name;
  Plane plane;
  int n_through = 0, n_normal = 0;  ///< numbers given: the mesh's dimension, once checked
};

/// An output of fields as a case asks for it.
struct FieldOutput {
  std::string format = "vtu";  ///< a format of make_writer
  /// Interval in time, > 0, by default the final time; t = 0 is written too. 0: there is no time.
  double every = 0;
  Precision precision = Precision::single;
  std::vector<std::string> names = {};       ///< fields; default all
  std::vector<std::string> regions = {};     ///< the cells of these; default all
  std::vector<std::string> boundaries = {};  ///< in place of cells: the faces of these groups
  std::vector<SliceOutput> slices = {};      ///< in place of cells: their sections
  int stride = 1;                            ///< of what was chosen, every such cell
};

/// A state at a time; views live during the call only.
struct Snapshot {
  double time;
  long step;
  std::span<const double> state;  ///< canonical [K][n_state][Np]
};

/// A snapshot in the output folder.
struct WrittenSnapshot {
  double time;
  std::string file;  ///< relative to the output folder
};

/// A file that cannot be read.
struct DamagedFile {
  std::string file;  ///< relative to the output folder
  std::string why;
};

/// A file of a snapshot by one of several processes.
struct PieceFile {
  std::string file;     ///< relative to the output folder
  std::size_t n_cells;  ///< that it shows
};

/// Told once to every writer of fields.
struct WriterSetup {
  FieldOutput options;
  std::filesystem::path directory;  ///< the output folder; exists
  NodalMesh nodal;                  ///< refers to what must outlive the writer
  FieldSet fields;                  ///< of the snapshots, in the state's order, then those that follow
  std::size_t n_state = fields.names.size();  ///< of the snapshots
  FieldsAtPoint derive = {};                  ///< the others, at each point of a file
  std::vector<Side> sides = {};               ///< in place of cells: these faces
};

}  // namespace dgsolve
