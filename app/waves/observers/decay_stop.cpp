#include "app/waves/observers/decay_stop.hpp"

#include <fmt/core.h>

#include "kernels/base/number_text.hpp"
#include "solver/waves/monitors/waveform_end.hpp"

namespace dgsolve {

DecayStop::DecayStop(const Case& input, const EnergyCheck& check)
    : check_(check), decay_(*input.time->stop_at_decay, end_of_waveforms(input.wave(), input.time->final)) {}

void DecayStop::observe(const TimePosition& position) {
  decay_.add(position.time(), check_.energy());
  if (decay_.is_over(position.time()))
    reason_ = fmt::format("ended at t = {}, step {}: the energy is below {} of its maximum since t = {}",
                          number_text(position.time()), position.steps, number_text(decay_.share()),
                          number_text(*decay_.record().below_since));
}

}  // namespace dgsolve
