/// Outputs of fields in pieces: each of several processes writes those of its own cells. A process other than
/// the first has neither the mesh nor the problem, so rank 0 cuts out what it must know.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/fields/formats.hpp"
#include "kernels/base/cell_runs.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// What a process must know of its piece.
struct Piece {
  std::filesystem::path directory;  ///< the output folder, absolute
  FieldOutput output;               ///< regions and stride are in the mesh, which has no other cells
  Mesh mesh;                        ///< what is written: all cells, or all faces of the output's boundaries
  std::vector<int> cells;           ///< [K]: indices of the mesh's cells in the process's part of a state
  int K_part;                       ///< cells of that part
  int order;
  FieldSet fields;  ///< WriterSetup's
  int n_state;      ///< fields of the state
  std::string equation, formulation;
  Coefficients coefficients;  ///< of the mesh's cells; none where no field follows from others
};

/// Cuts an output into pieces.
class PieceCutter {
 public:
  /// whole: with pieces (has_pieces). Keeps references.
  PieceCutter(const WriterSetup& whole, const SpatialOperator& op);

  /// Cells, or faces, that are written of a process's part.
  std::size_t n_written(const CellRange& part) const;
  Piece cut(const CellRange& part) const;

 private:
  bool on_faces() const { return !whole_.options.boundaries.empty(); }

  const WriterSetup& whole_;
  const SpatialOperator& op_;
  const Mesh& mesh_;
  const std::vector<int> elements_;  ///< that are written; on faces none
  const std::vector<Side> sides_;    ///< that are written
};

}  // namespace dgsolve
