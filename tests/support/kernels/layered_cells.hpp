/// Problems with absorbing layers in a part of their cells.
#pragma once

#include <vector>

#include "kernels/models/absorbing_layer.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::test {

/// A problem of Maxwell's equations in 3D in which every third cell is one of a layer, absorbing along
/// another axis in each region. Keeps references to the problem's views.
struct LayeredCells {
  using M = AbsorbingLayer<Formulation::full, 1>;

  explicit LayeredCells(const WaveProblem& problem) : by_model(problem) {
    const CoefficientView& c = problem.coefficients;
    const int n_rows = static_cast<int>(c.values.size()) / c.n;
    coefficients.resize(n_rows * M::n_coefficients);
    for (int row = 0; row < n_rows; ++row) {
      double parameters[] = {0, 0, 0, 0.3, 0.1 * row};  // absorption along each axis, shift, relaxation
      parameters[row % 3] = 2 + row;
      M::coefficients(parameters, {}, &coefficients[row * M::n_coefficients]);
    }
    for (int e = 0; e < problem.K; ++e) model.push_back(e % 3 == 0 ? 0 : -1);
    by_model.models = {{M::type,
                        {"kernels/models/absorbing_layer.hpp"},
                        M::n_aux,
                        {M::n_coefficients, coefficients, c.row}}};
    by_model.model = model;
  }
  LayeredCells(const LayeredCells&) = delete;
  LayeredCells& operator=(const LayeredCells&) = delete;

  /// A state of fields u with auxiliaries, small and all different.
  std::vector<double> with_auxiliaries(std::vector<double> u) const {
    std::size_t n = 0;
    for (const CellGroup& group : by_model.groups())
      n += group.cells.size() * static_cast<std::size_t>(group.n_aux) * by_model.reference.Np;
    for (; n > 0; --n) u.push_back(1e-3 * static_cast<double>(n));
    return u;
  }

  std::vector<double> coefficients;
  std::vector<int> model;
  WaveProblem by_model;
};

}  // namespace dgsolve::test
