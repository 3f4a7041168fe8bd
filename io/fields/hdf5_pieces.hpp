/// Pieces of a snapshot in HDF5 files.
#pragma once

#include <vector>

#include "io/fields/field_output.hpp"
#include "io/hdf5/hdf5_file.hpp"

namespace dgsolve {

/// The rows of pieces that have so many a cell, for a file beside them that shows them.
inline std::vector<hdf5::RowsOfFile> rows_of_pieces(const std::vector<PieceFile>& pieces,
                                                    std::size_t rows_of_cell) {
  std::vector<hdf5::RowsOfFile> rows;
  rows.reserve(pieces.size());
  for (const PieceFile& piece : pieces)
    rows.push_back({std::filesystem::path(piece.file).filename(), piece.n_cells * rows_of_cell});
  return rows;
}

}  // namespace dgsolve
