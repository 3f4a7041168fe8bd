#include "app/waves/observers/decay_stop.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "kernels/base/number_text.hpp"
#include "solver/waves/monitors/waveform_end.hpp"

namespace dgsolve {

DecayStop::DecayStop(const Case& input, const EnergyCheck& check)
    : final_(input.wave().time.final),
      check_(check),
      decay_(*input.wave().time.stop_at_decay, end_of_waveforms(input.wave(), input.wave().time.final)) {}

double DecayStop::expected_end() const {
  const std::optional<double> since = decay_.record().below_since;
  return since ? std::min(final_, *since / (1 - EnergyDecay::patience)) : final_;
}

void DecayStop::observe(const TimePosition& position) {
  decay_.add(position.time(), check_.held());
  if (decay_.is_over(position.time()))
    reason_ = fmt::format("ended at t = {}, step {}: the energy is below {} of its maximum since t = {}",
                          number_text(position.time()), position.steps, number_text(decay_.share()),
                          number_text(*decay_.record().below_since));
}

}  // namespace dgsolve
