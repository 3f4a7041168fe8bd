/// Whether a wave problem's fields can grow: eigenvalues of its operator's matrix, and long runs.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <vector>

#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

/// The matrix of the semi-discrete operator, of fields and auxiliaries: the operator applied to unit vectors.
inline Eigen::MatrixXd matrix_of(const Wave& wave) {
  const std::size_t n = wave.discretization.n_dofs(wave.physics.n_fields) + wave.op.wave->n_auxiliaries();
  Eigen::MatrixXd matrix(n, n);
  const auto state = wave.op.wave->allocate(), next = wave.op.wave->allocate(),
             rate = wave.op.wave->allocate();
  std::vector<double> unit(n);
  for (std::size_t j = 0; j < n; ++j) {
    unit[j] = 1;
    state->upload(unit);
    unit[j] = 0;
    wave.op.wave->set_clock(0, 1);
    wave.op.wave->stage({0, 0, 0}, *state, *rate, *next);
    rate->download({matrix.col(j).data(), n});
  }
  return matrix;
}

/// The largest real part of its eigenvalues.
inline double fastest_growth(const Wave& wave) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix_of(wave), false).eigenvalues().real().maxCoeff();
}

/// Random fields in the mesh's own cells, none in its layers. In these they would leave charges, whose static
/// fields a layer first raises, E by up to 1 + σ/α: the energy settles, but in edges only after a million
/// steps.
inline std::vector<double> random_inside(const Wave& wave) {
  std::vector<double> state = wave.random_state(1);
  const std::size_t width = state.size() / wave.discretization.K();
  for (int e = 0; e < wave.discretization.K(); ++e)
    if (wave.options.models.contains(wave.mesh.region_names[wave.mesh.region[e]]))
      std::fill_n(&state[e * width], width, 0.0);
  return state;
}

/// The energy at the end of a long run, relative to the one at its middle.
inline double growth_from(Wave& wave, const std::vector<double>& state, long n_steps) {
  RungeKutta integrator(wave.op, state);
  const double dt = choose_time_step(wave.op, {}).dt;
  integrator.advance(0, dt, n_steps / 2);
  const double middle = wave.op.wave->energy(integrator.state());
  integrator.advance(0, dt, n_steps / 2);
  return wave.op.wave->energy(integrator.state()) / middle;
}

/// Bound on what growth_from finds of fields that do not grow.
inline double most_growth(Precision precision) { return precision == Precision::single ? 1.001 : 1.00001; }

}  // namespace dgsolve::test
