/// Writes a process's piece of snapshots.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/pieces/piece.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

class PieceWriter {
 public:
  /// Throws std::runtime_error where the output folder is not there.
  explicit PieceWriter(Piece piece);
  PieceWriter(const PieceWriter&) = delete;
  PieceWriter& operator=(const PieceWriter&) = delete;

  /// Fetches what is to be written of the process's part of a state.
  void read(const StateCopy& part);
  /// Writes it to a file of the output folder. Throws std::runtime_error that names the file where that
  /// cannot be.
  void write(const std::string& file, double time, long step);

 private:
  const Piece piece_;
  const ReferenceElement element_;
  const std::unique_ptr<Writer> writer_;
  std::vector<double> state_;  ///< canonical, of the piece's cells, then room for other ones of the part
};

}  // namespace dgsolve
