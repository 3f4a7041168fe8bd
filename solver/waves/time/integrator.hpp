/// Takes a wave problem's state from one time to the next.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class Integrator {
 public:
  Integrator() = default;
  Integrator(const Integrator&) = delete;  // recordings keep its address
  Integrator& operator=(const Integrator&) = delete;
  virtual ~Integrator() = default;

  /// Takes n steps of dt from time t. The step may be another one each time.
  void advance(double t, double dt, long n) {
    set_clock(t, dt, 0);
    advance(n);
  }
  /// Takes n more steps of the same size, bit-identical to taking all steps at once.
  virtual void advance(long n) = 0;
  /// With the state after a step, and the step's number since the wave operator's clock was set on.
  using AfterStep = std::function<void(const WaveState&, long step)>;
  /// Calls this too after every step from now on, as part of what is recorded: it may do only what
  /// Device::record admits. What it refers to must outlive the integrator's steps.
  virtual void after_each_step(AfterStep call) = 0;
  /// Sets the clock to `done` steps of dt after time t, without taking them.
  virtual void set_clock(double t, double dt, long done) = 0;

  /// The state now: all that must be saved between steps.
  virtual const WaveState& state() const = 0;
  /// … canonical.
  void download(std::span<double> values) const { state().download(values); }

  /// Keeps a copy of the state, on the device.
  virtual void keep() = 0;
  /// Returns to the copy; the caller sets the clock.
  virtual void go_back() = 0;

  /// Where the device chooses the size of steps, each step of `advance` is a few of those, the last of which
  /// ends at its end: what they were so far, between calls of `advance`.
  virtual std::optional<StepRecord> record() const { return {}; }
  /// Goes on from there.
  virtual void go_on(const StepRecord& /*record*/) {}

  /// Bound on the growth of √E by sources and boundary data in n steps of dt from time t:
  /// Σ dt √E(L(0, t_i)), √J, where E is the energy of fields and circuits. The clock must be set again
  /// afterwards.
  virtual double root_of_energy_put_in(double t, double dt, long n) = 0;
};

/// Puts the fields into a state in which all is zero.
using InitialState = std::function<void(WaveState&)>;

/// Equal steps by the operator's scheme. Keeps a reference to the operator's device and wave operator.
std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, const InitialState& initial);
/// … or steps whose size follows from their errors, as the options want it, or from the state, where speeds
/// depend on it.
std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, const InitialState& initial,
                                            const TimeOptions& options);

}  // namespace dgsolve
