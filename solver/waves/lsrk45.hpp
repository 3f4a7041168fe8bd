/// Low-storage five-stage fourth-order Runge–Kutta of Carpenter & Kennedy, NASA TM 109112 (1994).
#pragma once

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
  /// In single precision each of a and b is one of the two numbers beside the coefficient, not always the
  /// nearer one: a step multiplies the energy of a wave by |R(iωΔt)|² = 1 + ε(ωΔt)² + …, and with these
  /// ε = −5e-10, with the nearest numbers −2.2e-8, a loss of 10⁻⁶ in 100,000 stages of ωΔt = 1/20.
  static const Coefficients& coefficients(Precision precision);
  /// The stability region's reach along the negative real axis (from the stability polynomial |R(z)| ≤ 1).
  static constexpr double real_axis_limit = 4.65;

  /// Starts from a canonical state.
  Lsrk45(SpatialOperator& op, std::span<const double> initial);
  Lsrk45(const Lsrk45&) = delete;  // recordings keep its place
  Lsrk45& operator=(const Lsrk45&) = delete;

  /// Takes n steps of dt from time t.
  void advance(double t, double dt, long n);
  /// Takes n more steps of the same size: the result has the same bits as if all were taken at once.
  void advance(long n);
  /// Sets the clock to where `done` steps of dt from time t lead, without taking them.
  void set_clock(double t, double dt, long done);

  /// The state now, canonical.
  void download(std::span<double> state) const;
  /// Between steps it is all there is to save: a step's first stage does not read the residual, a₁ = 0.
  const DeviceArray& state() const { return *u_; }
  /// The state becomes one that Backend::save gave.
  void restore(std::span<const std::byte> raw);

  /// By how much sources and states given at boundaries can raise the root of the energy in n steps of dt
  /// from time t: Σ dt √E(L(0, t_i)), √J. The clock must be set anew after it.
  double root_of_energy_put_in(double t, double dt, long n);

  /// Keeps a copy of the state, on the device.
  void keep();
  /// Goes back to the copy; the clock is the caller's affair.
  void go_back();

 private:
  /// Steps that are recorded as one: many, so that their launches cost little, and an even number, after
  /// which u_ and next_, exchanged in each of a step's five stages, are the arrays they were.
  static constexpr long recorded_steps = 16;

  void take_steps(long n);

  Backend& backend_;
  const Coefficients& coefficients_;
  const std::size_t n_dofs_;
  std::unique_ptr<DeviceArray> u_, next_, residual_;
  std::unique_ptr<DeviceArray> kept_;         ///< null until there is one
  std::unique_ptr<Recording> recordings_[2];  ///< after an even and after an odd number of steps
  long steps_ = 0;                            ///< taken since the initial state
};

}  // namespace dgsolve
