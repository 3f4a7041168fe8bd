#include "solver/waves/growth_place.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace dgsolve {
namespace {

constexpr double enough = 100;  ///< times the energy: the growing part is then most of the state
constexpr long most_steps = 2000;

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

std::optional<int> fastest_growing_cell(const SpatialOperator& op, Integrator& integrator) {
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
