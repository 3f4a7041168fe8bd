#include "io/pieces/piece_server.hpp"

#include <stdexcept>

#include "io/fields/writer_thread.hpp"
#include "io/pieces/piece_message.hpp"

namespace dgsolve {

template <class Work>
void PieceServer::attempt(const Work& work) {
  if (!failure_.empty()) return;
  try {
    work();
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
}

void PieceServer::serve(const StateCopy& part, Channel& rank_0) {
  use_idle_cores(busy_cores_);
  const bool begins_output = rank_0.take<bool>();
  if (begins_output) {
    writer_.reset();
    Piece piece = take_piece(rank_0);
    attempt([&] { writer_ = std::make_unique<PieceWriter>(std::move(piece)); });
  }
  const std::string file = rank_0.take_text();
  const double time = rank_0.take<double>();
  const long step = rank_0.take<long>();
  attempt([&] { writer_->read(part); });
  rank_0.put(true);  // the copy may become another state
  rank_0.flush();
  attempt([&] { writer_->write(file, time, step); });
  rank_0.put_text(failure_);
  rank_0.flush();
}

void PieceServer::check() const {
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

}  // namespace dgsolve
