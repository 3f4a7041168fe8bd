#include "app/waves/observers/energy_check.hpp"

#include <algorithm>

namespace dgsolve {

bool takes_energy_in(const WaveOptions& options) {
  const bool through_walls = std::any_of(options.boundaries.begin(), options.boundaries.end(),
                                         [](const auto& b) { return b.second.has_data(); });
  return through_walls || !options.source.empty() || !options.sources.empty();
}

EnergyCheck::EnergyCheck(const Case& input, SpatialOperator& op, Integrator& integrator,
                         const ObserverList& all)
    : watch_(op, integrator, input.precision, takes_energy_in(input.wave())), all_(all) {}

void EnergyCheck::resume(const RunRecord& record, const TimePosition&) {
  const std::vector<double>& energy = record.energy.values();
  watch_.resume(record.energy_initial, energy.empty() ? 0 : std::ranges::max(energy));
}

bool EnergyCheck::due(const TimePosition& position) const {
  return !has_good_state() || watch_.check_is_due(position.steps) ||
         std::any_of(all_.begin(), all_.end(),
                     [&](const auto& observer) { return observer->needs_check(position); });
}

void EnergyCheck::observe(const TimePosition& position) {
  if (const std::optional<std::string> trouble = watch_.check(position)) throw BadState(*trouble);
  passed_ = position.steps;
  good_record_ = {};
  for (const auto& observer : all_) {
    observer->add_to(good_record_);
    observer->keep();
  }
}

void EnergyCheck::finish(Summary& summary) const {
  summary.wave().initial_energy = watch_.initial();
  if (has_good_state()) summary.energy.final = watch_.energy();
  summary.energy.left = watch_.share_left();
}

}  // namespace dgsolve
