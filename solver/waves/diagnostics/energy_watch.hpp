/// Watches a run's energy, and keeps a good state to return to.
///
/// Without data the scheme never gains energy. With data, for linear equations, d√E/dt ≤ √E(L(0, t)) by the
/// Cauchy–Schwarz inequality, where L(0, t) is the rate that sources and boundary data give to the zero state
/// (the energy method; Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186, section 5). Faster growth
/// means that the time step is too large. Local models give back what they took: of a mode that reaches far
/// into an absorbing layer nearly all energy is the auxiliaries' twice a period. There the largest energy so
/// far counts, in place of the last one.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "solver/waves/time/circuit_energy.hpp"
#include "solver/waves/time/integrator.hpp"
#include "solver/waves/time/time_plan.hpp"

namespace dgsolve {

class EnergyWatch {
 public:
  /// Steps from one check to the next. One reading of the state costs little beside them, and even far beyond
  /// the stability limit a growing state does not overflow within them.
  static constexpr long interval = 32;

  /// driven: the case has sources or boundary data. Keeps references.
  EnergyWatch(SpatialOperator& op, Integrator& integrator, Precision precision, bool driven);

  /// For a restarted run: the energy at t = 0 and the largest one so far, J.
  void resume(std::optional<double> initial, double largest) {
    initial_ = initial;
    largest_ = largest;
  }
  /// Steps that may be taken until the next check, at least one.
  long steps_until_check(long steps) const { return std::max(1L, kept_.steps + interval - steps); }
  bool check_is_due(long steps) const { return steps >= kept_.steps + interval; }

  /// Measures the energy. Where it is admissible, keeps the state as the last good one and returns nothing;
  /// else returns a message that says what is wrong.
  std::optional<std::string> check(const TimePosition& position);
  bool has_good_state() const { return has_kept_; }
  /// Returns to the last good state. Returns its position.
  const TimePosition& go_back();

  std::optional<double> initial() const { return initial_; }  ///< J, at t = 0
  double energy() const { return of_fields_; }                ///< J, of the last good state's fields
  double held() const { return energy_; }                     ///< J, likewise, with what circuits hold
  /// The share of the largest energy so far, of fields and circuits, that is left in the last good state. A
  /// resonant circuit may hold most of it when fields have gone.
  double share_left() const { return largest_ > 0 ? energy_ / largest_ : 0; }

 private:
  /// For a state that is not finite: repeats the steps since the last good state one by one, up to the first
  /// after which the energy is inadmissible.
  std::optional<std::string> find_growth(TimePosition position);
  /// What is wrong with an energy; nothing where it is admissible.
  std::optional<std::string> find_fault(double now, const TimePosition& position);

  SpatialOperator& op_;
  Integrator& integrator_;
  const double slack_;  ///< factor by which rounding and local models may raise the energy
  const bool linear_, driven_;
  std::optional<double> initial_;
  /// The energy of this run's first state, J; a restart in another precision may have changed it.
  std::optional<double> first_;
  double energy_ = 0, largest_ = 0;  ///< of fields and circuits, J
  CircuitEnergy circuits_;
  double of_fields_ = 0;  ///< the part of energy_, J
  TimePosition kept_;
  bool has_kept_ = false;
};

/// The cell in which the state grows fastest: takes steps from the integrator's clock until the energy has
/// grown a hundredfold. Empty where that takes too many steps. The state cannot be used afterwards.
std::optional<int> fastest_growing_cell(const SpatialOperator& op, Integrator& integrator);

}  // namespace dgsolve
