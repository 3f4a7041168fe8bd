#include "solver/power_meter.hpp"

namespace dgsolve {

Powers PowerMeter::measure(const DeviceArray& state, double t) {
  if (!host_) {
    if (const std::optional<Powers> powers = op_.backend.powers(state, t)) return *powers;
    set_up_host();
  }
  op_.backend.download(state, host_->canonical);
  host_->backend->upload(host_->canonical, *host_->state);
  return host_->backend->powers(*host_->state, t).value();
}

void PowerMeter::set_up_host() {
  host_ = std::make_unique<Host>();
  host_->backend = make_backend("cpu", Precision::double_);
  host_->op = std::make_unique<SpatialOperator>(op_.discretization, op_.physics, options_, *host_->backend);
  host_->state = host_->backend->allocate();
  host_->canonical.resize(op_.discretization.n_dofs(op_.physics.n_fields));
}

}  // namespace dgsolve
