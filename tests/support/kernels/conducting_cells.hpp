/// Problems with a local model in a part of their cells.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "tests/models/conductivity.hpp"

namespace dgsolve::test {

/// A problem of Maxwell's equations in 3D in which every third cell conducts, by the local model or by the
/// equation's own σ. Keeps references to the problem's views.
struct ConductingCells {
  using M = Conductivity<Formulation::full>;
  using P = M::Equation;

  explicit ConductingCells(const WaveProblem& problem) : by_sigma(problem), by_model(problem) {
    const CoefficientView& c = problem.coefficients;
    const int n_rows = static_cast<int>(c.values.size()) / c.n;
    values.assign(c.values.begin(), c.values.end());
    for (int row = 0; row < n_rows; ++row) {
      rates.push_back(0.5 + 0.3 * row);
      values.insert(values.end(), &c.values[row * c.n], &c.values[row * c.n] + c.n);
      values[(n_rows + row) * c.n + 2] += rates[row] / c.values[row * c.n];  // σ += s ε
    }
    for (int e = 0; e < problem.K; ++e) {
      model.push_back(e % 3 == 0 ? 0 : -1);
      row_of_sigma.push_back(c.row[e] + (e % 3 == 0 ? n_rows : 0));
    }
    by_sigma.coefficients = {c.n, values, row_of_sigma};
    by_model.models = {{M::type, {"tests/models/conductivity.hpp"}, M::n_aux, {1, rates, c.row}}};
    by_model.model = model;
  }
  ConductingCells(const ConductingCells&) = delete;
  ConductingCells& operator=(const ConductingCells&) = delete;

  std::size_t n_conducting() const { return std::count(model.begin(), model.end(), 0); }

  /// Appends the auxiliaries −s E to the fields, in canonical order.
  std::vector<double> with_auxiliaries(std::vector<double> u) const {
    const int Np = by_model.reference.Np;
    for (const CellGroup& group : by_model.groups())
      for (const int e : group.cells)
        for (int i = 0; group.kind.model >= 0 && i < M::n_aux * Np; ++i)
          u.push_back(-rates[by_model.coefficients.row[e]] *
                      u[static_cast<std::size_t>(e) * P::n_fields * Np + i]);
    return u;
  }

  std::vector<double> values, rates;
  std::vector<int> model, row_of_sigma;
  WaveProblem by_sigma, by_model;
};

}  // namespace dgsolve::test
