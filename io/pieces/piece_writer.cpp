#include "io/pieces/piece_writer.hpp"

#include <algorithm>
#include <stdexcept>

#include "io/fields/formats.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {
namespace {

std::unique_ptr<Writer> writer_for(const Piece& piece, const ReferenceElement& element) {
  if (!std::filesystem::is_directory(piece.directory))
    throw std::runtime_error(
        piece.directory.string() +
        ": the folder is not there; expected the output folder under the same path in all "
        "processes");
  const Physics& physics = find_physics(piece.equation, piece.mesh.dim, piece.formulation);
  return make_writer({piece.output,
                      piece.directory,
                      {piece.mesh, element},
                      piece.fields,
                      static_cast<std::size_t>(piece.n_state),
                      derived_fields(physics, piece.coefficients)});
}

}  // namespace

PieceWriter::PieceWriter(Piece piece)
    : piece_(std::move(piece)),
      element_(piece_.mesh.dim, piece_.order, piece_.mesh.geometry_order),
      writer_(writer_for(piece_, element_)) {}

void PieceWriter::read(const StateCopy& part) {
  const std::size_t of_cell = static_cast<std::size_t>(piece_.n_state) * element_.Np;
  state_.resize(piece_.K_part * of_cell);
  part.download(state_);
  // Ascending, so that nothing is overwritten that is still needed.
  for (std::size_t i = 0; i < piece_.cells.size(); ++i)
    if (const std::size_t from = piece_.cells[i]; from != i)
      std::copy_n(&state_[from * of_cell], of_cell, &state_[i * of_cell]);
}

void PieceWriter::write(const std::string& file, double time, long step) {
  writer_->write_piece({time, step, state_}, file);
}

}  // namespace dgsolve
