/// Low-storage five-stage fourth-order Runge–Kutta of Carpenter & Kennedy, NASA TM 109112 (1994).
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class Lsrk45 {
 public:
  static constexpr int n_stages = 5;
  struct Coefficients {
    double a[n_stages], b[n_stages], c[n_stages];
  };
  /// In single precision each of a and b is rounded up or down, not always to nearest. A step multiplies the
  /// energy of a wave by |R(iωΔt)|² = 1 + ε(ωΔt)² + …: this rounding has ε = −5e-10; rounding to nearest has
  /// ε = −2.2e-8, a loss of 10⁻⁶ in 100,000 stages of ωΔt = 1/20.
  static const Coefficients& coefficients(Precision precision);
  /// Extent of the stability region |R(z)| ≤ 1 along the negative real axis.
  static constexpr double real_axis_limit = 4.65;

  /// Starts from a canonical state.
  Lsrk45(SpatialOperator& op, std::span<const double> initial);
  Lsrk45(const Lsrk45&) = delete;  // recordings keep its address
  Lsrk45& operator=(const Lsrk45&) = delete;

  /// Takes n steps of dt from time t.
  void advance(double t, double dt, long n);
  /// Takes n more steps of the same size, bit-identical to taking all steps at once.
  void advance(long n);
  /// Calls this with the state after every step from now on, as part of what is recorded: it may do only what
  /// Device::record admits. What it refers to must outlive the integrator's steps.
  void after_each_step(std::function<void(const WaveState&)> call);
  /// Sets the clock to `done` steps of dt after time t, without taking them.
  void set_clock(double t, double dt, long done);

  /// The current state, canonical.
  void download(std::span<double> state) const;
  /// Between steps only the state must be saved: the first stage of a step does not read the residual (a₁ =
  /// 0).
  const WaveState& state() const { return *u_; }
  /// Sets the state to one that WaveState::save returned.
  void restore(std::span<const std::byte> raw);

  /// Bound on the growth of √E by sources and boundary data in n steps of dt from time t:
  /// Σ dt √E(L(0, t_i)), √J. The clock must be set again afterwards.
  double root_of_energy_put_in(double t, double dt, long n);

  /// Keeps a copy of the state, on the device.
  void keep();
  /// Returns to the copy; the caller sets the clock.
  void go_back();

 private:
  /// Steps in one recording: many, so that launches cost little, and an even number, since u_ and next_ are
  /// exchanged in each of a step's five stages and must end as they began.
  static constexpr long recorded_steps = 16;

  void take_steps(long n);

  Device& device_;
  WaveOperator& wave_;
  const Coefficients& coefficients_;
  const std::size_t n_dofs_;
  std::unique_ptr<WaveState> u_, next_, residual_;
  std::unique_ptr<WaveState> kept_;                   ///< null until there is one
  std::unique_ptr<Recording> recordings_[2];          ///< after an even and after an odd number of steps
  std::function<void(const WaveState&)> after_step_;  ///< empty: nothing
  long steps_ = 0;                                    ///< taken since the initial state
};

}  // namespace dgsolve
