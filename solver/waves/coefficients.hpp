/// Coefficients of an equation on a mesh, from the parameters of regions or of one medium.
#pragma once

#include <string>
#include <vector>

#include "solver/discretization/discretization.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// Coefficients of the equation, from the regions' parameters.
struct Coefficients {
  int n = 0;                   ///< values a row
  std::vector<double> values;  ///< [rows][n]
  /// [K]: row of a cell; empty for equations with nodal coefficients, where the row of node i of cell e is
  /// e·Np + i.
  std::vector<int> row;

  const double* cell(int e, int Np) const {
    return &values[static_cast<std::size_t>(n) * (row.empty() ? e * Np : row[e])];
  }
};

/// The row of coefficients of the medium that fills all regions.
std::vector<double> medium_coefficients(const Physics& physics, const WaveOptions& options);

/// Formula of each of the physics' parameters in a region. Throws std::invalid_argument where a required one
/// is missing.
std::vector<Expression> region_formulas(const Physics& physics, const WaveOptions& options,
                                        const std::string& region);

/// Evaluates the regions' parameters: at the nodes for equations with nodal coefficients; else one row for
/// each region with constant parameters, and one for each cell of the others, with the mean of the formulas.
/// Throws std::invalid_argument where a value is outside the parameter's range.
Coefficients evaluate_coefficients(const Discretization& discretization, const Physics& physics,
                                   const WaveOptions& options);

}  // namespace dgsolve
