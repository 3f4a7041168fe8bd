/// Problems with poles, alone or below absorbing layers, in a part of their cells.
#pragma once

#include <vector>

#include "kernels/models/layered_poles.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "tests/support/kernels/layered_cells.hpp"

namespace dgsolve::test {

/// A problem of Maxwell's equations in 3D in which every third cell has two slots of poles of ε and of μ,
/// other ones in each region; `below_layers`: two slots of ε and a pole alone, with an edge of absorbing
/// layers above. Keeps references to the problem's views.
template <bool below_layers>
struct PoledCells {
  using Layer = AbsorbingLayer<Formulation::full, 2>;
  using Medium =
      std::conditional_t<below_layers, Poles<Formulation::full, 5, 0>, Poles<Formulation::full, 4, 4>>;
  using M = std::conditional_t<below_layers, LayerOver<Layer, Medium>, Medium>;

  explicit PoledCells(const WaveProblem& problem) : by_model(problem) {
    const CoefficientView& c = problem.coefficients;
    const int n_rows = static_cast<int>(c.values.size()) / c.n;
    for (int row = 0; row < n_rows; ++row) {
      if (below_layers) {
        const double parameters[] = {2.0 + row, 1.5, 0, 0.3, 0};  // absorption along axes, shift, relaxation
        coefficients.resize(coefficients.size() + Layer::n_coefficients);
        Layer::coefficients(parameters, {}, &coefficients[coefficients.size() - Layer::n_coefficients]);
      }
      Dispersion medium{.debye = {{2, 0.3}},
                        .drude = {{2.0 + row, 0.1}},
                        .lorentz = {{2, 3, 0.2}},
                        .conductivity_rate = 0.1 * row};
      if (below_layers)
        medium.debye.push_back({0.5, 2});
      else
        medium.mu = {.drude = {{1.0 + row, 0.2}}, .lorentz = {{1, 2, 0.1}}};
      const PoleSlots slots = pole_slots(medium);
      coefficients.insert(coefficients.end(), slots.coefficients.begin(), slots.coefficients.end());
    }
    for (int e = 0; e < problem.K; ++e) model.push_back(e % 3 == 0 ? 0 : -1);
    std::vector<std::string> files = {"kernels/models/poles.hpp"};
    if (below_layers)
      files = {"kernels/models/absorbing_layer.hpp", files[0], "kernels/waves/traits/layer_over.hpp"};
    by_model.models = {{M::type, files, M::n_aux, {M::n_coefficients, coefficients, c.row}}};
    by_model.model = model;
  }
  PoledCells(const PoledCells&) = delete;
  PoledCells& operator=(const PoledCells&) = delete;

  /// A state of fields u with auxiliaries, all different.
  std::vector<double> with_auxiliaries(std::vector<double> u) const {
    std::size_t n = 0;
    for (const CellGroup& group : by_model.groups())
      n += group.cells.size() * static_cast<std::size_t>(group.n_aux) * by_model.reference.Np;
    for (; n > 0; --n) u.push_back(1e-3 * static_cast<double>(n % 1009));
    return u;
  }

  std::vector<double> coefficients;
  std::vector<int> model;
  WaveProblem by_model;
};

}  // namespace dgsolve::test
