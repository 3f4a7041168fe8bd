#include "io/pieces/state_writer.hpp"

#include <algorithm>
#include <optional>

#include "io/fields/formats.hpp"
#include "io/pieces/piece_message.hpp"
#include "io/pieces/piece_requests.hpp"
#include "io/pieces/piece_writer.hpp"

namespace dgsolve {
namespace {

class WholeStateWriter : public StateWriter {
 public:
  WholeStateWriter(const WriterSetup& setup, const SpatialOperator& op, std::vector<double>& state,
                   const FieldsBehind& behind)
      : StateWriter(make_writer(setup)),
        K_(op.discretization.K()),
        of_state_(op.discretization.n_dofs(op.physics.n_fields) / K_),
        of_snapshot_(op.discretization.n_dofs(op.physics.n_fields + behind.n) / K_),
        behind_(behind),
        state_(state) {}

  void read(const StateCopy& copy, double time, long step) override {
    state_.resize(K_ * of_snapshot_);
    copy.download(std::span(state_).first(K_ * of_state_));
    snapshot_ = {time, step, state_};
  }
  void write() override {
    if (behind_.n > 0) put_behind();
    files().write(snapshot_);
  }

 private:
  /// From the last cell on, so that nothing is overwritten that is still needed.
  void put_behind() {
    for (std::size_t e = K_; e-- > 0;) {
      const auto from = state_.begin() + static_cast<std::ptrdiff_t>(e * of_state_);
      double* const to = &state_[e * of_snapshot_];
      if (e > 0) std::copy_backward(from, from + static_cast<std::ptrdiff_t>(of_state_), to + of_state_);
      behind_.put(static_cast<int>(e), to + of_state_);
    }
  }

  const std::size_t K_, of_state_, of_snapshot_;  ///< cells; values of each
  const FieldsBehind behind_;
  std::vector<double>& state_;
  Snapshot snapshot_{};
};

/// Rank 0's. The others are told what to write where their copies are handed over
/// (io/pieces/piece_server.cpp).
class PieceStateWriter : public StateWriter {
 public:
  PieceStateWriter(const WriterSetup& setup, const SpatialOperator& op)
      : StateWriter(make_writer(setup)), setup_(setup), op_(op), parts_(op.wave->parts_by_rank().parts) {}

  void read(const StateCopy& copy, double time, long step) override {
    time_ = time;
    step_ = step;
    const std::optional<PieceCutter> begin = begin_pieces();
    for (const Other& other : others_) ask(other.rank, begin, copy);
    if (own_) own_->read(copy.own_part());
    requests_.wait_until_read();
  }

  void write() override {
    std::vector<PieceFile> pieces;
    if (own_) {
      pieces.push_back({files().next_piece(0), n_own_});
      own_->write(pieces.front().file, time_, step_);
    }
    for (const Other& other : others_) pieces.push_back({files().next_piece(other.rank), other.n_cells});
    requests_.wait_until_written();
    files().join_pieces(time_, step_, pieces);
  }

 private:
  /// Another process that has some of what is written.
  struct Other {
    int rank;
    std::size_t n_cells;  ///< that are written
  };

  /// What cuts out the pieces, where nobody was told of them.
  std::optional<PieceCutter> begin_pieces() {
    if (own_ || !others_.empty()) return {};
    std::optional<PieceCutter> cutter(std::in_place, setup_, op_);
    for (std::size_t rank = 1; rank < parts_.size(); ++rank)
      if (const std::size_t n = cutter->n_written(parts_[rank].cells); n > 0)
        others_.push_back({static_cast<int>(rank), n});
    n_own_ = cutter->n_written(parts_[0].cells);
    if (n_own_ > 0) own_ = std::make_unique<PieceWriter>(cutter->cut(parts_[0].cells));
    return cutter;
  }

  void ask(int rank, const std::optional<PieceCutter>& begin, const StateCopy& copy) {
    Channel& channel = requests_.begin(copy, rank, PieceKind::fields);
    channel.put(begin.has_value());
    if (begin) put_piece(channel, begin->cut(parts_[rank].cells));
    channel.put_text(files().next_piece(rank));
    channel.put(time_);
    channel.put(step_);
    channel.flush();
  }

  const WriterSetup setup_;
  const SpatialOperator& op_;
  const std::vector<StatePart> parts_;  ///< [rank]
  PieceRequests requests_;
  // Nobody before the first snapshot:
  std::unique_ptr<PieceWriter> own_;  ///< null where nothing here is written
  std::size_t n_own_ = 0;             ///< cells that it writes
  std::vector<Other> others_;         ///< in the order of their cells
  double time_ = 0;
  long step_ = 0;
};

}  // namespace

std::unique_ptr<StateWriter> make_state_writer(const WriterSetup& setup, const SpatialOperator& op,
                                               std::vector<double>& state, const FieldsBehind& behind) {
  if (has_pieces(setup.options) && behind.n == 0 && !op.wave->parts_by_rank().parts.empty())
    return std::make_unique<PieceStateWriter>(setup, op);
  return std::make_unique<WholeStateWriter>(setup, op, state, behind);
}

}  // namespace dgsolve
