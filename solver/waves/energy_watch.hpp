/// Watches a run's energy, and keeps a good state to go back to.
///
/// Without data the scheme never gains energy, and with them, for linear equations, no more than
/// d√E/dt ≤ √E(L(0, t)): by Cauchy and Schwarz, where L(0, t) is what sources and states given at boundaries
/// do to a state that is zero (the energy method; Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186,
/// section 5). What grows faster does so for want of a small enough time step.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "solver/waves/lsrk45.hpp"
#include "solver/waves/time_plan.hpp"

namespace dgsolve {

class EnergyWatch {
 public:
  /// Steps from one check to the next: reading the state once costs little beside them, and even far beyond
  /// the stability limit they lead from the first growth to no overflow.
  static constexpr long interval = 32;

  /// driven: the case has sources, or states given at boundaries. Keeps references.
  EnergyWatch(SpatialOperator& op, Lsrk45& integrator, Precision precision, bool driven);

  /// The energy at t = 0 of a run that goes on, J.
  void set_initial(std::optional<double> energy) { initial_ = energy; }
  /// Steps that may be taken until the next check, at least one.
  long steps_until_check(long steps) const { return std::max(1L, kept_.steps + interval - steps); }
  bool check_is_due(long steps) const { return steps >= kept_.steps + interval; }

  /// Measures the energy. Nothing where it is as it may be: the state is then the one to go back to. Else
  /// what is wrong with it, for people.
  std::optional<std::string> check(const TimePosition& position);
  bool has_good_state() const { return has_kept_; }
  /// Goes back to the last state that was good. Its position.
  const TimePosition& go_back();

  std::optional<double> initial() const { return initial_; }  ///< J, at t = 0
  double energy() const { return energy_; }                   ///< J, of the last good state

 private:
  /// Of a state that is not finite: takes the steps since the last good one again, one by one, up to the
  /// first after which something is wrong.
  std::optional<std::string> find_growth(TimePosition position);
  std::optional<std::string> judge(double energy, const TimePosition& position);

  SpatialOperator& op_;
  Lsrk45& integrator_;
  const double slack_;  ///< share of the energy that rounding may add
  const bool linear_, driven_;
  std::optional<double> initial_;
  /// Of this run's own first state, which a change of precision may have changed; J.
  std::optional<double> first_;
  double energy_ = 0;
  TimePosition kept_;
  bool has_kept_ = false;
};

}  // namespace dgsolve
