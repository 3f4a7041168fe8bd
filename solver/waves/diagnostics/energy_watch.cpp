#include "solver/waves/diagnostics/energy_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// The cell with the largest change, each field relative to its own largest change; NaN and infinity count
/// most.
int most_changed_cell(const SpatialOperator& op, std::span<const double> before,
                      std::span<const double> after) {
  const std::size_t Np = op.discretization.element.Np, n_fields = op.physics.n_fields,
                    K = op.discretization.K();
  std::vector<double> largest(n_fields, 0), changes(K * n_fields, 0);
  for (std::size_t row = 0; row < changes.size(); ++row) {
    for (std::size_t i = row * Np; i < (row + 1) * Np; ++i) {
      const double change = std::abs(after[i] - before[i]);
      if (!(change <= changes[row]))
        changes[row] = std::isfinite(change) ? change : std::numeric_limits<double>::max();
    }
    largest[row % n_fields] = std::max(largest[row % n_fields], changes[row]);
  }
  int cell = 0;
  double most = 0;
  for (std::size_t row = 0; row < changes.size(); ++row) {
    const double share = changes[row] / largest[row % n_fields];
    if (share > most) {
      most = share;
      cell = static_cast<int>(row / n_fields);
    }
  }
  return cell;
}

}  // namespace

EnergyWatch::EnergyWatch(SpatialOperator& op, Integrator& integrator, Precision precision, bool driven)
    : op_(op),
      integrator_(integrator),
      // A lossless problem may gain only round-off, in single precision at every step. What layers hold is
      // not in the energy, and may come back.
      slack_(op.models.absorb()               ? std::numeric_limits<double>::infinity()
             : precision == Precision::single ? 1.01
                                              : 1 + 1e-6),
      linear_(op.physics.info.linear),
      driven_(driven),
      circuits_(op) {}

std::optional<std::string> EnergyWatch::check(const TimePosition& position) {
  const double of_fields = op_.wave->energy(integrator_.state()),
               now = of_fields + circuits_.in(integrator_.state());
  if (!initial_) initial_ = now;
  if (!first_) first_ = now;
  std::optional<std::string> trouble =
      std::isfinite(now) || !has_kept_ ? find_fault(now, position) : find_growth(position);
  if (trouble) return trouble;
  integrator_.keep();
  kept_ = position;
  has_kept_ = true;
  energy_ = now;
  of_fields_ = of_fields;
  largest_ = std::max(largest_, now);
  return {};
}

std::optional<std::string> EnergyWatch::find_growth(TimePosition position) {
  integrator_.go_back();
  const long n = position.steps - kept_.steps;
  position.done -= n;
  position.steps = kept_.steps;
  integrator_.set_clock(position.interval.start, position.interval.dt, position.done);
  for (long step = 0; step < n; ++step) {
    integrator_.advance(1);
    ++position.done;
    ++position.steps;
    const WaveState& u = integrator_.state();
    if (auto trouble = find_fault(op_.wave->energy(u) + circuits_.in(u), position)) return trouble;
  }
  throw std::logic_error("repeated steps gave other results");
}

std::optional<std::string> EnergyWatch::find_fault(double now, const TimePosition& position) {
  if (!std::isfinite(now)) return "the solution became NaN or infinite";
  // Where coefficients vary inside cells, products of polynomials are inexact and may gain a little energy.
  if (!driven_ && linear_ && !op_.physics.nodal_coefficients && now > *first_ * slack_)
    return "the energy grew from " + number_text(*first_) + " to " + number_text(now) +
           ", though nothing puts energy in";
  const double held = op_.models.absorb() ? largest_ : energy_;
  if (!has_kept_ || !linear_ || now <= 4 * held) return {};
  const long n = position.steps - kept_.steps;
  const double most =
      std::sqrt(held) + integrator_.root_of_energy_put_in(kept_.time(), position.interval.dt, n);
  integrator_.set_clock(position.interval.start, position.interval.dt, position.done);
  if (std::sqrt(now) <= 2 * most) return {};
  return "the energy grew from " + number_text(energy_) + " to " + number_text(now) + " in " +
         std::to_string(n) + " steps; sources and boundaries can raise it to at most " +
         number_text(most * most);
}

const TimePosition& EnergyWatch::go_back() {
  integrator_.go_back();
  integrator_.set_clock(kept_.interval.start, kept_.interval.dt, kept_.done);
  return kept_;
}

std::optional<int> fastest_growing_cell(const SpatialOperator& op, Integrator& integrator) {
  constexpr double enough = 100;  // times the energy: the growing part is then most of the state
  constexpr long most_steps = 2000;
  std::vector<double> good(op.discretization.n_dofs(op.physics.n_fields)), grown(good.size());
  integrator.download(good);
  const double before = op.wave->energy(integrator.state());
  for (long step = 0; step < most_steps; ++step) {
    integrator.advance(1);
    if (op.wave->energy(integrator.state()) <= enough * before) continue;
    integrator.download(grown);
    return most_changed_cell(op, good, grown);
  }
  return {};
}

}  // namespace dgsolve
