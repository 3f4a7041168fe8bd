#include "io/pieces/checkpoint_writer.hpp"

#include "io/pieces/piece_requests.hpp"
#include "io/restart/state_message.hpp"

namespace dgsolve {
namespace {

class WholeCheckpointWriter : public CheckpointWriter {
 public:
  void read(const StateCopy& copy, const StoredState& as) override { state_ = fetch_state(copy, as); }

  void write(const Checkpoint& checkpoint, const Mesh& mesh) override {
    const SavedState state = std::move(state_);
    write_checkpoint(checkpoint, mesh,
                     [&](const hdf5::Group& root) { write_state(root, checkpoint.state, state); });
  }

 private:
  SavedState state_;
};

/// Rank 0's. The others are told what to write where their copies are handed over
/// (io/pieces/piece_server.cpp). The checkpoint comes once all parts are on the disk.
class PartedCheckpointWriter : public CheckpointWriter {
 public:
  explicit PartedCheckpointWriter(StateParts parts) : parts_(std::move(parts)) {}

  void read(const StateCopy& copy, const StoredState& as) override {
    for (std::size_t rank = 1; rank < parts_.parts.size(); ++rank) {
      Channel& channel = requests_.begin(copy, static_cast<int>(rank), PieceKind::state);
      put_stored_state(channel, part_of(as, parts_.parts[rank], static_cast<int>(rank)));
      channel.flush();
    }
    own_ = part_of(as, parts_.parts[0], 0);
    state_ = fetch_state(copy.own_part(), own_);
    requests_.wait_until_read();
  }

  void write(const Checkpoint& checkpoint, const Mesh& mesh) override {
    std::vector<std::string> seals = {write_state_file(own_, state_)};
    state_ = {};
    for (std::string& seal : requests_.wait_until_written()) seals.push_back(std::move(seal));
    write_checkpoint(checkpoint, mesh,
                     [&](const hdf5::Group& root) { show_parts(root, checkpoint.state, parts_, seals); });
  }

 private:
  const StateParts parts_;
  PieceRequests requests_;
  StoredState own_;
  SavedState state_;
};

}  // namespace

std::unique_ptr<CheckpointWriter> make_checkpoint_writer(const WaveOperator& wave) {
  StateParts parts = wave.parts_by_rank();
  if (parts.parts.empty()) return std::make_unique<WholeCheckpointWriter>();
  return std::make_unique<PartedCheckpointWriter>(std::move(parts));
}

}  // namespace dgsolve
