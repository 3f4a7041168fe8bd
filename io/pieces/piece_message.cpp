#include "io/pieces/piece_message.hpp"

#include "io/mesh/mesh_message.hpp"

namespace dgsolve {
namespace {

template <class T>
void put_all(Channel& channel, const std::vector<T>& values) {
  channel.put_array(std::span<const T>(values));
}

void put_vectors(Channel& channel, const std::vector<VectorField>& vectors) {
  channel.put(vectors.size());
  for (const VectorField& vector : vectors) {
    channel.put_text(vector.name);
    channel.put(vector.fields);
  }
}

std::vector<VectorField> take_vectors(Channel& channel) {
  std::vector<VectorField> vectors(channel.take_length(sizeof(VectorField)));
  for (VectorField& vector : vectors) {
    vector.name = channel.take_text();
    vector.fields = channel.take<std::array<int, 3>>();
  }
  return vectors;
}

}  // namespace

void put_piece(Channel& channel, const Piece& piece) {
  for (const std::string& text :
       {piece.directory.string(), piece.output.format, piece.equation, piece.formulation})
    channel.put_text(text);
  channel.put(piece.output.precision);
  for (const int number : {piece.K_part, piece.order, piece.n_state, piece.coefficients.n})
    channel.put(number);
  for (const auto* names :
       {&piece.output.names, &piece.output.boundaries, &piece.fields.names, &piece.fields.units})
    channel.put_texts(*names);
  put_vectors(channel, piece.fields.vectors);
  put_all(channel, piece.cells);
  put_all(channel, piece.coefficients.values);
  put_all(channel, piece.coefficients.row);
  put_mesh(channel, piece.mesh);
}

Piece take_piece(Channel& channel) {
  Piece piece{};
  piece.directory = channel.take_text();
  for (std::string* const text : {&piece.output.format, &piece.equation, &piece.formulation})
    *text = channel.take_text();
  piece.output.precision = channel.take<Precision>();
  for (int* const number : {&piece.K_part, &piece.order, &piece.n_state, &piece.coefficients.n})
    *number = channel.take<int>();
  for (auto* const names :
       {&piece.output.names, &piece.output.boundaries, &piece.fields.names, &piece.fields.units})
    *names = channel.take_texts();
  piece.fields.vectors = take_vectors(channel);
  piece.cells = channel.take_array<int>();
  piece.coefficients.values = channel.take_array<double>();
  piece.coefficients.row = channel.take_array<int>();
  piece.mesh = take_mesh(channel);
  return piece;
}

}  // namespace dgsolve
