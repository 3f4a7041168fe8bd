#include "app/waves/observers/state_export.hpp"

#include <utility>

namespace dgsolve {

StateExport::StateExport(SpatialOperator& op)
    : copy_(op.wave->allocate_copy()), thread_(op.device.host_threads()) {}

void StateExport::submit(const WaveState& state, Read read, Write write) {
  thread_.wait_until_left(1);  // which writes what was copied before
  copy_->take(state);
  thread_.submit([this, read = std::move(read)] { read(*copy_); });
  thread_.submit(std::move(write));
}

}  // namespace dgsolve
