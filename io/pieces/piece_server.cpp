#include "io/pieces/piece_server.hpp"

#include <stdexcept>

#include "io/fields/writer_thread.hpp"
#include "io/pieces/piece_message.hpp"
#include "io/pieces/piece_requests.hpp"
#include "io/restart/state_message.hpp"

namespace dgsolve {

template <class Work>
void PieceServer::attempt(const Work& work) {
  if (!failure().empty()) return;
  try {
    work();
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    failure_ = error.what();
  }
}

std::string PieceServer::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

PieceServer::Job PieceServer::take_fields(Channel& rank_0) {
  const bool begins_output = rank_0.take<bool>();
  if (begins_output) {
    writer_.reset();
    Piece piece = take_piece(rank_0);
    attempt([&] { writer_ = std::make_unique<PieceWriter>(std::move(piece)); });
  }
  const std::string file = rank_0.take_text();
  const double time = rank_0.take<double>();
  const long step = rank_0.take<long>();
  return {[this](const StateCopy& part) { writer_->read(part); },
          [this, file, time, step] {
            writer_->write(file, time, step);
            return std::string();
          }};
}

PieceServer::Job PieceServer::take_state(Channel& rank_0) {
  const auto as = std::make_shared<const StoredState>(take_stored_state(rank_0));
  const auto state = std::make_shared<SavedState>();
  return {[as, state](const StateCopy& part) { *state = fetch_state(part, *as); },
          [as, state] { return write_state_file(*as, *state); }};
}

void PieceServer::write(const StateCopy& part, Channel& rank_0) {
  use_idle_cores(busy_cores_);
  const auto kind = rank_0.take<PieceKind>();
  const Job job = kind == PieceKind::fields ? take_fields(rank_0) : take_state(rank_0);
  attempt([&] { job.read(part); });
  rank_0.put(true);  // the copy may become another state
  rank_0.flush();
  std::string said;
  attempt([&] { said = job.write(); });
  rank_0.put_text(failure());
  rank_0.put_text(said);
  rank_0.flush();
}

void PieceServer::load(WaveState& part, Channel& rank_0) {
  const StoredState from = take_stored_state(rank_0);
  const StatePart own = take_part(rank_0);
  const bool is_raw = rank_0.take<bool>();
  attempt([&] { load_part(from, own, is_raw, part); });
  rank_0.put_text(failure());
  rank_0.flush();
}

void PieceServer::check() const {
  if (const std::string what = failure(); !what.empty()) throw std::runtime_error(what);
}

}  // namespace dgsolve
