/// Problems with absorbing layers over a conductor in a part of their cells.
#pragma once

#include <vector>

#include "tests/models/layered_conductivity.hpp"
#include "tests/support/kernels/conducting_cells.hpp"
#include "tests/support/kernels/layered_cells.hpp"

namespace dgsolve::test {

/// A problem of Maxwell's equations in 3D in which every third cell is one of a layer over a conductor: by
/// two models in one cell, or by the layer that knows the loss, over the equation's own σ. Keeps references
/// to the problem's views.
struct LayeredConductor {
  using Layer = AbsorbingLayer<Formulation::full, 1>;
  using Medium = Conductivity<Formulation::full>;
  using M = LayerOver<Layer, Medium>;

  explicit LayeredConductor(const WaveProblem& problem)
      : cells(problem), by_model(cells.by_model), by_layer(cells.by_sigma) {
    const int n_rows = static_cast<int>(cells.rates.size());
    for (int row = 0; row < n_rows; ++row) {
      double parameters[] = {0, 0, 0, 0.3, 0};  // absorption along each axis, shift, relaxation
      parameters[row % 3] = 2 + row;
      add_layer(parameters, over_medium);
      over_medium.push_back(cells.rates[row]);
      parameters[4] = cells.rates[row];
      add_layer(parameters, with_loss);
    }
    by_model.models = {{M::type,
                        {"kernels/models/absorbing_layer.hpp", "tests/models/conductivity.hpp",
                         "kernels/waves/traits/layer_over.hpp"},
                        M::n_aux,
                        {M::n_coefficients, over_medium, problem.coefficients.row}}};
    by_layer.models = {{Layer::type,
                        {"kernels/models/absorbing_layer.hpp"},
                        Layer::n_aux,
                        {Layer::n_coefficients, with_loss, problem.coefficients.row}}};
    by_layer.model = by_model.model;
  }
  LayeredConductor(const LayeredConductor&) = delete;
  LayeredConductor& operator=(const LayeredConductor&) = delete;

  /// Appends to fields u what the layer keeps of them, small and all different.
  std::vector<double> with_auxiliaries_of_layer(std::vector<double> u) const {
    for_layer_cells([&](int, int) {
      for (int i = 0; i < Layer::n_aux * by_model.reference.Np; ++i)
        u.push_back(1e-3 * static_cast<double>(u.size() % 1009));
    });
    return u;
  }
  /// Of the state with those, the state with the auxiliaries of both models: of E's components (1 − s/a) z,
  /// as the current takes part in them, and −s E behind.
  std::vector<double> with_auxiliaries(const std::vector<double>& of_fields) const {
    const std::vector<double> state = with_auxiliaries_of_layer(of_fields);
    const int Np = by_model.reference.Np;
    std::vector<double> both(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(of_fields.size()));
    std::size_t at = of_fields.size();
    for_layer_cells([&](int e, int row) {
      const double rate = cells.rates[row], *k = &over_medium[row * M::n_coefficients];
      for (int field = 0; field < Layer::n_aux; ++field) {
        const double factor = field < Medium::n_aux ? 1 - rate / k[3 * (field % 3)] : 1;
        for (int node = 0; node < Np; ++node) both.push_back(factor * state[at++]);
      }
      for (int i = 0; i < Medium::n_aux * Np; ++i)
        both.push_back(-rate * state[static_cast<std::size_t>(e) * Layer::n_fields * Np + i]);
    });
    return both;
  }

  const ConductingCells cells;
  std::vector<double> over_medium, with_loss;  ///< coefficients of both models, and of the layer
  WaveProblem by_model, by_layer;

 private:
  static void add_layer(const double* parameters, std::vector<double>& to) {
    double k[Layer::n_coefficients];
    Layer::coefficients(parameters, {}, k);
    to.insert(to.end(), k, k + Layer::n_coefficients);
  }
  /// body(element, row of its coefficients), in the order of auxiliaries.
  template <class Body>
  void for_layer_cells(Body body) const {
    for (const CellGroup& group : by_model.groups())
      for (const int e : group.cells)
        if (group.kind.model >= 0) body(e, by_model.coefficients.row[e]);
  }
};

}  // namespace dgsolve::test
